"""One tensor of a frame that somebody has to release."""
from ..family import family
from ..flow_statements import Between, Later, Repeat, Tidy
from ..sketch import Sketch
from ..tensor_statements import Dispose, Keep, Lose, Make, Set, Use
from ..truth import GROWING, LOST, clean, leak, leaks


@family("create-and-forget", "forgotten", "disposed")
def create_and_forget(random, variant):
    """A loop makes k tensors at one line of a helper. Forgotten: k a frame. Twin: each disposed."""
    sketch = Sketch(random, random.whole(12, 300))
    count = random.whole(1, 4)
    made = sketch.make("t")
    uses = [Use("t")] if random.chance(0.5) else []
    last = [Dispose("t")] if variant == "disposed" else []
    program = sketch.program(sketch.helper(Repeat(count, count, [made, *uses, *last])))
    if variant == "disposed":
        return program, clean("each tensor is disposed in its frame")
    return program, leaks(leak(made, (count, 1)), note="made in every frame and never disposed")


@family("tidy-result", "dropped", "disposed")
def tidy_result(random, variant):
    """A tidy returns one of its tensors, which the caller drops, or disposes."""
    sketch = Sketch(random, random.whole(12, 200))
    result = sketch.make("result")
    inner = [sketch.make("a"), Use("a"), sketch.make("b"), Use("b"), result]
    last = [Dispose("result")] if variant == "disposed" else []
    program = sketch.program(Tidy(inner, ("result",)), Use("result", "data"), *last)
    if variant == "disposed":
        return program, clean("the caller disposes what the tidy returns")
    return program, leaks(leak(result, (1, 1)), note="returned from a tidy in every frame and dropped")


@family("nested-tidy", "escapes", "inside")
def nested_tidy(random, variant):
    """A result moves through two scopes. It escapes where the outer one returns it as well."""
    sketch = Sketch(random, random.whole(12, 150))
    result = sketch.make("result")
    inner = Tidy([sketch.make("a"), result], ("result",), "inner")
    outer = Tidy([inner, Use("result")], ("result",) if variant == "escapes" else (), "outer")
    program = sketch.program(sketch.helper(outer))
    if variant == "inside":
        return program, clean("the outer scope disposes the result")
    return program, leaks(leak(result, (1, 1)), note="both scopes return it and nobody disposes it")


@family("keep", "every-frame", "once")
def keep(random, variant):
    """A tensor is exempted from its tidy: in every frame, or in the first one and then read."""
    sketch = Sketch(random, random.whole(20, 200))
    mask = sketch.make("mask")
    kept = [Tidy([mask, Keep("mask")], ()), Set("mask", "mask")]
    body = kept if variant == "every-frame" else [Between(0, 1, kept)]
    program = sketch.program(*body, Use("mask"))
    if variant == "once":
        return program, clean("one tensor is kept in the first frame")
    return program, leaks(leak(mask, (1, 1)), note="keep() in every frame, and no dispose()")


@family("lost-handles", "every-frame", "a-few", "disposed")
def lost_handles(random, variant):
    """A finalizer notices, some frames later, that the last handle went without a dispose."""
    sketch = Sketch(random, random.whole(24, 200))
    made = sketch.make("t")
    lost = [made, Use("t"), Later(1, 3, [Lose("t")])]
    few = random.whole(1, 3)
    first = random.whole(2, 6)
    if variant == "disposed":
        return sketch.program(made, Use("t"), Dispose("t")), clean("disposed before the handle goes")
    if variant == "a-few":
        program = sketch.program(Between(first, first + few, lost))
        return program, leaks(leak(made, None, labels=(LOST,)), note=f"{few} handles are lost, once")
    program = sketch.program(*lost)
    return program, leaks(leak(made, (1, 1), labels=(GROWING, LOST)), note="each frame's handle is lost")


@family("tiny-tensors", "forgotten", "disposed")
def tiny_tensors(random, variant):
    """Scalars, empty tensors and strings: they weigh nothing and leak all the same."""
    sketch = Sketch(random, random.whole(12, 120))
    shape, dtype = random.one_of((((), "float32"), ((0,), "float32"), ((0, 4), "int32"), ((1,), "string")))
    made = Make("t", "scalar", shape, dtype)
    last = [Dispose("t")] if variant == "disposed" else []
    program = sketch.program(made, Use("t", "data"), *last)
    if variant == "disposed":
        return program, clean("each is disposed")
    return program, leaks(leak(made, (1, 1)), note="one tiny tensor a frame is never disposed")
