"""When growth happens: late, for a while, in uneven steps, seldom, at random; with noise beside it."""
import math

from ..family import family
from ..flow_statements import Between, Every, Later, NotEvery, Repeat, Sometimes
from ..sketch import Sketch
from ..store_statements import Push, Take, Trim
from ..tensor_statements import Dispose, Use
from ..truth import LEAK, NO_VERDICT, Truth, clean, leak, leaks


@family("starts-late", "at-40", "at-60", "at-70", "disposed")
def starts_late(random, variant):
    """From 40, 60 or 70 % of the run on one tensor a frame stays. At 70 % less than a third of the
    run shows it, and no verdict is right as well."""
    sketch = Sketch(random, random.whole(60, 400))
    percent = {"at-40": 40, "at-60": 60, "at-70": 70}.get(variant, 60)
    made = sketch.make("t")
    last = [Dispose("t")] if variant == "disposed" else []
    program = sketch.program(Between(sketch.frames * percent // 100, 0, [sketch.helper(made, Use("t"), *last)]))
    if variant == "disposed":
        return program, clean("each is disposed")
    note = f"one a frame from {percent} % of the run on"
    if variant == "at-70":
        return program, Truth([LEAK, NO_VERDICT], [leak(made, None)], note=note)
    return program, leaks(leak(made, (1, 1)), note=note)


@family("stops", "at-50", "at-70", "never")
def stops(random, variant):
    """A list grows from 10 % of the run on by one a frame, and stands still from 50 or 70 % on; or
    never. What stops, hundreds of frames before the end, has levelled off."""
    sketch = Sketch(random, random.whole(400, 700))
    percent = {"at-50": 50, "at-70": 70}.get(variant)
    made = sketch.make("t")
    end = sketch.frames * percent // 100 if percent else 0
    program = sketch.program(Between(sketch.frames // 10, end, [sketch.helper(made, Use("t"), Push("list", "t"))]))
    if percent:
        return program, clean(f"stands still from frame {end} on")
    return program, leaks(leak(made, (1, 1)), note="one a frame from 10 % of the run on")


@family("stops-by-chance", "at-50", "never")
def stops_by_chance(random, variant):
    """The same with growth by chance, in about every p-th frame."""
    probability = random.one_of((0.2, 0.3, 0.5))
    sketch = Sketch(random, random.whole(500, 800))
    made = sketch.make("t")
    end = sketch.frames // 2 if variant == "at-50" else 0
    program = sketch.program(Between(0, end, [Sometimes(probability, [made, Use("t"), Push("list", "t")])]))
    if variant == "at-50":
        return program, clean(f"stands still from frame {end} on")
    return program, leaks(leak(made, rate_of(probability), within=chance_of(probability, sketch.frames)),
                          note=f"stays with a chance of {probability} in each frame")


def rate_of(probability):
    return round(probability * 100), 100


def chance_of(probability, frames):
    """Four standard deviations of a rate that chance makes, over the last half of a run, as a share."""
    return round(4 * math.sqrt((1 - probability) / (probability * frames / 2)), 2)


@family("uneven-stairs", "for-ever", "landing", "released")
def uneven_stairs(random, variant):
    """Every n-th frame two to h tensors stay, as chance has it: for ever; until half-time; or those of
    the step before go."""
    n, most = random.whole(4, 16), random.whole(3, 8)
    sketch = Sketch(random, n * random.whole(30, 40))
    made = sketch.make("page")
    goes = [Trim("pages", 0)] if variant == "released" else []
    step = Every(n, n - 1, [*goes, Repeat(2, most, [made, Push("pages", "page")])])
    program = sketch.program(Between(0, sketch.frames // 2, [step]) if variant == "landing" else sketch.helper(step))
    if variant == "for-ever":
        return program, leaks(leak(made, (2 + most, 2 * n), within=0.4), note=f"two to {most} every {n} frames")
    return program, clean("no step after half-time" if variant == "landing" else f"at most {most}")


@family("rare-in-noise", "leak", "none")
def rare_in_noise(random, variant):
    """A line's tensors are disposed up to d frames later, by chance; but for one in n frames, of up to
    100, in a run of a thousand. How exactly the rate can be told depends on chance."""
    n, delay, count = random.one_of((10, 20, 50, 100)), random.whole(1, 4), random.whole(1, 2)
    phase = random.whole(0, n - 1)
    sketch = Sketch(random, 1000)
    made = sketch.make("t")
    later = Later(0, delay, [Dispose("t")])
    last = NotEvery(n, phase, [later]) if variant == "leak" else later
    program = sketch.program(sketch.helper(Repeat(count, count, [made, Use("t"), last])))
    if variant == "none":
        return program, clean(f"disposed within {delay} frames")
    return program, leaks(leak(made, (count, n), within=0.3), note=f"one in {n} frames, beside what is disposed late")


@family("rare-beside-ring", "leak", "ring-alone")
def rare_beside_ring(random, variant):
    """A ring is filled by chance and emptied by chance, and once in n frames one of its tensors is taken
    out and forgotten; or disposed."""
    n, bound = random.one_of((10, 25, 50)), random.whole(3, 8)
    sketch = Sketch(random, 1000)
    made = sketch.make("t")
    goes = [Dispose("x")] if variant == "ring-alone" else []
    program = sketch.program(made, Push("ring", "t"), Trim("ring", bound), Sometimes(0.1, [Trim("ring", 1)]),
                             Every(n, n - 1, [Take("x", "ring"), *goes]))
    if variant == "ring-alone":
        return program, clean(f"never more than {bound}")
    return program, leaks(leak(made, (1, n), within=0.3), note=f"one in {n} frames is taken out and forgotten")


@family("random-frames", "leak", "queue")
def random_frames(random, variant):
    """With a chance of p in each frame a tensor is made, and stays; or is put into a queue of at most
    three, which had been full long before half-time."""
    probability = random.one_of((0.05, 0.1, 0.2, 0.5))
    sketch = Sketch(random, 1000)
    made = sketch.make("job")
    bounded = [Trim("jobs", 3)] if variant == "queue" else []
    program = sketch.program(Sometimes(probability, [sketch.helper(made, Use("job"), Push("jobs", "job"), *bounded)]))
    if variant == "queue":
        return program, clean("at most three jobs")
    return program, leaks(leak(made, rate_of(probability), within=chance_of(probability, 1000)),
                          note=f"stays with a chance of {probability} in each frame")


@family("random-queue", "consumed", "one-in-n-dropped")
def random_queue(random, variant):
    """A queue that is put into and taken from as often as not, bounded by b. What is taken is disposed;
    or every n-th frame what is taken is only dropped."""
    bound, n = random.whole(6, 20), random.whole(4, 9)
    sketch = Sketch(random, 1000)
    made = sketch.make("job")
    done = Dispose("done")
    last = NotEvery(n, n - 1, [done]) if variant == "one-in-n-dropped" else done
    program = sketch.program(Sometimes(0.5, [made, Push("jobs", "job"), Trim("jobs", bound)]),
                             Sometimes(0.5, [Take("done", "jobs"), Use("done"), last]))
    if variant == "consumed":
        return program, clean(f"never more than {bound}")
    return program, leaks(leak(made, None), note=f"a job that is taken in an {n}. frame is dropped")
