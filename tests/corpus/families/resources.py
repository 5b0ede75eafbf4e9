"""Resources below the tensors: with noise, with a plateau, in a sawtooth, beside others."""
from ..family import family
from ..flow_statements import Every, Later, NotEvery, Repeat, Sometimes
from ..sketch import Sketch
from ..store_statements import Keys, LookUp
from ..tensor_statements import Dispose, Make, Resource, Set, Use
from ..truth import LEAK, Truth, clean, rate

NAMES = ("textures", "data ids", "gl buffers", "sessions")


def sketch_with(random, frames, *names):
    """A program that has set up some resources."""
    sketch = Sketch(random, frames)
    sketch.setup = [Resource(name, random.whole(5, 50)) for name in names]
    sketch.setup += [Make("w", "zeros", (4,)), Set("w", "w")]
    return sketch


def below(name, amount, frames, note, within=0.0):
    return Truth([LEAK], resource=name, resource_rate=rate(amount, frames), resource_within=within, note=note)


@family("below-noise", "grows", "returns")
def below_noise(random, variant):
    """Something below is taken in each frame and returned up to d frames later, by chance; but for one in n
    frames."""
    n, delay = random.whole(2, 8), random.whole(2, 6)
    name = random.one_of(NAMES)
    sketch = sketch_with(random, random.whole(500, 800), name)
    made = sketch.make("t")
    returned = Later(0, delay, [Resource(name, -1)])
    last = NotEvery(n, n - 1, [returned]) if variant == "grows" else returned
    program = sketch.program(made, Use("t"), Resource(name, 1), last, Dispose("t"))
    if variant == "returns":
        return program, clean(f"returned within {delay} frames")
    return program, below(name, 1, n, f"one in {n} frames is not returned", within=0.05)


@family("below-by-shape", "each-frame", "each-shape")
def below_by_shape(random, variant):
    """One is made for each of m shapes, the last of which comes by half-time; or for each frame."""
    shapes, count = random.whole(4, 20), random.whole(1, 3)
    name = random.one_of(NAMES)
    sketch = sketch_with(random, shapes * random.whole(3, 6), name)
    made = sketch.make("t")
    if variant == "each-frame":
        program = sketch.program(Make("key", "scalar", ()), Resource(name, count), Dispose("key"))
        return program, below(name, count, 1, f"{count} in each frame")
    key = Make("key", "scalar", ())
    program = sketch.program(LookUp("key", "programs", Keys(shapes), [key, Resource(name, count)]), made, Dispose("t"))
    return program, clean(f"{count} for each of {shapes} shapes")


@family("below-sawtooth", "keeps-one", "returns-all")
def below_sawtooth(random, variant):
    """Some are taken in each frame and returned every n-th, all of them or all but one."""
    n, count = random.whole(3, 16), random.whole(1, 3)
    name = random.one_of(NAMES)
    sketch = sketch_with(random, n * random.whole(8, 14) + random.whole(0, n - 1), name)
    made = sketch.make("t")
    kept = 1 if variant == "keeps-one" else 0
    program = sketch.program(made, Resource(name, count), Every(n, n - 1, [Resource(name, kept - n * count)]),
                             Dispose("t"))
    if variant == "returns-all":
        return program, clean(f"returned every {n} frames")
    return program, below(name, 1, n, f"one is kept every {n} frames")


@family("below-one-of-three", "one-grows", "none")
def below_one_of_three(random, variant):
    """Three resources: one stands still, one goes up and down by chance, and one grows by k in each n-th frame; or
    by k in the one frame and −k in the next."""
    still, noisy, grows = random.shuffled(NAMES)[:3]
    n, k = random.whole(2, 7), random.whole(1, 4)
    sketch = sketch_with(random, 2 * n * random.whole(10, 20), still, noisy, grows)
    made = sketch.make("t")
    down = [Every(n, n - 1, [Resource(grows, -k)])] if variant == "none" else []
    noise = Sometimes(0.3, [Resource(noisy, 1), Later(1, 3, [Resource(noisy, -1)])])
    program = sketch.program(made, noise, Every(n, 0, [Resource(grows, k)]), *down, Dispose("t"))
    if variant == "none":
        return program, clean("each comes down again")
    return program, below(grows, k, n, f"{k} every {n} frames")


@family("below-by-chance", "grows", "bounded")
def below_by_chance(random, variant):
    """With a chance of a half one is taken in a frame, and never returned; or up to four are out at a time, and
    each frame returns them."""
    name = random.one_of(NAMES)
    sketch = sketch_with(random, random.whole(400, 600), name)
    made = sketch.make("t")
    taken = [Sometimes(0.5, [Resource(name, 1)])]
    if variant == "bounded":
        taken = [Repeat(0, 4, [Resource(name, 1), Later(1, 1, [Resource(name, -1)])])]
    program = sketch.program(made, Use("t"), *taken, Dispose("t"))
    if variant == "bounded":
        return program, clean("the next frame returns them")
    return program, below(name, 1, 2, "taken in every second frame, by chance", within=0.3)
