"""Variables and buffers: clones, arguments of assign, views of what is gone."""
from ..family import family
from ..flow_statements import Every, NotEvery, Tidy
from ..sketch import Sketch
from ..store_statements import Push, Trim
from ..tensor_statements import Alias, Assign, Dispose, Make, Set, Use
from ..truth import clean, leak, leaks


def with_state(random, frames, shape):
    """A program whose setup has made a variable, `state`."""
    sketch = Sketch(random, frames)
    sketch.setup = [Make("state", "variable", shape, flags=("variable",)), Set("state", "state")]
    return sketch


@family("assign-every", "one-in-n-forgotten", "disposed")
def assign_every(random, variant):
    """Each frame assigns a new value to a variable, and disposes the value, but for every n-th frame."""
    n, shape = random.whole(2, 8), (random.whole(1, 16), 8)
    sketch = with_state(random, n * random.whole(10, 20) + 6, shape)
    value = Make("value", "add", shape)
    goes = Dispose("value")
    goes = NotEvery(n, n - 1, [goes]) if variant == "one-in-n-forgotten" else goes
    program = sketch.program(sketch.helper(value, Assign("state", "value"), goes), Use("state"))
    if variant == "disposed":
        return program, clean("each value is disposed")
    return program, leaks(leak(value, (1, n)), note=f"one in {n} values is not disposed")


@family("assign-in-tidy", "outside", "inside")
def assign_in_tidy(random, variant):
    """The value that is assigned is made in a tidy, which disposes it behind the assign; or the tidy returns it,
    to be assigned outside, and nobody disposes it."""
    shape = (random.whole(1, 16), 8)
    sketch = with_state(random, random.whole(20, 150), shape)
    value = Make("value", "add", shape)
    inner = [Make("step", "mul", shape), Use("step"), value]
    if variant == "inside":
        program = sketch.program(Tidy([*inner, Assign("state", "value")]), Use("state"))
        return program, clean("the tidy disposes the value")
    program = sketch.program(Tidy(inner, ("value",)), Assign("state", "value"), Use("state"))
    return program, leaks(leak(value, (1, 1)), note="the value outlives its tidy, and is not disposed")


@family("clone-of-variable", "forgotten", "last-kept", "disposed")
def clone_of_variable(random, variant):
    """Each frame takes a clone of a variable and then assigns to it, so that the clone holds a buffer that
    nothing else does. It is forgotten; or the last few are kept; or it is disposed."""
    shape, bound = (random.whole(1, 16), 8), random.whole(2, 8)
    sketch = with_state(random, random.whole(30, 150), shape)
    clone = Alias("before", "state", "clone", shape)
    value = Make("value", "add", shape)
    last = {"forgotten": [], "last-kept": [Push("states", "before"), Trim("states", bound)],
            "disposed": [Dispose("before")]}[variant]
    program = sketch.program(sketch.helper(clone), value, Assign("state", "value"), Dispose("value"),
                             Use("before", "sub"), *last)
    if variant == "forgotten":
        return program, leaks(leak(clone, (1, 1), size=value.bytes()), note="each clone holds a buffer of its own")
    return program, clean("clones are disposed" if variant == "disposed" else f"the last {bound} clones")


@family("clone-of-constant", "forgotten", "disposed")
def clone_of_constant(random, variant):
    """Each frame takes a clone of a variable that nothing assigns to: a tensor without bytes of its own."""
    shape = (random.whole(1, 16), 8)
    sketch = with_state(random, random.whole(20, 150), shape)
    clone = Alias("copy", "state", "clone", shape)
    last = [Dispose("copy")] if variant == "disposed" else []
    program = sketch.program(sketch.helper(clone, Use("copy"), *last))
    if variant == "disposed":
        return program, clean("each clone is disposed")
    return program, leaks(leak(clone, (1, 1), size=0), note="clones of one buffer pile up")


@family("pinned-ring", "unbounded", "ring", "one-picture")
def pinned_ring(random, variant):
    """A slice of a large picture is kept and the picture disposed: for ever; or the last b slices; or slices of
    one picture that setup made."""
    bound = random.whole(2, 10)
    sketch = Sketch(random, random.whole(60, 160))
    picture = Make("picture", "fromPixels", (48, 48, random.whole(1, 4)), "int32")
    part = Alias("face", "picture", "slice", (4, 4), "int32")
    bounded = [] if variant == "unbounded" else [Trim("faces", bound)]
    if variant == "one-picture":
        sketch.setup = [picture, Set("picture", "picture")]
        program = sketch.program(sketch.helper(part), Push("faces", "face"), *bounded)
        return program, clean(f"{bound} slices of one picture")
    program = sketch.program(picture, sketch.helper(part), Dispose("picture"), Push("faces", "face"), *bounded)
    if variant == "ring":
        return program, clean(f"{bound} slices, and the pictures that they hold")
    return program, leaks(leak(part, (1, 1), size=picture.bytes()), note="each slice holds a whole picture")


@family("chained-views", "last-forgotten", "first-forgotten", "disposed")
def chained_views(random, variant):
    """A tensor, a reshape of it, a slice of that: one buffer. All are disposed, or all but the last one, or all
    but the tensor itself."""
    sketch = Sketch(random, random.whole(20, 120))
    base = sketch.make("base", shape=(32, random.whole(2, 32)))
    flat, part = Alias("flat", "base", "reshape", (64,)), Alias("part", "flat", "slice", (2,))
    kept = {"last-forgotten": "part", "first-forgotten": "base"}.get(variant)
    goes = [Dispose(name) for name in ("base", "flat", "part") if name != kept]
    program = sketch.program(base, sketch.helper(flat, part, Use("part")), *goes)
    if kept is None:
        return program, clean("all three are disposed")
    place = part if kept == "part" else base
    return program, leaks(leak(place, (1, 1), size=base.bytes()), note=f"{kept} holds the buffer")


@family("view-seldom", "one-in-n", "disposed")
def view_seldom(random, variant):
    """Each frame's batch is disposed; every n-th frame a view of it is kept for a chart, and forgotten, or
    replaces the one before."""
    n = random.whole(2, 9)
    sketch = Sketch(random, n * random.whole(10, 18) + 6)
    batch = Make("batch", "stack", (16, random.whole(4, 32)))
    view = Alias("row", "batch", "slice", (1,))
    last = [Push("rows", "row"), Trim("rows", 1)] if variant == "disposed" else []
    program = sketch.program(batch, Use("batch"), Every(n, n - 1, [sketch.helper(view), *last]), Dispose("batch"))
    if variant == "disposed":
        return program, clean("one view is alive")
    return program, leaks(leak(view, (1, n), size=batch.bytes()), note=f"one in {n} batches is held by a view")
