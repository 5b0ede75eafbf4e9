"""What is read, and how often: caches and lists that grow tell themselves from leaks by it."""
from ..family import family
from ..flow_statements import Every, Repeat
from ..sketch import Sketch
from ..store_statements import Keys, LookUp, Push, ReadOldest, ReadSome, Trim
from ..tensor_statements import Alias, Use
from ..truth import NO_VERDICT, Truth, clean, label_key, leak, leaks


@family("cache-of-500", "full", "cut", "unread")
def cache_of_500(random, variant):
    """A cache of 500 entries, a new one in each frame and old ones read between: over 2,000 frames; cut off
    before it is full; or without bound and not read."""
    sketch = Sketch(random, 2000)
    cut = random.whole(200, 450)
    made = sketch.make("entry")
    if variant == "unread":
        program = sketch.program(LookUp("entry", "cache", Keys(), [made], reads=False))
        return program, leaks(leak(made, (1, 1)), note="a new key in each frame, and no entry is read")
    if variant == "cut":
        sketch.frames = cut
    program = sketch.program(Repeat(4, 4, [LookUp("entry", "cache", Keys(500, 4), [made])]))
    if variant == "cut":
        return program, Truth([NO_VERDICT], note="read again, and not yet at its 500 entries")
    return program, clean("full from frame 500 on", labels={label_key(made): ["cache"]})


@family("oldest-read", "leak", "bounded")
def oldest_read(random, variant):
    """A list of which each frame reads the first few, three in a thousand, and nothing any other. It is
    appended to for ever, or cut behind those few and some more."""
    few = random.whole(2, 3)
    sketch = Sketch(random, random.whole(800, 1000))
    made = sketch.make("step")
    bounded = [Trim("steps", 20 * few)] if variant == "bounded" else []
    program = sketch.program(sketch.helper(made, Push("steps", "step"), *bounded), ReadOldest("steps", few))
    if variant == "bounded":
        return program, clean(f"at most {20 * few}", labels={label_key(made): ["cache", "steady"]})
    return program, leaks(leak(made, (1, 1)), note=f"the first {few} are read, and the others never again")


@family("list-read-whole", "grows", "bounded")
def list_read_whole(random, variant):
    """A list is read whole in each frame. While it grows nothing tells it from a cache that fills, and nothing
    can be known; or it is bounded."""
    bound = random.whole(5, 20)
    sketch = Sketch(random, random.whole(60, 120))
    made = sketch.make("token")
    bounded = [Trim("tokens", bound)] if variant == "bounded" else []
    program = sketch.program(made, Push("tokens", "token"), *bounded, ReadSome("tokens", sketch.frames, "concat"))
    if variant == "bounded":
        return program, clean(f"at most {bound}", labels={label_key(made): ["cache", "steady"]})
    return program, Truth([NO_VERDICT], note="all are read again in each frame")


@family("sampled-list", "grows", "bounded", "unread")
def sampled_list(random, variant):
    """A training loop appends to a memory and samples eight of it in each frame. Without bound nothing
    can be known; bounded it is clean; and without bound and not sampled it leaks."""
    bound = random.whole(30, 60)
    sketch = Sketch(random, random.whole(240, 400))
    made = sketch.make("transition")
    bounded = [Trim("memory", bound)] if variant == "bounded" else []
    sampled = [] if variant == "unread" else [ReadSome("memory", 8, "gather")]
    program = sketch.program(made, Use("transition"), Push("memory", "transition"), *bounded, *sampled)
    if variant == "bounded":
        return program, clean(f"at most {bound}", labels={label_key(made): ["cache", "steady"]})
    if variant == "grows":
        return program, Truth([NO_VERDICT], note="all of it is sampled")
    return program, leaks(leak(made, (1, 1)), note="appended in each frame, and nothing reads it")


@family("read-seldom", "full", "unbounded")
def read_seldom(random, variant):
    """A cache by one of b keys, of which only every n-th frame reads one entry; full in the first third. Or
    one by a key that never comes again, of which nothing reads an entry."""
    bound, n = random.whole(10, 40), random.whole(10, 30)
    sketch = Sketch(random, bound * random.whole(5, 8))
    made = sketch.make("entry")
    full = variant == "full"
    look_up = LookUp("entry", "cache", Keys(bound if full else 0), [made], reads=False)
    program = sketch.program(look_up, *([Every(n, n - 1, [ReadSome("cache", 1)])] if full else []))
    if full:
        return program, clean(f"{bound} entries", labels={label_key(made): ["cache"]})
    return program, leaks(leak(made, (1, 1)), note="a new key in each frame, and no entry is read")


@family("read-next-frame", "leak", "bounded")
def read_next_frame(random, variant):
    """Each frame reads the k tensors before its own, to compare with them, and older ones never again. They
    stay in a list; or leave it when they are older."""
    k = random.whole(1, 5)
    sketch = Sketch(random, random.whole(120, 300))
    made = sketch.make("grey")
    bounded = [Trim("greys", k)] if variant == "bounded" else []
    compared = [Trim("compared", k, dispose=False)]
    program = sketch.program(ReadSome("compared", k, "sub"), made, Push("compared", "grey"), *compared,
                             Push("greys", "grey"), *bounded)
    if variant == "bounded":
        return program, clean(f"the last {k}", labels={label_key(made): ["cache", "steady"]})
    return program, leaks(leak(made, (1, 1)), note=f"read in the next {k} frames, and never again")


@family("read-by-alias", "leak", "bounded")
def read_by_alias(random, variant):
    """Each frame reads its tensor through a view, which is not disposed, nor is the tensor; or both go into
    lists of the last b."""
    bound = random.whole(2, 8)
    sketch = Sketch(random, random.whole(60, 200))
    made = sketch.make("row")
    view = Alias("flat", "row", "reshape", (8,))
    rings = [Push("rows", "row"), Trim("rows", bound), Push("flats", "flat"), Trim("flats", bound)]
    program = sketch.program(made, sketch.helper(view), Use("flat"), *(rings if variant == "bounded" else []))
    if variant == "bounded":
        return program, clean(f"the last {bound} and their views")
    return program, leaks(leak(made, (1, 1)), leak(view, (1, 1), size=0), note="tensors and their views pile up")
