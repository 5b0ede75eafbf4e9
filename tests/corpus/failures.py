"""Says which cases failed: each in full where they are few, else by family and variant."""
from __future__ import annotations

from collections import defaultdict

from .compare import WORDS, Compared
from .family import FAMILIES

IN_FULL = 20
NAMED = 3  # cases of a group


def listed(results: list[Compared]) -> list[str]:
    failed = [one for one in results if one.problems]
    if len(failed) <= IN_FULL:
        return [line for one in failed for line in _in_full(one)]
    return _grouped([one for one in failed if not only_words(one)]) + _words([one for one in failed if only_words(one)])


def only_words(result: Compared) -> bool:
    """Whether nothing is wrong but what the report says in words."""
    return all(problem.startswith(WORDS) for problem in result.problems)


def _in_full(result: Compared) -> list[str]:
    lines = [f"FAILED {result.case}: " + "; ".join(result.problems)]
    if result.family in FAMILIES:
        lines.append(f"       scripts/corpus --case {result.case} --keep DIR")
    return lines


def _names(group: list[Compared]) -> str:
    return ", ".join(one.case for one in group[:NAMED]) + (", …" if len(group) > NAMED else "")


def _grouped(failed: list[Compared]) -> list[str]:
    groups: dict[str, list[Compared]] = defaultdict(list)
    for one in failed:
        groups["/".join(one.case.split("/")[:2]) if one.family in FAMILIES else one.family].append(one)
    lines = []
    for name, group in sorted(groups.items(), key=lambda item: -len(item[1])):
        first = next(problem for problem in group[0].problems if not problem.startswith(WORDS))
        lines += [f"FAILED {len(group):>4}  {name}: {_names(group)}", f"             {first}"]
    return lines


def _words(failed: list[Compared]) -> list[str]:
    if not failed:
        return []
    return [f"FAILED {len(failed):>4}  for words alone: {_names(failed)}", f"             {failed[0].problems[0]}"]
