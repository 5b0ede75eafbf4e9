"""Importing this package registers every family."""
from . import caches, concurrency, lists, models, noise, paths, periods, release, runs, sizes  # noqa: F401
