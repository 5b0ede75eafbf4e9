"""The table: what was right in each family, and precision and recall beside those of naive judges."""
from __future__ import annotations

from collections import Counter, defaultdict
from typing import Iterable

from .compare import Compared
from .naive import NAMES

COLUMNS = (("cases", "cases"), ("TP", "TP"), ("FP", "FP"), ("FN", "FN"), ("TN", "TN"),
           ("undecided", "undec"), ("too sure", "sure"), ("rate exact", "exact"), ("rate close", "≤1%"),
           ("rate wrong", "wrong"), ("first right", "1st ok"), ("first wrong", "1st no"),
           ("label wrong", "label"), ("failed", "failed"))


def _sum(results: Iterable[Compared]) -> Counter:
    total: Counter = Counter()
    for result in results:
        total.update(result.counts)
        total["cases"] += 1
        total["failed"] += bool(result.problems)
    return total


def _line(name: str, counts: Counter) -> str:
    return f"{name:<26}" + "".join(f"{counts[key] or '·':>7}" for key, _ in COLUMNS)


def _share(part: int, rest: int) -> str:
    return f"{part / (part + rest):.4f}" if part + rest else "-"


def _scores(name: str, tp: int, fp: int, fn: int) -> str:
    return (f"{name:<16} precision {_share(tp, fp):>7}   recall {_share(tp, fn):>7}"
            f"   TP {tp}  FP {fp}  FN {fn}")


def _in_thousand(total: Counter) -> str:
    """What the shares mean for whoever runs a thousand of each."""
    of = (("accusations are false", total["FP"], total["FP"] + total["TP"]),
          ("leaks are missed", total["FN"], total["FN"] + total["TP"]),
          ("cases fail", total["failed"], total["cases"]))
    return "in 1,000: " + ", ".join(f"{1000 * part / whole if whole else 0:.1f} {what}" for what, part, whole in of)


def table(results: list[Compared]) -> str:
    by_family: dict[str, list[Compared]] = defaultdict(list)
    for result in results:
        by_family[result.family].append(result)
    lines = [f"{'family':<26}" + "".join(f"{title:>7}" for _, title in COLUMNS)]
    lines += [_line(name, _sum(part)) for name, part in by_family.items()]
    total = _sum(results)
    lines += [_line("all", total), "", _scores("tensorleak", total["TP"], total["FP"], total["FN"])]
    for name in NAMES:
        judged = [one for one in results if one.naive]
        tp = sum(one.naive[name] and one.is_leak for one in judged)
        fp = sum(one.naive[name] and not one.is_leak for one in judged)
        fn = sum(not one.naive[name] and one.is_leak for one in judged)
        lines.append(_scores(name, tp, fp, fn))
    rates = total["rate exact"] + total["rate close"]
    lines.append(f"rates right {_share(rates, total['rate wrong'])}   user frame first "
                 f"{_share(total['first right'], total['first wrong'])}   "
                 f"cases right {_share(total['cases'] - total['failed'], total['failed'])}")
    lines.append(f"because without a number {total['unproven']}   accused without a fix {total['no fix']}")
    lines.append(_in_thousand(total))
    return "\n".join(lines)
