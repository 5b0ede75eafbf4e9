"""Bounded stores that several callers, shapes or ops share, so that each one's part of them moves."""
from ..family import family
from ..flow_statements import Between, Call, CallOneOf, Every, Sometimes
from ..sketch import Sketch
from ..store_statements import Push, Trim
from ..tensor_statements import Dispose, Make, Use
from ..truth import CLEAN, NO_VERDICT, Truth, clean, leak, leaks
from .paths import callers


@family("shares-by-turns", "ring", "leak", "one-caller-forgets")
def shares_by_turns(random, variant):
    """Callers take turns of h frames at one line, whose tensors go into a ring longer than a turn; or
    are never released; or one caller of the two disposes what it gets and the other does not."""
    hold = random.whole(4, 12)
    bound = hold * random.whole(2, 4) + random.whole(0, hold)
    sketch = Sketch(random, 2 * hold * random.whole(14, 20))
    made = sketch.make("t")
    shared = sketch.helper(made, Use("t")).callee
    if variant == "one-caller-forgets":
        after = [[], [Dispose("t")]]
    else:
        bounded = [Trim("ring", bound)] if variant == "ring" else []
        store = sketch.helper(Push("ring", "t"), *bounded).callee
        after = [[Call(store)], [Call(store)]]
    names = tuple(sketch.helper(Call(shared), *rest).callee for rest in after)
    program = sketch.program(CallOneOf(names, True, hold))
    if variant == "ring":
        return program, clean(f"a ring of {bound}, whose callers take turns of {hold} frames")
    if variant == "leak":
        return program, leaks(leak(made, (1, 1)), note="one line leaks, whoever calls it")
    return program, leaks(leak(made, (1, 2)), note="one of two callers forgets")


@family("shares-drift", "ring", "random-eviction", "leak")
def shares_drift(random, variant):
    """One line with two callers: the first alone, then either by chance, then the second alone. A ring,
    or a set that evicts by chance, is full before the first change and settled before the last third;
    each caller's part of it grows or shrinks for long. Or nothing is ever released."""
    bound = random.whole(20, 40)
    sketch = Sketch(random, bound * 24)
    made = sketch.make("t")
    evict = [] if variant == "leak" else [Trim("ring", bound, at_random=variant == "random-eviction")]
    shared = sketch.helper(made, Use("t"), Push("ring", "t"), *evict).callee
    first, second = callers(sketch, shared, 2)
    program = sketch.program(Between(0, 4 * bound, [Call(first)]),
                             Between(4 * bound, 8 * bound, [CallOneOf((first, second), False)]),
                             Between(8 * bound, 0, [Call(second)]))
    if variant != "leak":
        return program, clean(f"never more than {bound}")
    return program, leaks(leak(made, (1, 1)), note="one line leaks, and its caller changes")


@family("shares-move-at-the-end", "ring", "leak")
def shares_move_at_the_end(random, variant):
    """A long ring that one caller has filled; from half-time on another caller fills it anew, so that
    its part grows to the very end, and the whole stands still. The ring is bounded, and a leak it is
    never; but up to there the log is that of one that takes another's place, and nothing may be
    known. The twin never releases anything."""
    half = random.whole(60, 120)
    bound = half + random.whole(10, 20)
    sketch = Sketch(random, 2 * half + 40)
    made = sketch.make("t")
    bounded = [Trim("ring", bound)] if variant == "ring" else []
    shared = sketch.helper(made, Use("t"), Push("ring", "t"), *bounded).callee
    first, second = callers(sketch, shared, 2)
    turn = half + 40
    program = sketch.program(Between(0, turn, [Call(first)]), Between(turn, 0, [Call(second)]))
    if variant == "ring":
        return program, Truth([CLEAN, NO_VERDICT], note=f"never more than {bound}")
    return program, leaks(leak(made, (1, 1)), note="one line leaks, and its caller changes")


