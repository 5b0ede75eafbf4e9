"""Families of cases: each a function from a seed to a program and its truth, in minimal pairs."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Callable

from .program import Program
from .randomness import Random
from .truth import Truth


@dataclass
class Case:
    family: str
    variant: str
    seed: int
    program: Program
    truth: Truth

    def id(self) -> str:
        return f"{self.family}/{self.variant}/{self.seed}"


@dataclass
class Family:
    """`build` gets a generator that is the same for all variants of a seed, so that they differ
    in the one statement that makes one of them leak."""

    name: str
    variants: tuple[str, ...]
    build: Callable[[Random, str], tuple[Program, Truth]]

    def case(self, variant: str, seed: int) -> Case:
        program, truth = self.build(Random(seed, self.name), variant)
        program.name = f"{self.name}/{variant}/{seed}"
        return Case(self.name, variant, seed, program, truth)

    def cases(self, seed: int) -> list[Case]:
        return [self.case(variant, seed) for variant in self.variants]


FAMILIES: dict[str, Family] = {}


def family(name: str, *variants: str) -> Callable:
    """Registers a function as a family."""

    def register(build: Callable) -> Callable:
        FAMILIES[name] = Family(name, variants, build)
        return build

    return register


def case_of(case_id: str) -> Case:
    name, variant, seed = case_id.split("/")
    return FAMILIES[name].case(variant, int(seed))
