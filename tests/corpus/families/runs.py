"""Whole runs: setup, tail, no frames at all, recordings with holes, what lies below tensors."""
from ..family import family
from ..flow_statements import Between, Every, Repeat
from ..sketch import Sketch
from ..store_statements import Push, Trim
from ..tensor_statements import Dispose, Lose, Make, Resource, Set, Use
from ..truth import AT_EXIT, LEAK, LOST, NO_VERDICT, Truth, clean, leak, leaks, rate


@family("no-frames", "forgotten", "disposed", "kept", "lost", "cut")
def no_frames(random, variant):
    """A script without frames: what is alive at its clean end, and owned by nothing, leaks."""
    sketch = Sketch(random, 0)
    count = random.whole(1, 6)
    made = sketch.make("t", flags=("kept",) if variant == "kept" else ())
    last = {"disposed": [Dispose("t")], "lost": [Lose("t")]}.get(variant, [])
    sketch.setup = [Make("w", "randomNormal", (4, 4), flags=("variable",)),
                    Repeat(count, count, [made, Use("t"), *last])]
    program = sketch.laid_out([], [], ends=variant != "cut")
    if variant in ("disposed", "kept"):
        return program, clean(f"each is {variant}")
    if variant == "cut":
        return program, Truth([NO_VERDICT], note="no end, so that being alive shows nothing")
    label = LOST if variant == "lost" else AT_EXIT
    return program, leaks(leak(made, None, labels=(label,)), note=f"{count} are alive at the end")


@family("tail", "released-on-exit", "setup-and-tail")
def tail(random, variant):
    """What grew is all disposed on the way out, and still grew. What setup and tail make does not."""
    sketch = Sketch(random, random.whole(12, 120))
    count = random.whole(5, 80)
    made = sketch.make("t")
    if variant == "released-on-exit":
        sketch.tail = [Trim("list", 0)]
        program = sketch.program(made, Use("t"), Push("list", "t"))
        return program, leaks(leak(made, (1, 1)), note="a clean exit does not undo the growth")
    sketch.setup = [Repeat(count, count, [sketch.make("w"), Push("list", "w")])]
    sketch.tail = [Repeat(count, count, [sketch.make("s")])]
    program = sketch.program(made, Use("t"), Dispose("t"))
    return program, clean("frames leave nothing")


@family("incomplete", "leak", "no-leak")
def incomplete(random, variant):
    """The recording has no end. A leak in it is one; without, nothing is sure."""
    sketch = Sketch(random, random.whole(12, 100))
    made = sketch.make("t")
    last = [Dispose("t")] if variant == "no-leak" else []
    program = sketch.program(made, Use("t"), *last, ends=False)
    if variant == "no-leak":
        return program, Truth([NO_VERDICT], note="no end")
    return program, leaks(leak(made, (1, 1)), note="no end, and a leak up to there")


@family("gap", "leak", "no-leak")
def gap(random, variant):
    """The recorder misses events at half-time; the second half judges for itself."""
    sketch = Sketch(random, random.whole(40, 120))
    made = sketch.make("t")
    last = [Dispose("t")] if variant == "no-leak" else []
    program = sketch.program(made, Use("t"), *last, dropped_after=sketch.frames // 2)
    if variant == "no-leak":
        return program, Truth([NO_VERDICT], note="events are missing")
    return program, leaks(leak(made, (1, 1)), note="leaks in both halves")


@family("nothing", "no-tensors")
def nothing(random, variant):
    """Frames without a tensor: blind is not clean."""
    sketch = Sketch(random, random.whole(5, 50))
    sketch.dressing = None
    return sketch.program(Use("none")), Truth([NO_VERDICT], note="no tensor was seen")


@family("below", "grows", "levels", "steady")
def below(random, variant):
    """Tensors stand still, and a resource below them grows every n-th frame, or levels off."""
    n = random.whole(1, 6)
    sketch = Sketch(random, n * random.whole(12, 24) + 12)
    name = random.one_of(("textures", "data ids", "gl buffers", "sessions"))
    sketch.setup = [Resource(name, random.whole(5, 50)), Make("w", "zeros", (4,)), Set("w", "w")]
    made = sketch.make("t")
    more = Resource(name, 1)
    change = {"grows": Every(n, 0, [more]), "levels": Between(0, 5, [more]),
              "steady": Every(n, 0, [more, Resource(name, -1)])}[variant]
    program = sketch.program(made, change, Dispose("t"))
    if variant != "grows":
        return program, clean(f"the resource {variant}")
    return program, Truth([LEAK], resource=name, resource_rate=rate(1, n), note=f"{name} grow, tensors do not")
