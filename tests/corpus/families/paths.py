"""Leaks by the way that leads to them: several callers, several lines, code of a library."""
from ..family import family
from ..flow_statements import Between, Call, CallOneOf, Every, Repeat
from ..sketch import Sketch, after, before
from ..store_statements import Push, Trim
from ..tensor_statements import Dispose, Use
from ..truth import clean, leak, leaks


def callers(sketch, callee, count):
    """So many functions that each call `callee`."""
    return tuple(sketch.helper(Call(callee)).callee for _ in range(count))


@family("callers-by-turns", "leak", "disposed")
def callers_by_turns(random, variant):
    """One line, reached through several callers by turns."""
    sketch = Sketch(random, random.whole(60, 200))
    made = sketch.make("t")
    last = [Dispose("t")] if variant == "disposed" else []
    shared = sketch.helper(made, Use("t"), *last).callee
    program = sketch.program(CallOneOf(callers(sketch, shared, random.whole(2, 4)), True))
    if variant == "disposed":
        return program, clean("each is disposed")
    return program, leaks(leak(made, (1, 1)), note="one line leaks, through callers that take turns")


@family("callers-by-chance", "leak", "shared-ring")
def callers_by_chance(random, variant):
    """One line, reached through callers that chance picks. What they make is never released; or goes
    into one ring, so that each caller's share of it moves while the ring stays full."""
    sketch = Sketch(random, random.whole(300, 500))
    made = sketch.make("t")
    bounded = [Trim("ring", random.whole(8, 20))] if variant == "shared-ring" else []
    shared = sketch.helper(made, Use("t"), Push("ring", "t"), *bounded).callee
    program = sketch.program(CallOneOf(callers(sketch, shared, random.whole(2, 3)), False))
    if variant == "shared-ring":
        return program, clean("a ring that all callers share")
    return program, leaks(leak(made, (1, 1), within=0.01), note="one line leaks, through callers that chance picks")


@family("moves-house", "leak", "disposed")
def moves_house(random, variant):
    """One caller in the first half of the run, another in the second; one line all the time."""
    sketch = Sketch(random, random.whole(60, 200))
    half = sketch.frames // 2
    made = sketch.make("t")
    last = [Dispose("t")] if variant == "disposed" else []
    shared = sketch.helper(made, Use("t"), *last).callee
    first, second = callers(sketch, shared, 2)
    program = sketch.program(Between(0, half, [Call(first)]), Between(half, 0, [Call(second)]))
    if variant == "disposed":
        return program, clean("each is disposed")
    return program, leaks(leak(made, (1, 1)), note=f"the caller changes at frame {half}, the leak does not")


@family("two-leaks", "both", "one", "none")
def two_leaks(random, variant):
    """Two lines with rates of their own; both leak, one does, none does."""
    n, count = random.whole(2, 9), random.whole(1, 3)
    sketch = Sketch(random, n * random.whole(8, 16) + 12)
    often, seldom = sketch.make("a"), sketch.make("b")
    end_often = [Dispose("a")] if variant == "none" else []
    end_seldom = [] if variant == "both" else [Dispose("b")]
    first = sketch.helper(Repeat(count, count, [often, Use("a"), *end_often]))
    program = sketch.program(first, Every(n, n - 1, [seldom, Use("b"), *end_seldom]))
    if variant == "none":
        return program, clean("each is disposed")
    places = [leak(often, (count, 1))] + ([leak(seldom, (1, n))] if variant == "both" else [])
    return program, leaks(*places, note="lines that leak at rates of their own")


@family("one-line-two-ops", "one-leaks", "none")
def one_line_two_ops(random, variant):
    """A neighbour in the same function makes the same kind of tensor and disposes it, late."""
    sketch = Sketch(random, random.whole(30, 120))
    shape = sketch.shape()
    kind = {"op": "relu", "shape": shape, "dtype": "float32"}
    ring, made = sketch.make("kept", **kind), sketch.make("t", **kind)
    last = [Dispose("t")] if variant == "none" else []
    program = sketch.program(ring, Push("ring", "kept"), Trim("ring", 4), made, Use("t"), *last)
    if variant == "none":
        return program, clean("a ring of four, and a tensor that is disposed")
    return program, leaks(leak(made, (1, 1)), note="of two alike in one function, the second leaks")


@family("library", "not-disposed", "disposed")
def library(random, variant):
    """A function of a library makes it, deep inside; who called it has to dispose it, and does not."""
    sketch = Sketch(random, random.whole(12, 120))
    made = sketch.make("result", inside=("classifyInternal", "classify"))
    last = [Dispose("result")] if variant == "disposed" else []
    program = sketch.program(sketch.helper(made, Use("result", "data"), *last))
    if variant == "disposed":
        return program, clean("the caller disposes it")
    return program, leaks(leak(made, (1, 1)), note="the caller's line is the one to fix")


@family("crowd", "one-leaks", "none")
def crowd(random, variant):
    """Many innocent lines: rings, newest results, temporaries, weights; and one that leaks, or not."""
    n = random.whole(1, 4)
    sketch = Sketch(random, n * random.whole(20, 40))
    calls = []
    for _ in range(5):
        inner = before(random) + after(random)
        if inner:
            calls.append(sketch.helper(*inner))
    made = sketch.make("t")
    last = [Dispose("t")] if variant == "none" else []
    program = sketch.program(*calls, Every(n, 0, [made, Use("t"), *last]))
    if variant == "none":
        return program, clean("nothing grows")
    return program, leaks(leak(made, (1, n)), note="one of many lines")
