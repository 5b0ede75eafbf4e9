"""What is used again: pools that lose, exchange or shrink; sets replaced by and by; histories trimmed
now and then."""
from ..family import family
from ..flow_statements import Between, Every, NotEvery, Repeat, Sometimes
from ..sketch import Sketch
from ..store_statements import Acquire, MoveAll, Push, ReadSome, Take, Trim, WhenOver
from ..tensor_statements import Dispose, Make, Set, Use
from ..truth import clean, label_key, leak, leaks
from .rhythm import chance_of, rate_of


@family("pool-loses-at-random", "loses", "returns")
def pool_loses_at_random(random, variant):
    """A pool hands out d tensors in a frame. With a chance of p one of them is not given back."""
    probability, demand = random.one_of((0.1, 0.2, 0.4)), random.whole(1, 5)
    sketch = Sketch(random, random.whole(600, 900))
    made = sketch.make("canvas", flags=("pool",))
    lost = [Sometimes(probability, [Take("x", "busy")])] if variant == "loses" else []
    acquire = Acquire("canvas", "free", [made])
    program = sketch.program(Repeat(demand, demand, [acquire, Use("canvas"), Push("busy", "canvas")]), *lost,
                             MoveAll("busy", "free"))
    if variant == "returns":
        return program, clean(f"{demand} are handed out again", labels={label_key(made): ["pool"]})
    return program, leaks(leak(made, rate_of(probability), within=chance_of(probability, sketch.frames)),
                          note=f"with a chance of {probability} one in a frame is not given back")


