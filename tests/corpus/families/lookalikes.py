"""Pairs that are alike for long: one takes another's place, loads that change, leaks in a crowd."""
from ..family import family
from ..flow_statements import Await, Between, Call, Every, Later, NotEvery, Repeat, Sometimes, Spells
from ..program import Function, Lane
from ..sketch import Sketch
from ..store_statements import Push, Take, Trim
from ..tensor_statements import Dispose, Make, Set, Use
from ..truth import CLEAN, LEAK, NO_VERDICT, Truth, clean, leak, leaks


@family("cancelling-one-line", "leak", "ring")
def cancelling_one_line(random, variant):
    """Setup makes a stock at a line of which each frame disposes one, and each frame takes one more at the same
    line, and forgets it: the whole stands still. That is a leak; but the log is that of a store whose
    old entries make room for new ones, and no verdict is right as well. Or the new ones go into a ring."""
    sketch = Sketch(random, random.whole(60, 160))
    made = sketch.make("t")
    shared = sketch.helper(made).callee
    stock = sketch.frames + random.whole(5, 20)
    sketch.setup = [Repeat(stock, stock, [Call(shared), Push("stock", "t")])]
    bounded = [Push("ring", "t"), Trim("ring", 5)] if variant == "ring" else []
    program = sketch.program(Trim("stock", 0, at_most=1), Call(shared), Use("t"), *bounded)
    if variant == "ring":
        return program, clean("the stock shrinks, the ring holds five")
    return program, Truth([LEAK, NO_VERDICT], [leak(made, None)], note="one a frame stays while the stock shrinks")


@family("last-tooth", "collected-later", "never-again")
def last_tooth(random, variant):
    """Garbage is collected at a quarter of the run and again at a half; the next time would be after its end, so
    that the last tooth is the highest. Or never again, for then a reference is left. The logs are the
    same, and only that nothing is known is right for both."""
    quarter = random.whole(12, 40)
    sketch = Sketch(random, 4 * quarter + random.whole(2, 6))
    made = sketch.make("t")
    first, second = (Between(turn, turn + 1, [Trim("garbage", 0)]) for turn in (quarter, 2 * quarter))
    if variant == "collected-later":
        second = Every(3 * quarter, 2 * quarter, [Trim("garbage", 0)])
    program = sketch.program(made, Use("t"), Push("garbage", "t"), first, second)
    if variant == "collected-later":
        return program, Truth([CLEAN, NO_VERDICT], note="all is collected, the next time behind the end")
    return program, Truth([LEAK, NO_VERDICT], [leak(made, None)], note="nothing is collected after half-time")


@family("leak-under-queue", "leak", "consumed")
def leak_under_queue(random, variant):
    """A queue wanders below b, and is often full; every n-th frame one more tensor of its line stays, in all some ten
    times as many as the queue holds."""
    bound, n = random.whole(5, 12), random.whole(8, 20)
    sketch = Sketch(random, 10 * bound * n)
    made = sketch.make("job")
    shared = sketch.helper(made).callee
    goes = [Dispose("job")] if variant == "consumed" else []
    program = sketch.program(Sometimes(0.6, [Call(shared), Push("jobs", "job"), Trim("jobs", bound)]),
                             Sometimes(0.5, [Take("done", "jobs"), Use("done"), Dispose("done")]),
                             Every(n, n - 1, [Call(shared), Use("job"), *goes]))
    if variant == "consumed":
        return program, clean(f"never more than {bound} jobs")
    return program, leaks(leak(made, (1, n), within=0.3), note=f"one in {n} frames stays, beside a queue")


