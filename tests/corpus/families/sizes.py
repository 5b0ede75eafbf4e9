"""Bytes: views that pin a buffer, aliases that weigh nothing, tensors that grow."""
from ..family import family
from ..sketch import Sketch
from ..tensor_statements import Alias, Dispose, Make, Set, Use
from ..truth import clean, leak, leaks


@family("view", "pins-buffer", "disposed")
def view(random, variant):
    """A small view of a large tensor outlives it, and holds the whole buffer."""
    sketch = Sketch(random, random.whole(12, 120))
    base = sketch.make("picture", shape=(64, 64, random.whole(1, 4)))
    part = Alias("part", "picture", "slice", (1,))
    last = [Dispose("part")] if variant == "disposed" else []
    program = sketch.program(base, sketch.helper(part), Dispose("picture"), Use("part"), *last)
    if variant == "disposed":
        return program, clean("view and picture are disposed")
    return program, leaks(leak(part, (1, 1), size=base.bytes()), note="the view holds the picture's buffer")


@family("alias", "forgotten", "disposed")
def alias(random, variant):
    """A reshape of a weight in every frame: a tensor without bytes of its own."""
    sketch = Sketch(random, random.whole(12, 120))
    sketch.setup = [sketch.make("filter", flags=("kept",)), Set("filter", "filter")]
    made = Alias("flat", "filter", "reshape", (8,))
    last = [Dispose("flat")] if variant == "disposed" else []
    program = sketch.program(made, Use("flat"), *last)
    if variant == "disposed":
        return program, clean("each alias is disposed")
    return program, leaks(leak(made, (1, 1), size=0), note="aliases of one buffer pile up")


@family("concat", "grows", "up-to-a-window")
def concat(random, variant):
    """One tensor that each frame replaces by a longer one; or by one of at most w rows."""
    columns = random.whole(2, 64)
    sketch = Sketch(random, random.whole(40, 160))
    window = random.whole(4, sketch.frames // 4)
    longest = window if variant == "up-to-a-window" else 0
    made = Make("longer", "concat", (1, columns), grows=1, most_rows=longest)
    program = sketch.program(made, Dispose("all"), Set("all", "longer"), Use("all"))
    if variant == "up-to-a-window":
        return program, clean(f"one tensor of at most {window} rows")
    place = leak(made, (0, 1))
    place.bytes = [4 * columns, 1]
    return program, leaks(place, note="one tensor is alive, and it grows without end")
