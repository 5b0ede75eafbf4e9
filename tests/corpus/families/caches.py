"""Caches: by what their keys are, by whether entries are read again, full or still filling."""
import math

from ..family import family
from ..flow_statements import Repeat
from ..sketch import Sketch
from ..store_statements import Keys, LookUp
from ..truth import NO_VERDICT, Truth, clean, label_key, leak, leaks


def still_filling(note):
    return Truth([NO_VERDICT], note=note)


@family("cache-keys", "new-each-frame", "bounded")
def cache_keys(random, variant):
    """A cache by a key that never comes again, so that nothing reads an entry; or by one of k."""
    bound = random.whole(5, 30)
    sketch = Sketch(random, bound * random.whole(4, 8))
    made = sketch.make("entry")
    keys = Keys(bound if variant == "bounded" else 0)
    program = sketch.program(LookUp("entry", "cache", keys, [made]))
    if variant == "bounded":
        return program, clean(f"{bound} entries", labels={label_key(made): ["cache"]})
    return program, leaks(leak(made, (1, 1)), note="a new key in every frame, and no entry goes")


@family("cache-warm-up", "unread", "read", "filling")
def cache_warm_up(random, variant):
    """A cache that takes hundreds of frames to fill. Unread and unbounded it is a leak; read again,
    it is a cache once it is full, and before that nothing can be known."""
    bound = random.one_of((60, 120, 250, 500))
    frames = bound * 4 if variant != "filling" else bound * random.whole(50, 90) // 100
    sketch = Sketch(random, frames)
    made = sketch.make("entry")
    reads = variant != "unread"
    keys = Keys(bound if reads else 0, 4 if reads else 1)
    times = 4 if reads else 1
    program = sketch.program(Repeat(times, times, [LookUp("entry", "cache", keys, [made], reads)]))
    if variant == "unread":
        return program, leaks(leak(made, (1, 1)), note="never read again, and grows exactly")
    if variant == "filling":
        return program, still_filling(f"read again, and not yet at its {bound} entries")
    return program, clean(f"full from frame {bound} on", labels={label_key(made): ["cache"]})


@family("cache-uniform", "full", "filling")
def cache_uniform(random, variant):
    """Keys come by chance, so that ever fewer of them are new. Full: all had come by half-time but
    with a chance of 1 in 100,000. Filling: as many look-ups as there are keys."""
    bound = random.whole(20, 60)
    enough = math.ceil(bound * (math.log(bound) + 12))
    sketch = Sketch(random, enough if variant == "full" else bound // 2)
    made = sketch.make("entry")
    keys = Keys(bound, uniform=True)
    program = sketch.program(Repeat(2, 2, [LookUp("entry", "cache", keys, [made])]))
    if variant == "filling":
        return program, still_filling(f"about a third of {bound} keys are still to come")
    return program, clean(f"{bound} entries", labels={label_key(made): ["cache"]})


@family("cache-slow", "full", "filling")
def cache_slow(random, variant):
    """A new entry every n-th frame, old ones read in between; levels off, or not yet."""
    n, bound = random.whole(2, 6), random.whole(12, 40)
    fill = n * bound
    frames = 2 * fill + random.whole(0, fill) if variant == "full" else fill * random.whole(50, 90) // 100
    sketch = Sketch(random, frames)
    made = sketch.make("entry")
    program = sketch.program(LookUp("entry", "cache", Keys(bound, n), [made]))
    if variant == "filling":
        return program, still_filling(f"read again, and not yet at its {bound} entries")
    return program, clean(f"full from frame {fill} on", labels={label_key(made): ["cache"]})


@family("cache-by-shape", "no-cache", "cached")
def cache_by_shape(random, variant):
    """Inputs of m lengths. Something is made for each length and found again, or for each frame."""
    lengths = random.whole(3, 12)
    sketch = Sketch(random, lengths * random.whole(8, 14))
    made = sketch.make("kernel", shapes=lengths, shape=(4, 8))
    cached = LookUp("kernel", "kernels", Keys(lengths), [made])
    program = sketch.program(cached if variant == "cached" else sketch.helper(made))
    if variant == "cached":
        return program, clean(f"one for each of {lengths}", labels={label_key(made): ["cache"]})
    place = leak(made, (1, 1))
    place.bytes = None  # lengths come by chance
    return program, leaks(place, note="one of a length that chance picks, in every frame")


@family("cache-hot-keys", "full", "filling")
def cache_hot_keys(random, variant):
    """A new entry in every frame, and of the old ones only a part is read again, a fifth at least."""
    bound = random.whole(40, 120)
    hot = bound * random.whole(20, 40) // 100
    sketch = Sketch(random, bound * 3 if variant == "full" else bound * random.whole(60, 90) // 100)
    made = sketch.make("entry")
    times = random.whole(2, 4)
    look_up = LookUp("entry", "cache", Keys(bound, times, hot=hot), [made])
    program = sketch.program(Repeat(times, times, [look_up]))
    if variant == "filling":
        return program, still_filling(f"{hot} of its entries are read again, and it is not yet full")
    return program, clean(f"full from frame {bound} on", labels={label_key(made): ["cache"]})