@family("two-periods", "leak", "flushed")
def two_periods(random, variant):
    """A batch is emptied every n-th frame; every m-th frame one of it is taken out, and forgotten. No number divides
    both, and the run is too short for their product to come again three times."""
    n, m = random.one_of(((11, 7), (13, 9), (17, 12), (19, 14)))
    sketch = Sketch(random, n * m * random.whole(15, 25) // 10)
    made = sketch.make("t")
    goes = [Dispose("x")] if variant == "flushed" else []
    program = sketch.program(made, Use("t"), Push("batch", "t"), Every(m, m - 1, [Take("x", "batch"), *goes]),
                             Every(n, n - 1, [Trim("batch", 0)]))
    if variant == "flushed":
        return program, clean(f"emptied every {n} frames")
    return program, leaks(leak(made, (1, m), within=0.2), note=f"one in {m} frames is taken out and forgotten")


@family("crowded-lanes", "one-leaks", "none")
def crowded_lanes(random, variant):
    """Eight lanes of a dozen frames each, on threads of their own, with a function and a line each. One of them
    forgets its tensor, and the others hold a ring of two."""
    sketch = Sketch(random, 0)
    guilty = random.whole(0, 7)
    functions, made = [], []
    for number in range(8):
        made.append(sketch.make("t"))
        forgets = number == guilty and variant == "one-leaks"
        ring = [] if forgets else [Push(f"ring{number}", "t"), Trim(f"ring{number}", 2)]
        functions.append(Function(f"onPeer{number}", [made[-1], Use("t"), *ring, Await()]))
    running = [Lane(f"onPeer{number}", random.whole(12, 20), f"peer {number}", number) for number in range(8)]
    program = sketch.laid_out(functions, running)
    if variant == "none":
        return program, clean("eight rings of two")
    return program, leaks(leak(made[guilty], (1, 1), lane=f"peer {guilty}"), note="one lane of eight forgets")


@family("lane-workspaces", "each-frame", "each-lane")
def lane_workspaces(random, variant):
    """Six lanes, which begin one after another in the first third of the run, make a workspace at one line in their
    first frame, and read it in all others; or the last lane to begin makes one in each of its frames."""
    sketch = Sketch(random, 0)
    apart = random.whole(4, 10)
    made = sketch.make("workspace")
    shared = sketch.helper(made).callee
    functions, running = [], []
    for number in range(6):
        once = Between(0, 1, [Call(shared), Set(f"workspace{number}", "workspace")])
        more = [Between(1, 0, [Call(shared)])] if number == 5 and variant == "each-frame" else []
        functions.append(Function(f"onClient{number}", [once, *more, Use(f"workspace{number}")]))
        running.append(Lane(f"onClient{number}", 15 * apart, f"client {number}", number, pace=1, starts=apart * number))
    program = sketch.laid_out(functions, running)
    if variant == "each-lane":
        return program, clean("one workspace for each of six lanes")
    return program, leaks(leak(made, (1, 1), lane="client 5"), note="the last client makes one in each frame")


@family("one-of-a-hundred", "leak", "all-replaced")
def one_of_a_hundred(random, variant):
    """A hundred tensors of one line are replaced in each frame, or all but one of them."""
    sketch = Sketch(random, random.whole(40, 60))
    made = sketch.make("cell")
    kept = [Take("x", "cells")] if variant == "leak" else []
    program = sketch.program(*kept, Trim("cells", 0), Repeat(100, 100, [made, Push("cells", "cell")]))
    if variant == "all-replaced":
        return program, clean("a hundred are alive")
    return program, leaks(leak(made, (1, 1)), note="one of the hundred is forgotten in each frame")


@family("busy-spells", "leak", "ring")
def busy_spells(random, variant):
    """Busy spells and quiet ones take turns, of lengths that chance picks. In a busy one a tensor a frame stays; or
    goes into a ring, which is full in the first of them."""
    low = random.whole(8, 20)
    sketch = Sketch(random, 100 * low)
    made = sketch.make("reply")
    bounded = [Trim("replies", low)] if variant == "ring" else []
    serve = sketch.helper(made, Use("reply"), Push("replies", "reply"), *bounded)
    program = sketch.program(Spells(low, 3 * low, [serve]))
    if variant == "ring":
        return program, clean(f"at most {low}")
    return program, leaks(leak(made, (1, 2), within=0.5), note="one in each frame of a busy spell")


@family("pace-changes", "slower", "faster", "stops")
def pace_changes(random, variant):
    """Two tensors a frame stay, and from half-time on one; or one, and then two; or two, and then none."""
    sketch = Sketch(random, random.whole(60, 240))
    half = sketch.frames // 2
    made = sketch.make("t")
    shared = sketch.helper(made, Use("t"), Push("list", "t")).callee
    once, twice = Call(shared), Repeat(2, 2, [Call(shared)])
    parts = {"slower": [Between(0, half, [twice]), Between(half, 0, [once])],
             "faster": [Between(0, half, [once]), Between(half, 0, [twice])], "stops": [Between(0, half, [twice])]}
    program = sketch.program(*parts[variant])
    if variant == "stops":
        return program, clean(f"stands still from frame {half} on")
    amount = 1 if variant == "slower" else 2
    return program, leaks(leak(made, (amount, 1)), note=f"{amount} a frame from half-time on, and others before")


@family("mode-change", "at-50", "at-80", "leak-after")
def mode_change(random, variant):
    """All tensors of a frame are disposed in the next one. At half-time, or at 80 % of the run, the program
    makes five times as many of them from then on: a step, and behind it members that are replaced. Or it
    forgets one a frame from there on. A step in the last quarter may be too late to be sure."""
    few = random.whole(2, 8)
    sketch = Sketch(random, random.whole(80, 240))
    turn = sketch.frames * (8 if variant == "at-80" else 5) // 10
    made = sketch.make("t")
    shared = sketch.helper(made, Use("t"), Push("batch", "t")).callee
    forgets = [Between(turn + 1, 0, [Take("x", "batch")])] if variant == "leak-after" else []
    more = Between(turn, 0, [Repeat(4 * few, 4 * few, [Call(shared)])])
    program = sketch.program(*forgets, Trim("batch", 0), Repeat(few, few, [Call(shared)]), more)
    if variant == "leak-after":
        return program, leaks(leak(made, (1, 1)), note=f"one a frame from frame {turn} on, beside a step")
    note = f"{few}, and {5 * few} from frame {turn} on"
    return program, Truth([CLEAN, NO_VERDICT], note=note) if variant == "at-80" else clean(note)


@family("read-once-later", "leak", "disposed")
def read_once_later(random, variant):
    """Each tensor is read once again some frames later, a twentieth of the run at most, and then disposed, or
    forgotten."""
    sketch = Sketch(random, random.whole(200, 400))
    lag = random.whole(1, sketch.frames // 20)
    made = sketch.make("target")
    goes = [Dispose("target")] if variant == "disposed" else []
    program = sketch.program(sketch.helper(made, Later(lag, lag, [Use("target", "sub"), *goes])))
    if variant == "disposed":
        return program, clean(f"disposed {lag} frames later")
    return program, leaks(leak(made, (1, 1)), note=f"read {lag} frames later, and never again")


@family("leak-for-some", "one-in-n-requests", "none")
def leak_for_some(random, variant):
    """A frame serves none to four requests. Each makes two tensors, at two lines; a request that fails, in frames
    that n divides, leaves by an exception before the second is disposed."""
    n = random.whole(2, 6)
    sketch = Sketch(random, random.whole(500, 700))
    query, answer = Make("query", "cast", sketch.shape()), sketch.make("answer")
    goes = Dispose("answer")
    last = goes if variant == "none" else NotEvery(n, 0, [goes])
    program = sketch.program(Repeat(0, 4, [sketch.helper(query, answer, Use("query"), Dispose("query"), last)]))
    if variant == "none":
        return program, clean("both are disposed")
    return program, leaks(leak(answer, (2, n), within=0.45), note=f"requests of one frame in {n} fail")