@family("pool-exchanged", "old-forgotten", "old-disposed")
def pool_exchanged(random, variant):
    """Every n-th frame the d tensors of a pool are exchanged for others, longer ones in the first fifth
    of the run. The old ones are disposed, or forgotten."""
    n, demand = random.whole(4, 12), random.whole(1, 4)
    sketch = Sketch(random, n * random.whole(15, 25) + random.whole(1, n - 1))
    made = Make("canvas", "zeros", (8, 16), flags=("pool",), grows=2, most_rows=8 + 2 * (sketch.frames // 5))
    exchange = Every(n, 0, [Trim("free", 0, dispose=variant == "old-disposed")])
    acquire = Acquire("canvas", "free", [made])
    program = sketch.program(exchange, Repeat(demand, demand, [acquire, Use("canvas"), Push("busy", "canvas")]),
                             MoveAll("busy", "free"))
    if variant == "old-disposed":
        return program, clean(f"{demand} are in the pool", labels={label_key(made): ["pool", "steady"]})
    place = leak(made, (demand, n))
    place.bytes = None  # they grow at first
    return program, leaks(place, note=f"{demand} old ones are forgotten every {n} frames")


@family("pool-breathes", "shrink-forgets-one", "shrinks-and-grows")
def pool_breathes(random, variant):
    """The demand has a peak every n-th frame; half-way between, what is free is disposed until few are
    left. Or one of them is only dropped."""
    n, low = 2 * random.whole(4, 10), random.whole(1, 3)
    high = low + random.whole(3, 8)
    sketch = Sketch(random, n * random.whole(10, 16) + random.whole(0, n - 1))
    made = sketch.make("canvas", flags=("pool",))
    take = sketch.helper(Acquire("canvas", "free", [made]), Use("canvas"), Push("busy", "canvas"))
    drops = [Trim("free", low, dispose=False, at_most=1)] if variant == "shrink-forgets-one" else []
    program = sketch.program(Every(n, 0, [Repeat(high, high, [take])]), MoveAll("busy", "free"),
                             Every(n, n // 2, [*drops, Trim("free", low)]))
    if variant == "shrinks-and-grows":
        return program, clean(f"between {low} and {high}", labels={label_key(made): ["pool"]})
    return program, leaks(leak(made, (1, n)), note=f"one is dropped every {n} frames")


@family("steady-set", "forgets-old", "replaces")
def steady_set(random, variant):
    """Some of s tensors are replaced in each frame, as chance has it: how many, and which. The old ones
    are disposed, or in every m-th frame forgotten."""
    size, m = random.whole(4, 24), random.whole(1, 3)
    sketch = Sketch(random, random.whole(500, 700))
    made = sketch.make("slot")
    goes = Trim("slots", size, at_random=True)
    if variant == "forgets-old":
        goes_not = Every(m, 0, [Trim("slots", size, at_random=True, dispose=False)])
        body = [made, Use("slot"), Push("slots", "slot"), goes_not, goes]
    else:
        body = [made, Use("slot"), Push("slots", "slot"), goes]
    program = sketch.program(Repeat(0, 3, body), ReadSome("slots", 2))
    if variant == "replaces":
        return program, clean(f"{size} are alive", labels={label_key(made): ["steady", "cache"]})
    return program, leaks(leak(made, (3, 2 * m), within=0.35),
                          note=f"what is replaced in every {m}. frame is forgotten")


@family("triple-buffer", "one-in-n-forgotten", "rotates")
def triple_buffer(random, variant):
    """Three buffers in rotation; the oldest is disposed, but for every n-th frame."""
    n = random.whole(2, 9)
    sketch = Sketch(random, n * random.whole(8, 14) + 10)
    made = sketch.make("picture")
    goes = Dispose("third")
    goes = NotEvery(n, n - 1, [goes]) if variant == "one-in-n-forgotten" else goes
    program = sketch.program(made, goes, Set("third", "second"), Set("second", "first"), Set("first", "picture"),
                             Use("first"), Use("second"))
    if variant == "rotates":
        return program, clean("three are alive", labels={label_key(made): ["steady", "cache"]})
    return program, leaks(leak(made, (1, n)), note=f"one in {n} is overwritten and not disposed")


@family("trimmed-history", "every-k", "high-water", "forgets-one")
def trimmed_history(random, variant):
    """A history is cut to b items every k-th frame, or when it has more than b + k of them. What is cut
    off is disposed; or all but one."""
    k, bound = random.whole(5, 30), random.whole(2, 12)
    sketch = Sketch(random, k * random.whole(8, 14) + bound + random.whole(0, k))
    made = sketch.make("pose")
    cut = Trim("poses", bound)
    if variant == "forgets-one":
        dropped = Trim("poses", bound, dispose=False, at_most=1)
        program = sketch.program(made, Use("pose"), Push("poses", "pose"), Every(k, k - 1, [dropped, cut]))
        return program, leaks(leak(made, (1, k)), note=f"one is dropped every {k} frames")
    when = Every(k, k - 1, [cut]) if variant == "every-k" else WhenOver("poses", bound + k, [cut])
    program = sketch.program(made, Use("pose"), Push("poses", "pose"), when)
    return program, clean(f"at most {bound + k + 1}")


@family("trimmed-by-chance", "high-water", "forgets-one")
def trimmed_by_chance(random, variant):
    """A history of one to three more in a frame, as chance has it, is cut to b items when it has more than
    four times as many, so that the teeth are uneven. Each cut disposes; or drops one in four frames."""
    bound = random.whole(6, 16)
    sketch = Sketch(random, 100 * bound)
    made = sketch.make("pose")
    drops = [Every(4, 0, [Take("x", "poses")])] if variant == "forgets-one" else []
    program = sketch.program(Repeat(1, 3, [made, Push("poses", "pose")]), *drops,
                             WhenOver("poses", 4 * bound, [Trim("poses", bound)]))
    if variant == "high-water":
        return program, clean(f"at most {4 * bound + 3}")
    return program, leaks(leak(made, (1, 4), within=0.2), note="one in four frames is taken out and forgotten")


@family("double-forgotten", "while-busy", "never")
def double_forgotten(random, variant):
    """Two buffers change places. Where the older one is still busy, which chance has it, it is not disposed,
    and nothing comes back to it; or it waits in a list of two."""
    sketch = Sketch(random, random.whole(500, 800))
    made = sketch.make("picture")
    waits = [Push("waiting", "back"), Trim("waiting", 2)] if variant == "never" else []
    busy = Between(1, 0, [Sometimes(0.3, [*waits, Set("back", "none")])])
    program = sketch.program(Set("back", "front"), made, Set("front", "picture"), busy, Dispose("back"), Use("front"))
    if variant == "never":
        return program, clean("two, and two that wait")
    return program, leaks(leak(made, rate_of(0.3), within=chance_of(0.3, sketch.frames)),
                          note="in three of ten frames the older buffer is busy, and forgotten")
