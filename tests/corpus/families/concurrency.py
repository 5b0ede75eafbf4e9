"""Lanes, threads, and work that ends in a later frame."""
from ..family import family
from ..flow_statements import Await, Later, NotEvery, OnLane
from ..program import Function, Lane
from ..sketch import Sketch
from ..tensor_statements import Dispose, Use
from ..truth import clean, leak, leaks

NAMES = ("camera", "audio", "requests", "training")


def lanes(random, functions, low, high):
    return [Lane(function, random.whole(low, high), name, thread)
            for thread, (function, name) in enumerate(zip(functions, NAMES))]


@family("threads", "one-leaks", "none")
def threads(random, variant):
    """Two to four threads with frames of their own, interleaved. One of them forgets its tensor."""
    count = random.whole(2, 4)
    guilty = random.whole(0, count - 1)
    sketch = Sketch(random, 0)
    functions = [Function(f"on{name.title()}", []) for name in NAMES[:count]]
    made = []
    for index, function in enumerate(functions):
        made.append(sketch.make("t"))
        leaks_here = index == guilty and variant == "one-leaks"
        function.statements += [made[-1], Await(), Use("t"), Await()]
        function.statements += [] if leaks_here else [Dispose("t")]
    running = lanes(random, [one.name for one in functions], 20, 120)
    program = sketch.laid_out(functions, running)
    if variant == "none":
        return program, clean("every thread disposes")
    return program, leaks(leak(made[guilty], (1, 1), lane=NAMES[guilty]), note="one thread of several forgets")


@family("shared-handler", "one-lane-leaks", "none")
def shared_handler(random, variant):
    """All lanes run one function; in one of them it returns early, without the dispose."""
    count = random.whole(2, 3)
    guilty = NAMES[random.whole(0, count - 1)]
    sketch = Sketch(random, 0)
    made = sketch.make("t")
    early = [OnLane(name, [] if name == guilty and variant == "one-lane-leaks" else [Dispose("t")])
             for name in NAMES[:count]]
    early = [one for one in early if one.inner]
    handler = Function("handle", [made, Await(), Use("t"), Await(), *early])
    program = sketch.laid_out([handler], lanes(random, ["handle"] * count, 400, 500))
    if variant == "none":
        return program, clean("every lane disposes")
    return program, leaks(leak(made, (1, 1), within=0.01, lane=guilty), note=f"only {guilty} leaks")


@family("unequal-lanes", "slow-leaks", "none")
def unequal_lanes(random, variant):
    """A fast lane of hundreds of ticks beside a slow one of a few dozen requests, which leaks."""
    sketch = Sketch(random, 0)
    count = random.whole(1, 3)
    made = [sketch.make(f"t{number}") for number in range(count)]
    last = [Dispose(f"t{number}") for number in range(count)] if variant == "none" else []
    slow = Function("onRequest", [*made, Await(), *last])
    fast = Function("onTick", [sketch.make("tick"), Await(), Dispose("tick")])
    running = [Lane("onTick", random.whole(200, 500), "ticks"), Lane("onRequest", random.whole(20, 50), "requests")]
    program = sketch.laid_out([slow, fast], running)
    if variant == "none":
        return program, clean("every lane disposes")
    return program, leaks(*[leak(one, (1, 1), lane="requests") for one in made], note="the slow lane leaks")


@family("async", "some-never", "all-later")
def asynchronous(random, variant):
    """What a frame starts is disposed k frames later, in every frame; or but for every n-th."""
    delay, n = random.whole(1, 6), random.whole(2, 6)
    sketch = Sketch(random, max(12 * delay, n * random.whole(8, 12)) + random.whole(0, 20))
    made = sketch.make("answer")
    later = Later(delay, delay, [Use("answer", "data"), Dispose("answer")])
    last = NotEvery(n, n - 1, [later]) if variant == "some-never" else later
    program = sketch.program(made, last)
    if variant == "all-later":
        return program, clean(f"disposed {delay} frames later")
    return program, leaks(leak(made, (1, n)), note=f"one promise in {n} frames is never answered")


@family("async-jitter", "leak-beside", "all-later")
def asynchronous_jitter(random, variant):
    """Answers come 1 to k frames later as chance has it, made in a helper; another line forgets."""
    delay = random.whole(2, 6)
    sketch = Sketch(random, random.whole(120, 300))
    answer, made = sketch.make("answer"), sketch.make("t")
    helper = sketch.helper(answer, Later(1, delay, [Use("answer"), Dispose("answer")]))
    last = [] if variant == "leak-beside" else [Dispose("t")]
    program = sketch.program(helper, made, Use("t"), *last)
    if variant == "all-later":
        return program, clean(f"answered within {delay} frames")
    return program, leaks(leak(made, (1, 1)), note="beside answers that come when they like")
