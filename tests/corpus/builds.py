"""Finds what a run judges with: the newest of what the build folders hold, so that a stale build of
another kind does not judge in its place."""
from __future__ import annotations

import time
from pathlib import Path

from .samples import programs

BUILDS = ("release", "dev", "release-tests")


def _newest(places: dict[Path, float]) -> Path | None:
    return max(places, key=lambda one: places[one], default=None)


def newest_tool(root: Path) -> Path | None:
    tools = [root / "build" / build / "bin/tensorleak" for build in BUILDS]
    return _newest({tool: changed(tool) for tool in tools if tool.is_file()})


def newest_samples(root: Path) -> Path | None:
    folders = [root / "build" / build / "samples" for build in BUILDS]
    return _newest({folder: changed(folder) for folder in folders if folder.is_dir() and programs(folder)})


def changed(path: Path) -> float:
    """When a file was last written; of a folder of samples the one that was written last."""
    files = programs(path) if path.is_dir() else [path]
    return max((one.stat().st_mtime for one in files), default=0.0)


def said(path: Path) -> str:
    return f"{path}, built {time.strftime('%Y-%m-%d %H:%M:%S', time.localtime(changed(path)))}"
