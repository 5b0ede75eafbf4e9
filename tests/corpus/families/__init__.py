"""Importing this package registers every family."""
from . import (  # noqa: F401  registers them
    caches, collectors, concurrency, growing_sizes, lanes, lists, models, noise, paths, periods, release, reuse, rhythm, runs, shares, sizes, slowing)
