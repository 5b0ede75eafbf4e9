"""Populations that chance moves: bursts, collectors, queues, rare events; and what hides a leak."""
import math

from ..family import family
from ..flow_statements import Later, NotEvery, OnceIn, Repeat, Sometimes
from ..sketch import Sketch
from ..store_statements import Push, Take, Trim
from ..tensor_statements import Dispose, Set, Use
from ..truth import clean, leak, leaks

WITHIN = 0.01


@family("bursts", "one-kept", "all-released")
def bursts(random, variant):
    """Once in n frames, at a frame that chance picks, a burst of tensors is made, of a size that
    chance picks. The next frame releases them; or all but one."""
    n = random.whole(2, 3)
    sketch = Sketch(random, 300 * n)
    made = sketch.make("t")
    taken = [Take("x", "burst")] if variant == "one-kept" else []
    burst = OnceIn(n, [Repeat(2, 6, [made, Push("burst", "t")]), *taken])
    program = sketch.program(Trim("burst", 0), burst)
    if variant == "all-released":
        return program, clean("the next frame releases each burst")
    return program, leaks(leak(made, (1, n), within=WITHIN), note=f"one of each burst stays, one burst in {n} frames")


@family("garbage", "some-not-collected", "all-collected")
def garbage(random, variant):
    """A collector releases each tensor up to l frames late. One in n frames it never gets."""
    n, lag, count = random.whole(1, 5), random.whole(2, 8), random.whole(1, 2)
    sketch = Sketch(random, 400 + 150 * n)
    made = sketch.make("t")
    collected = Later(0, lag, [Dispose("t", "collected")])
    last = NotEvery(n, 0, [collected]) if variant == "some-not-collected" else collected
    program = sketch.program(Repeat(count, count, [made, Use("t"), last]))
    if variant == "all-collected":
        return program, clean(f"collected within {lag} frames")
    return program, leaks(leak(made, (count, n), within=WITHIN), note=f"in one of {n} frames nothing lets go of it")


@family("garbage-batches", "one-held", "all-collected")
def garbage_batches(random, variant):
    """A collector runs once in n frames, when chance has it, and releases all there is; below it
    one tensor a frame, of another line, is held for ever."""
    n = random.whole(4, 8)
    sketch = Sketch(random, 600)
    rubbish, held = sketch.make("t"), sketch.make("held")
    last = [] if variant == "one-held" else [Dispose("held")]
    program = sketch.program(rubbish, Push("garbage", "t"), sketch.helper(held, Use("held"), *last),
                             OnceIn(n, [Trim("garbage", 0)]))
    if variant == "all-collected":
        return program, clean("garbage is collected and the other tensor disposed")
    return program, leaks(leak(held, (1, 1)), note="one a frame, beside garbage")


@family("garbage-batches-one-line", "one-held", "all-collected")
def garbage_batches_one_line(random, variant):
    """The same, and garbage and what is held are made at one line."""
    n = random.whole(4, 8)
    sketch = Sketch(random, 1200)
    made = sketch.make("t")
    taken = [Take("x", "garbage")] if variant == "one-held" else []
    program = sketch.program(Repeat(2, 2, [made, Push("garbage", "t")]), *taken, OnceIn(n, [Trim("garbage", 0)]))
    if variant == "all-collected":
        return program, clean("all garbage is collected")
    return program, leaks(leak(made, (1, 1), within=WITHIN), note="one a frame escapes the collector")


@family("queue", "some-not-disposed", "all-disposed")
def queue(random, variant):
    """A queue of at most q, put into and taken from by chance. What is taken is disposed, or in one
    frame of n is not. How much leaks depends on chance."""
    n, bound = random.whole(2, 4), random.whole(3, 8)
    sketch = Sketch(random, 600)
    made = sketch.make("job")
    done = Dispose("done")
    last = NotEvery(n, 0, [done]) if variant == "some-not-disposed" else done
    put = Sometimes(0.6, [made, Push("jobs", "job"), Trim("jobs", bound)])
    program = sketch.program(put, Sometimes(0.6, [Take("done", "jobs"), Use("done"), last]))
    if variant == "all-disposed":
        return program, clean(f"never more than {bound} jobs")
    return program, leaks(leak(made, None), note="jobs of every n-th frame are not disposed")


@family("clicks", "forgotten", "replaced")
def clicks(random, variant):
    """An event that comes by chance makes a tensor, and disposes that of the event before, or not."""
    probability = random.one_of((0.1, 0.2, 0.3))
    sketch = Sketch(random, 600)
    made = sketch.make("clicked")
    goes = [Dispose("last")] if variant == "replaced" else []
    program = sketch.program(Sometimes(probability, [*goes, made, Use("clicked"), Set("last", "clicked")]))
    if variant == "replaced":
        return program, clean("one is alive")
    within = 4 * math.sqrt((1 - probability) / (probability * 300))
    tenths = round(probability * 10)
    return program, leaks(leak(made, (tenths, 10), within=round(within, 2)), note="one for each event")


@family("cancelling", "leak", "ring")
def cancelling(random, variant):
    """Setup makes a stock, of which each frame disposes one. Another line grows by as many, so that
    the total stands still; or it is bounded."""
    sketch = Sketch(random, random.whole(60, 200))
    stock = sketch.frames * 4 + 20
    sketch.setup = [Repeat(stock, stock, [sketch.make("s"), Push("stock", "s")])]
    made = sketch.make("t")
    bounded = [Trim("list", 5)] if variant == "ring" else []
    program = sketch.program(Trim("stock", 0, at_most=1), made, Use("t"), Push("list", "t"), *bounded)
    if variant == "ring":
        return program, clean("the stock shrinks, the list holds five")
    return program, leaks(leak(made, (1, 1)), note="the total stands still while one line grows")
