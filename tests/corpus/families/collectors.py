"""Garbage collectors: late, rare, in generations, by a threshold; and recordings that end anywhere."""
from ..family import family
from ..flow_statements import Every, MuchLater, NotEvery, OnceIn, Repeat, Sometimes
from ..sketch import Sketch
from ..store_statements import Push, Take, Trim, WhenOver
from ..tensor_statements import Dispose, Use
from ..truth import clean, leak, leaks


@family("collector-heavy-tail", "some-escape", "all-collected")
def collector_heavy_tail(random, variant):
    """What is garbage is collected one frame later, or two, four … 64, each half as likely. One in n
    frames nothing lets go of it."""
    n = random.whole(2, 5)
    sketch = Sketch(random, random.whole(700, 1000))
    made = sketch.make("t")
    collected = MuchLater(1, 64, [Dispose("t", "collected")])
    last = NotEvery(n, 0, [collected]) if variant == "some-escape" else collected
    program = sketch.program(sketch.helper(made, Use("t"), last))
    if variant == "all-collected":
        return program, clean("collected within 64 frames")
    return program, leaks(leak(made, (1, n), within=0.1), note=f"in one of {n} frames nothing lets go of it")


@family("collector-seldom", "some-escape", "all-collected")
def collector_seldom(random, variant):
    """A collector runs once in each n frames, when chance has it, and gets all there is; one tensor in
    m frames is still referred to. All are made at one line."""
    n, m = random.whole(10, 30), random.whole(2, 5)
    sketch = Sketch(random, 40 * n)
    made = sketch.make("t")
    garbage = Push("garbage", "t")
    garbage = NotEvery(m, 0, [garbage]) if variant == "some-escape" else garbage
    program = sketch.program(made, Use("t"), garbage, OnceIn(n, [Trim("garbage", 0)]))
    if variant == "all-collected":
        return program, clean(f"collected once in {n} frames")
    return program, leaks(leak(made, (1, m), within=0.15), note=f"one in {m} frames is never garbage")


@family("collector-generations", "some-escape", "all-collected")
def collector_generations(random, variant):
    """A small collection every n-th frame gets most of the garbage; what it leaves is old, and goes in
    a full one, once in 60 frames, when chance has it. One tensor in m frames is never garbage."""
    n, m = random.whole(3, 6), random.whole(2, 4)
    sketch = Sketch(random, 60 * random.whole(20, 24))
    made = sketch.make("t")
    garbage = [Push("young", "t"), Sometimes(0.2, [Take("t", "young"), Push("old", "t")])]
    rest = [NotEvery(m, 0, garbage)] if variant == "some-escape" else garbage
    program = sketch.program(made, Use("t"), *rest, Every(n, 0, [Trim("young", 0)]), OnceIn(60, [Trim("old", 0)]))
    if variant == "all-collected":
        return program, clean("a full collection gets all of it")
    return program, leaks(leak(made, (1, m), within=0.15), note=f"one in {m} frames is never garbage")


@family("collector-threshold", "some-escape", "all-collected")
def collector_threshold(random, variant):
    """A collector runs when garbage holds more than so many bytes; tensors have sizes by chance, so
    that it runs now and then. One tensor in m frames is never garbage."""
    m, count = random.whole(2, 5), random.whole(1, 3)
    sketch = Sketch(random, random.whole(500, 800))
    made = sketch.make("t", shapes=16, shape=(1, 16), dtype="float32")
    limit = made.bytes() * 8 * count * random.whole(6, 20)
    garbage = Push("garbage", "t")
    body = [made, Use("t"), NotEvery(m, 0, [garbage]) if variant == "some-escape" else garbage]
    program = sketch.program(Repeat(count, count, body), WhenOver("garbage", limit, [Trim("garbage", 0)], "bytes"))
    if variant == "all-collected":
        return program, clean(f"collected above {limit} bytes")
    place = leak(made, (count, m), within=0.15)
    place.bytes = None  # sizes come by chance
    return program, leaks(place, note=f"in one of {m} frames it is never garbage")


@family("sawtooth-end", "ends-high", "ends-low", "leak-ends-low", "leak-ends-high")
def sawtooth_end(random, variant):
    """Every n-th frame all there is goes, or all but one. The recording ends just before such a frame,
    when most is alive, or just after one."""
    n, teeth = random.whole(5, 40), random.whole(4, 8)
    more = n - 1 if variant.endswith("high") else 1
    sketch = Sketch(random, n * teeth + more)
    made = sketch.make("t")
    goes = [Trim("batch", 1), Trim("batch", 0, dispose=not variant.startswith("leak"))]
    program = sketch.program(Every(n, 0, goes), made, Use("t"), Push("batch", "t"))
    if not variant.startswith("leak"):
        return program, clean(f"released every {n} frames")
    return program, leaks(leak(made, (1, n)), note=f"one of {n} is forgotten each time")


@family("collector-ends", "before", "after", "leak-after")
def collector_ends(random, variant):
    """A collector runs in the last frames of blocks of 20 to 40, by chance in one of the last three. The
    recording ends at the end of a block, when all is collected, or just before it is. The twin keeps
    one in four frames, and ends when the rest is collected."""
    n, blocks = random.whole(20, 40), random.whole(10, 14)
    sketch = Sketch(random, n * blocks - (3 if variant == "before" else 0))
    made = sketch.make("t")
    garbage = Push("garbage", "t")
    garbage = NotEvery(4, 0, [garbage]) if variant == "leak-after" else garbage
    late = [Every(n, phase, [Sometimes(1 / 3, [Trim("garbage", 0)])]) for phase in (n - 3, n - 2)]
    program = sketch.program(made, Use("t"), garbage, *late, Every(n, n - 1, [Trim("garbage", 0)]))
    if variant != "leak-after":
        return program, clean(f"all is collected in each {n} frames")
    return program, leaks(leak(made, (1, 4), within=0.15), note="one in four frames is never garbage")
