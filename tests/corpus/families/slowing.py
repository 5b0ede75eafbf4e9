"""Growth that slows down: caches by chance, records, pools under the highest demand so far."""
import math

from ..family import family
from ..flow_statements import Between, Call, MuchLater, OnRecord, Repeat, Sometimes
from ..sketch import Sketch
from ..store_statements import Acquire, Keys, LookUp, MoveAll, Push, ReadSome, Trim
from ..tensor_statements import Dispose, Set, Use
from ..truth import CLEAN, NO_VERDICT, Truth, clean, label_key, leak, leaks

SURE = 12  # e to the power of -12: chances are 1 in 100,000 that a key has not come


@family("coupons", "read", "unread", "filling", "leak-by-chance")
def coupons(random, variant):
    """A cache by one of b keys, which come by chance, some in each frame. All had come by half-time.
    Filling: a third of them has not, and entries are read. The leak has made as many by half-time, but
    goes on: in some frames, by chance, a tensor stays."""
    bound, speed = random.whole(30, 80), random.one_of((1, 2, 5))
    enough = math.ceil(bound * (math.log(bound) + SURE) / speed)
    frames = {"filling": math.ceil(bound / speed)}.get(variant, 2 * enough)
    sketch = Sketch(random, frames)
    made = sketch.make("entry")
    if variant == "leak-by-chance":
        probability = round(2 * bound / frames, 2)
        program = sketch.program(Sometimes(probability, [made, Use("entry")]))
        return program, leaks(leak(made, None), note=f"stays with a chance of {probability} in each frame")
    look_up = LookUp("entry", "cache", Keys(bound, uniform=True), [made], reads=variant != "unread")
    program = sketch.program(sketch.helper(Repeat(speed, speed, [look_up])))
    if variant == "filling":
        return program, Truth([NO_VERDICT], note=f"about a third of {bound} keys are still to come")
    return program, clean(f"{bound} entries", labels={label_key(made): ["cache"]})


@family("records", "levels", "endless", "every-frame")
def records(random, variant):
    """What is higher than all before is kept: at most once for each of l levels, the highest of which had
    come by half-time; or of numbers without end, so that growth is that of a logarithm, of which
    nothing can be known but that it slows down; or each frame's is kept."""
    levels = random.whole(10, 30)
    sketch = Sketch(random, max(300, 2 * SURE * levels))
    made = sketch.make("best")
    kept = [made, Use("best"), Push("records", "best")]
    if variant == "every-frame":
        return sketch.program(sketch.helper(*kept)), leaks(leak(made, (1, 1)), note="each frame's is kept")
    program = sketch.program(sketch.helper(OnRecord(levels if variant == "levels" else 0, kept)))
    if variant == "endless":
        return program, Truth([CLEAN, NO_VERDICT], note="ever fewer, without an end")
    return program, clean(f"at most {levels}, and the highest has come")


@family("record-buffer", "replaced", "old-forgotten")
def record_buffer(random, variant):
    """A buffer is replaced when the demand is higher than ever. The old one is disposed; or the buffer
    is replaced in every frame, and the old one is not."""
    levels = random.whole(10, 40)
    sketch = Sketch(random, 2 * SURE * levels)
    made = sketch.make("buffer", shapes=levels, shape=(1, 16))
    if variant == "replaced":
        program = sketch.program(OnRecord(levels, [Dispose("buffer"), made, Set("buffer", "buffer")]), Use("buffer"))
        return program, clean("one buffer")
    program = sketch.program(made, Set("buffer", "buffer"), Use("buffer"))
    place = leak(made, (1, 1))
    place.bytes = None  # of a length that chance picks
    return program, leaks(place, note="each frame's buffer is overwritten and not disposed")


@family("pool-records", "levels", "loses-one")
def pool_records(random, variant):
    """A pool under a demand of 1 to d by chance, which grows when there was never as much. The most had
    been asked for by half-time. Or in each frame one does not come back."""
    demand = random.whole(4, 12)
    sketch = Sketch(random, max(200, 2 * SURE * demand))
    made = sketch.make("canvas", flags=("pool",))
    lost = [Trim("busy", 0, dispose=False, at_most=1)] if variant == "loses-one" else []
    program = sketch.program(Repeat(1, demand, [Acquire("canvas", "free", [made]), Use("canvas"),
                                                Push("busy", "canvas")]), *lost, MoveAll("busy", "free"))
    if variant == "levels":
        return program, clean(f"never more than {demand}", labels={label_key(made): ["pool"]})
    return program, leaks(leak(made, (1, 1), within=0.05), note="one a frame does not go back to the pool")


@family("pool-heavy-demand", "levels", "loses-some")
def pool_heavy_demand(random, variant):
    """A pool whose tensors are out for 1, 2, 4 … 32 frames, each half as likely: it grows as it happens
    that many are out, seldom and ever less, and is never larger than 33. All of the run's second half
    it could do so again, and nothing may be known. Or one in n frames does not come back."""
    n = random.whole(2, 6)
    sketch = Sketch(random, random.whole(500, 800))
    made = sketch.make("canvas", flags=("pool",))
    back = MuchLater(1, 32, [Push("free", "canvas")])
    acquire = Acquire("canvas", "free", [made])
    program = sketch.program(acquire, Use("canvas"), Sometimes(1 - 1 / n, [back]) if variant == "loses-some" else back)
    if variant == "levels":
        return program, Truth([CLEAN, NO_VERDICT], note="never more than 33")
    return program, leaks(leak(made, None), note=f"about one in {n} frames does not go back to the pool")


@family("warm-up-burst", "leak-after", "settles")
def warm_up_burst(random, variant):
    """In the first frames much is made for good, ever less of it; then nothing, or one a frame."""
    frames, height = random.whole(60, 200), random.whole(3, 8)
    sketch = Sketch(random, frames)
    made = sketch.make("t")
    shared = sketch.helper(made, Use("t"), Push("list", "t")).callee
    warm = [Between(0, 3 * (height - step), [Call(shared)]) for step in range(height)]
    after = [Between(3 * height, 0, [Call(shared)])] if variant == "leak-after" else []
    program = sketch.program(*warm, *after)
    if variant == "settles":
        return program, clean(f"nothing is kept from frame {3 * height} on")
    return program, leaks(leak(made, (1, 1)), note=f"one a frame from frame {3 * height} on, after a warm-up of more")


@family("two-caches", "one-fills-late", "one-unbounded")
def two_caches(random, variant):
    """Two caches at one line: one fills soon and its entries are read; the other begins later and is
    full at half-time, or is one without bound that nothing reads."""
    bound = random.whole(12, 40)
    sketch = Sketch(random, 6 * bound)
    made = sketch.make("entry")
    shared = sketch.helper(made).callee
    early = LookUp("entry", "early", Keys(bound, 2), [Call(shared)])
    late = LookUp("entry", "late", Keys(bound if variant == "one-fills-late" else 0), [Call(shared)],
                  reads=variant == "one-fills-late")
    program = sketch.program(Repeat(2, 2, [early]), Between(2 * bound, 0, [late]), ReadSome("early", 2))
    if variant == "one-fills-late":
        return program, clean(f"twice {bound} entries", labels={label_key(made): ["cache"]})
    return program, leaks(leak(made, (1, 1)), note=f"a new key in each frame from frame {2 * bound} on")
