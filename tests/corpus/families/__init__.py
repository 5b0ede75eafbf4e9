"""Importing this package registers every family."""
from . import (  # noqa: F401
    assigns, caches, collectors, concurrency, growing_sizes, lanes, lists, lookalikes, models, noise, paths, periods,
    places, reads, release, resources, reuse, rhythm, runs, shares, sizes, slowing)
