"""Lanes that share functions, threads and lines, that begin late and end early."""
from ..family import family
from ..flow_statements import Await, Call, OnLane, OnThread, Repeat
from ..program import Function, Lane
from ..sketch import Sketch
from ..store_statements import Push, Trim
from ..tensor_statements import Dispose, Use
from ..truth import CLEAN, LEAK, Truth, clean, leak, leaks

POOL = (11, 12, 13, 14)


@family("thread-pool", "forgets", "disposes")
def thread_pool(random, variant):
    """One lane, whose work is done on threads of a pool, by chance. Its marks are the only ones."""
    sketch = Sketch(random, random.whole(60, 200))
    pool = POOL[: random.whole(2, 4)]
    made = sketch.make("answer")
    last = [Dispose("answer")] if variant == "disposes" else []
    program = sketch.program(OnThread(pool, [sketch.helper(made, Use("answer"), *last)]))
    if variant == "disposes":
        return program, clean("each is disposed")
    return program, leaks(leak(made, (1, 1)), note="one in each frame, whichever thread makes it")


@family("thread-pool-lanes", "one-forgets", "none")
def thread_pool_lanes(random, variant):
    """Two lanes whose handlers run on one pool of threads; one of the handlers forgets its tensor."""
    sketch = Sketch(random, 0)
    pool = POOL[: random.whole(2, 4)]
    guilty = random.whole(0, 1)
    made = [sketch.make("a"), sketch.make("b")]
    functions = []
    for index, (name, one) in enumerate(zip(("onQuery", "onUpload"), made)):
        forgets = index == guilty and variant == "one-forgets"
        body = [one, Use(one.name)] + ([] if forgets else [Dispose(one.name)])
        functions.append(Function(name, [OnThread(pool, body), Await()]))
    running = [Lane("onQuery", random.whole(60, 200), "queries"), Lane("onUpload", random.whole(60, 200), "uploads")]
    program = sketch.laid_out(functions, running)
    if variant == "none":
        return program, clean("both dispose")
    return program, leaks(leak(made[guilty], (1, 1), lane=running[guilty].name), note="one of two handlers forgets")


@family("async-lanes", "one-leaks", "one-leaks-in-flight", "none")
def async_lanes(random, variant):
    """Two or three lanes on one thread, interleaved, run one function; in one lane it returns early,
    without the dispose. In flight: lanes wait for each other between making and disposing, so that
    marks see what is not yet disposed, and nothing but the size of the whole growth is known."""
    names = ("camera", "audio", "requests")[: random.whole(2, 3)]
    guilty = random.one_of(names)
    sketch = Sketch(random, 0)
    made = sketch.make("t")
    waits = [] if variant == "one-leaks" else [Await()]
    disposing = [OnLane(name, [Dispose("t")]) for name in names if variant == "none" or name != guilty]
    handler = Function("handle", [Await(), made, *waits, Use("t"), *disposing, Await()])
    running = [Lane("handle", random.whole(80, 240), name) for name in names]
    program = sketch.laid_out([handler], running)
    if variant == "none":
        return program, clean("every lane disposes")
    if variant == "one-leaks":
        return program, leaks(leak(made, (1, 1), lane=guilty), note=f"one in each frame of {guilty}")
    return program, leaks(leak(made, None), note=f"one in each frame of {guilty}, beside others in flight")


@family("lane-stops", "other-leaks", "stopped-leaks", "none")
def lane_stops(random, variant):
    """A lane ends half-way, and leaves a ring of b tensors behind; the other goes on, and leaks or not.
    Where the lane that ended has leaked to its end, it is a leak in its own frames, and has stopped
    in those of the run: both are right."""
    frames, bound = random.whole(60, 160), random.whole(3, 8)
    sketch = Sketch(random, 0)
    ring, made = sketch.make("frame"), sketch.make("answer")
    bounded = [] if variant == "stopped-leaks" else [Trim("frames", bound)]
    last = [] if variant == "other-leaks" else [Dispose("answer")]
    stops = Function("onCamera", [ring, Use("frame"), Push("frames", "frame"), *bounded])
    goes_on = Function("onRequest", [made, Use("answer"), *last])
    running = [Lane("onRequest", 2 * frames, "requests", 0, pace=1), Lane("onCamera", frames, "camera", 1, pace=1)]
    program = sketch.laid_out([stops, goes_on], running)
    if variant == "none":
        return program, clean(f"{bound} are left, and the rest is disposed")
    if variant == "stopped-leaks":
        return program, Truth([LEAK, CLEAN], [leak(ring, None)], note="leaks as long as its lane runs")
    return program, leaks(leak(made, (1, 1), lane="requests"), note="the lane that goes on leaks")


@family("lane-starts-late", "leaks", "fills-a-ring")
def lane_starts_late(random, variant):
    """A second lane begins when the first is half through, and leaks in each of its frames; or fills
    a ring within its first third."""
    frames = random.whole(40, 120)
    sketch = Sketch(random, 0)
    bound = random.whole(3, frames // 3)
    tick, made = sketch.make("tick"), sketch.make("picture")
    bounded = [Trim("pictures", bound)] if variant == "fills-a-ring" else []
    early = Function("onTick", [tick, Use("tick"), Dispose("tick")])
    late = Function("onPicture", [made, Use("picture"), Push("pictures", "picture"), *bounded])
    running = [Lane("onTick", 2 * frames, "ticks", 0, pace=1),
               Lane("onPicture", frames, "pictures", 1, pace=1, starts=frames)]
    program = sketch.laid_out([early, late], running)
    if variant == "fills-a-ring":
        return program, clean(f"a ring of {bound}")
    return program, leaks(leak(made, (1, 1), lane="pictures"), note="leaks from the first frame of its lane on")


@family("two-rates-one-line", "both", "the-faster", "none")
def two_rates_one_line(random, variant):
    """Two lanes reach one line, one of them once a frame, the other twice. Both forget what they get
    (at a rate that is of no single lane), or the second alone, or none."""
    sketch = Sketch(random, 0)
    made = sketch.make("t")
    shared = sketch.helper(made, Use("t")).callee
    end_one = [Dispose("t")] if variant != "both" else []
    end_two = [Dispose("t")] if variant == "none" else []
    one = Function("onQuery", [Call(shared), *end_one, Await()])
    two = Function("onUpload", [Repeat(2, 2, [Call(shared), *end_two]), Await()])
    running = [Lane("onQuery", random.whole(80, 200), "queries", 0),
               Lane("onUpload", random.whole(80, 200), "uploads", 1)]
    program = sketch.laid_out([one, two], running)
    if variant == "none":
        return program, clean("both lanes dispose")
    if variant == "both":
        return program, leaks(leak(made, None), note="one a frame in one lane, two a frame in the other")
    return program, leaks(leak(made, (2, 1), lane="uploads"), note="two a frame in one lane, none in the other")