@family("shares-by-shape", "ring", "set", "leak")
def shares_by_shape(random, variant):
    """One line makes tensors of m lengths, by chance. They go into a ring, or into a set that evicts by
    chance, so that the number of each length moves; or stay."""
    lengths, bound = random.whole(2, 8), random.whole(12, 40)
    sketch = Sketch(random, bound * random.whole(10, 14))
    made = sketch.make("t", shapes=lengths, shape=(4, 8))
    evict = {"ring": [Trim("list", bound)], "set": [Trim("list", bound, at_random=True)], "leak": []}[variant]
    program = sketch.program(made, Use("t"), Push("list", "t"), *evict)
    if variant != "leak":
        return program, clean(f"never more than {bound}")
    place = leak(made, (1, 1))
    place.bytes = None  # lengths come by chance
    return program, leaks(place, note="one a frame, of a length that chance picks")


@family("shapes-in-phases", "ring", "leak")
def shapes_in_phases(random, variant):
    """One line, whose shape changes every h frames and comes back; a ring longer than h frames holds
    them, so that the number of each shape grows for long and falls again. Or they stay."""
    hold, shapes = random.whole(8, 20), random.whole(2, 3)
    bound = hold + random.whole(2, hold)
    sketch = Sketch(random, hold * shapes * random.whole(8, 10))
    made = Make("t", "crop", (1, 8), turns=(2, 5, 7)[:shapes], hold=hold)
    bounded = [Trim("ring", bound)] if variant == "ring" else []
    program = sketch.program(sketch.helper(made, Use("t"), Push("ring", "t"), *bounded))
    if variant == "ring":
        return program, clean(f"a ring of {bound}")
    place = leak(made, (1, 1))
    place.bytes = None  # those of the phase
    return program, leaks(place, note="one a frame, of a shape that changes in phases")


@family("shares-by-op", "ring", "leak")
def shares_by_op(random, variant):
    """Two neighbouring lines, whose ops or dtypes differ; chance picks which of them feeds the ring
    that both share. Or neither is released, and each leaks as often as it is picked."""
    bound = random.whole(8, 24)
    sketch = Sketch(random, random.whole(500, 800))
    shape = sketch.shape(3)
    dtypes = random.one_of((("float32", "float32"), ("float32", "int32"), ("int32", "bool")))
    one, other = Make("t", "relu", (4, *shape), dtypes[0]), Make("t", "softmax", shape, dtypes[1])
    bounded = [Trim("ring", bound)] if variant == "ring" else []
    program = sketch.program(sketch.helper(other, Sometimes(0.5, [Dispose("t"), one]), Use("t"),
                                           Push("ring", "t"), *bounded))
    if variant == "ring":
        return program, clean(f"a ring of {bound} that two lines share")
    return program, leaks(leak(one, (1, 2), within=0.25), leak(other, (1, 2), within=0.25),
                          note="one a frame, from the line that chance picks")


@family("one-of-callers", "forgets", "none")
def one_of_callers(random, variant):
    """Three callers of one line take turns: one puts what it gets into a ring, one disposes it, and the
    third forgets it."""
    bound = random.whole(3, 9)
    sketch = Sketch(random, 3 * random.whole(30, 60))
    made = sketch.make("t")
    shared = sketch.helper(made, Use("t")).callee
    last = [Dispose("t")] if variant == "none" else []
    ring = sketch.helper(Call(shared), Push("ring", "t"), Trim("ring", bound)).callee
    good, bad = sketch.helper(Call(shared), Dispose("t")).callee, sketch.helper(Call(shared), *last).callee
    program = sketch.program(Every(3, 0, [Call(ring)]), Every(3, 1, [Call(good)]),
                             Every(3, 2, [Call(bad)]))
    if variant == "none":
        return program, clean(f"a ring of {bound}, and callers that dispose")
    return program, leaks(leak(made, (1, 3)), note="one of three callers forgets")
