"""Lists that hold the tensors of earlier frames: histories, windows, buffers, pools."""
from ..family import family
from ..flow_statements import Call, Every, Repeat
from ..sketch import Sketch
from ..store_statements import Acquire, MoveAll, Push, ReadSome, Take, Trim
from ..tensor_statements import Dispose, Set, Use
from ..truth import clean, label_key, leak, leaks


@family("history", "unbounded", "ring")
def history(random, variant):
    """A list that the program appends to, bounded or not. Nothing reads its old items."""
    bound = random.whole(2, 20)
    sketch = Sketch(random, bound * random.whole(6, 12) + random.whole(0, 20))
    made = sketch.make("pose")
    bounded = [Trim("poses", bound)] if variant == "ring" else []
    program = sketch.program(made, Use("pose"), Push("poses", "pose"), *bounded)
    if variant == "ring":
        return program, clean(f"at most {bound} are held", labels={label_key(made): ["cache", "steady"]})
    return program, leaks(leak(made, (1, 1)), note="appended in every frame and never removed")


@family("sliding-window", "dropped", "disposed")
def sliding_window(random, variant):
    """The last w chunks are read in every frame; what leaves is disposed, or only dropped."""
    width = random.whole(3, 12)
    sketch = Sketch(random, width * random.whole(8, 14))
    chunk, joined = sketch.make("chunk"), sketch.make("joined", op="concat")
    leaves = Trim("window", width, dispose=variant == "disposed")
    program = sketch.program(chunk, Push("window", "chunk"), leaves, ReadSome("window", width, "concat"),
                             joined, Use("joined", "predict"), Dispose("joined"))
    if variant == "disposed":
        return program, clean(f"a window of {width}", labels={label_key(chunk): ["cache", "steady"]})
    return program, leaks(leak(chunk, (1, 1)), note="chunks leave the window without a dispose")


@family("replay-buffer", "forgets", "disposes")
def replay_buffer(random, variant):
    """A full buffer evicts an item that chance picks, and batches of its items are read."""
    bound = random.whole(8, 24)
    sketch = Sketch(random, bound * random.whole(16, 24))
    made = sketch.make("sample")
    evict = Trim("replay", bound, dispose=variant == "disposes", at_random=True)
    program = sketch.program(made, Push("replay", "sample"), evict, ReadSome("replay", 4))
    if variant == "disposes":
        return program, clean(f"{bound} samples", labels={label_key(made): ["cache", "steady"]})
    return program, leaks(leak(made, (1, 1)), note="evicted samples are not disposed")


@family("double-buffer", "old-forgotten", "old-disposed")
def double_buffer(random, variant):
    """Two buffers change places in every frame, and the older one goes, or is forgotten."""
    sketch = Sketch(random, random.whole(20, 200))
    made = sketch.make("picture")
    goes = [Dispose("back")] if variant == "old-disposed" else []
    program = sketch.program(made, *goes, Set("back", "front"), Set("front", "picture"), Use("front"))
    if variant == "old-disposed":
        return program, clean("two are alive", labels={label_key(made): ["steady", "cache"]})
    return program, leaks(leak(made, (1, 1)), note="the older buffer is overwritten and not disposed")


@family("pool", "some-not-returned", "all-returned")
def pool(random, variant):
    """A pool hands out d tensors in a frame. Every n-th frame one of them is not given back."""
    n, demand = random.whole(1, 6), random.whole(1, 5)
    phase = random.whole(0, n - 1)
    sketch = Sketch(random, n * random.whole(8, 14) + 12)
    made = sketch.make("canvas", flags=("pool",))
    acquire = Acquire("canvas", "free", [made])
    forgets = [Every(n, phase, [Take("x", "busy")])] if variant == "some-not-returned" else []
    program = sketch.program(Repeat(demand, demand, [acquire, Use("canvas"), Push("busy", "canvas")]),
                             *forgets, MoveAll("busy", "free"))
    if variant == "all-returned":
        return program, clean(f"{demand} are handed out again", labels={label_key(made): ["pool"]})
    return program, leaks(leak(made, (1, n)), note=f"one in {n} frames does not go back to the pool")


@family("pool-demand", "never-returned", "levels")
def pool_demand(random, variant):
    """A pool under changing demand, which reaches its most by frame 8 and in every eighth again."""
    demand = random.whole(3, 9)
    sketch = Sketch(random, random.whole(60, 200))
    made = sketch.make("canvas", flags=("pool",))
    take = sketch.helper(Acquire("canvas", "free", [made]), Use("canvas"), Push("busy", "canvas"))
    if variant == "levels":
        peak = Every(8, 7, [Repeat(demand, demand, [take])])
        other = Repeat(1, demand, [Call(take.callee)])
        program = sketch.program(peak, MoveAll("busy", "free"), other, MoveAll("busy", "free"))
        return program, clean(f"never more than {demand}", labels={label_key(made): ["pool"]})
    program = sketch.program(Repeat(demand, demand, [take]), Trim("busy", 0, dispose=False))
    return program, leaks(leak(made, (demand, 1)), note="nothing goes back to the pool")
