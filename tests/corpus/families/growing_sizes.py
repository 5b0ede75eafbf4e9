"""Bytes that grow while the count stands still, or at a pace of their own."""
from ..family import family
from ..flow_statements import Every, Repeat
from ..sketch import Sketch
from ..store_statements import Push, Trim
from ..tensor_statements import Dispose, Make, Set, Use
from ..truth import clean, leak, leaks, rate


def grows_in_bytes(made, amount, frames=1):
    """A place whose count stands still."""
    place = leak(made, (0, 1))
    place.bytes = rate(amount, frames)
    return place


@family("growing-buffer", "grows", "wanders", "stays")
def growing_buffer(random, variant):
    """Each frame replaces one buffer by another: one of k rows more, for ever; one of a length that
    chance picks out of m; or one of k rows more until two fifths of the run."""
    rows, columns, k = random.whole(1, 20), random.whole(2, 32), random.whole(1, 4)
    sketch = Sketch(random, random.whole(60, 240))
    settled = rows + k * (sketch.frames * 2 // 5)
    how = {"grows": {"grows": k}, "wanders": {"shapes": random.whole(4, 40)},
           "stays": {"grows": k, "most_rows": settled}}[variant]
    made = Make("buffer", "concat", (rows, columns), **how)
    program = sketch.program(Dispose("whole"), made, Set("whole", "buffer"), Use("whole"))
    if variant == "grows":
        return program, leaks(grows_in_bytes(made, 4 * k * columns), note=f"one buffer, {k} rows longer in each frame")
    return program, clean(f"one buffer, whose size {variant}")


@family("growing-pair", "grow", "stay")
def growing_pair(random, variant):
    """Two buffers of one line, both replaced in every frame by longer ones, for ever or until two
    fifths of the run."""
    columns, k = random.whole(2, 32), random.whole(1, 3)
    sketch = Sketch(random, random.whole(60, 200))
    most = 1 + k * (sketch.frames * 2 // 5) if variant == "stay" else 0
    made = Make("channel", "concat", (1, columns), grows=k, most_rows=most)
    program = sketch.program(Repeat(2, 2, [made, Push("channels", "channel"), Trim("channels", 2)]))
    if variant == "stay":
        return program, clean(f"two buffers of at most {most} rows")
    place = grows_in_bytes(made, 8 * k * columns)
    return program, leaks(place, note=f"two buffers, each {k} rows longer in each frame")


@family("growing-seldom", "grows", "stays")
def growing_seldom(random, variant):
    """Every n-th frame a buffer is replaced by one of n rows more, for ever or until half-time."""
    n, columns = random.whole(2, 12), random.whole(2, 32)
    sketch = Sketch(random, n * random.whole(28, 36) + 8)
    phase = random.whole(0, n - 1)
    most = 1 + sketch.frames // 2 if variant == "stays" else 0
    made = Make("buffer", "concat", (1, columns), grows=1, most_rows=most)
    program = sketch.program(Every(n, phase, [Dispose("whole"), made, Set("whole", "buffer")]), Use("whole"))
    if variant == "stays":
        return program, clean(f"one buffer of at most {most} rows")
    return program, leaks(grows_in_bytes(made, 4 * columns), note=f"one buffer, {n} rows longer every {n} frames")


@family("growing-ring", "grows", "stays")
def growing_ring(random, variant):
    """The results of the last m frames are held, each k rows longer than the one before: the count
    levels off and the bytes do not; or at most w rows long."""
    m, k, columns = random.whole(3, 10), random.whole(1, 3), random.whole(2, 16)
    sketch = Sketch(random, random.whole(80, 200))
    most = 1 + k * (sketch.frames // 3) if variant == "stays" else 0
    made = Make("transcript", "concat", (1, columns), grows=k, most_rows=most)
    program = sketch.program(made, Use("transcript"), Push("last", "transcript"), Trim("last", m))
    if variant == "stays":
        return program, clean(f"{m} results of at most {most} rows")
    place = grows_in_bytes(made, 4 * m * k * columns)
    return program, leaks(place, note=f"{m} results, and each longer than the last")


@family("sizes-by-turns", "leak", "ring")
def sizes_by_turns(random, variant):
    """One tensor a frame, of two sizes by turns, is never released; or goes into a ring, whose count
    stands still while its bytes go up and down."""
    sizes, columns = random.shuffled((1, 2, 5, 9, 30))[:2], random.whole(1, 16)
    bound = 2 * random.whole(1, 5) + 1
    sketch = Sketch(random, random.whole(40, 160))
    made = Make("t", "slice", (1, columns), turns=tuple(sizes))
    bounded = [Trim("list", bound)] if variant == "ring" else []
    program = sketch.program(sketch.helper(made, Use("t"), Push("list", "t"), *bounded))
    if variant == "ring":
        return program, clean(f"at most {bound} are held")
    place = leak(made, (1, 1))
    place.bytes = rate(4 * columns * sum(sizes), 2)
    return program, leaks(place, note="one a frame, of two sizes by turns")


@family("growing-both", "leak", "ring", "constant")
def growing_both(random, variant):
    """One tensor a frame stays, and each is longer than the one before (so that bytes grow by ever
    more) or as long; or both are bounded: a ring, of at most w rows."""
    columns, bound = random.whole(1, 8), random.whole(4, 12)
    sketch = Sketch(random, random.whole(40, 120))
    how = {"leak": {"grows": 1}, "ring": {"grows": 1, "most_rows": sketch.frames // 3}, "constant": {}}[variant]
    made = Make("log", "concat", (4, columns), **how)
    bounded = [Trim("logs", bound)] if variant == "ring" else []
    program = sketch.program(made, Use("log"), Push("logs", "log"), *bounded)
    if variant == "ring":
        return program, clean(f"{bound} are held, of at most {sketch.frames // 3} rows")
    place = leak(made, (1, 1))
    if variant == "leak":
        place.bytes = None  # more in each frame
    return program, leaks(place, note="one a frame stays")
