"""Importing this package registers every family."""
from . import (  # noqa: F401
    caches, collectors, concurrency, growing_sizes, lanes, lists, models, noise, paths, periods, reads, release,
    resources, reuse, rhythm, runs, shares, sizes, slowing)
