"""What happens every n-th frame, or late, or in a run of a few frames or of thousands."""
from ..family import family
from ..flow_statements import Between, Every, Repeat
from ..sketch import Sketch
from ..store_statements import Push, Trim
from ..tensor_statements import Dispose, Use
from ..truth import CLEAN, LEAK, NO_VERDICT, Truth, clean, leak, leaks


@family("every-nth-frame", "leak", "sawtooth")
def every_nth_frame(random, variant):
    """One tensor every n-th frame is forgotten; or one a frame is held until the n-th releases all."""
    n = random.one_of((2, 3, 4, 5, 7, 10, 16, 25, 50, 100))
    phase = random.whole(0, n - 1)
    sketch = Sketch(random, n * random.whole(5, 9) + random.whole(0, n) + 8)
    made = sketch.make("t")
    if variant == "leak":
        program = sketch.program(Every(n, phase, [made, Use("t")]))
        return program, leaks(leak(made, (1, n)), note=f"one in {n} frames")
    program = sketch.program(made, Push("batch", "t"), Every(n, phase, [Trim("batch", 0)]))
    return program, clean(f"released every {n} frames")


@family("flush", "forgets-one", "releases-all")
def flush(random, variant):
    """Every n-th frame empties a list, and one of its tensors is taken out and not disposed."""
    n = random.whole(2, 24)
    phase = random.whole(0, n - 1)
    sketch = Sketch(random, n * random.whole(5, 9) + random.whole(0, n) + 8)
    made = sketch.make("t")
    rest = [Trim("batch", 1), Trim("batch", 0, dispose=variant == "releases-all")]
    program = sketch.program(made, Push("batch", "t"), Every(n, phase, rest))
    if variant == "releases-all":
        return program, clean(f"released every {n} frames")
    return program, leaks(leak(made, (1, n)), note=f"a flush every {n} frames forgets one")


@family("late", "leak", "plateau")
def late(random, variant):
    """From frame s on a list grows, for ever or up to a bound that it reaches by 7/12 of the run."""
    frames = random.whole(48, 300)
    start = random.whole(frames // 6, frames // 3)
    bound = random.whole(4, frames // 4)
    sketch = Sketch(random, frames)
    made = sketch.make("t")
    end = start + bound if variant == "plateau" else 0
    program = sketch.program(Between(start, end, [made, Use("t"), Push("list", "t")]))
    if variant == "plateau":
        return program, clean(f"{bound} are made from frame {start} on, and no more")
    return program, leaks(leak(made, (1, 1)), note=f"one a frame from frame {start} on")


@family("very-late", "leak", "plateau")
def very_late(random, variant):
    """Growth in the last quarter; or an end so soon behind it that levelling off is not sure."""
    frames = random.whole(60, 200)
    sketch = Sketch(random, frames)
    made = sketch.make("t")
    if variant == "leak":
        program = sketch.program(Between(random.whole(frames * 3 // 4, frames - 4), 0, [made]))
        return program, Truth([LEAK, NO_VERDICT], [leak(made, None)], note="starts in the last quarter; never clean")
    start = frames * 6 // 10
    program = sketch.program(Between(start, start + frames * 15 // 100, [made]))
    return program, Truth([CLEAN, NO_VERDICT], note="flat in the last quarter; never a leak")


@family("few-frames", "leak", "disposed", "two-frames", "one-frame")
def few_frames(random, variant):
    """Three to five frames are enough where a loop repeats exactly. One or two show nothing."""
    frames = {"two-frames": 2, "one-frame": 1}.get(variant, random.whole(3, 5))
    sketch = Sketch(random, frames)
    sketch.dressing = None
    made = sketch.make("t")
    last = [Dispose("t")] if variant == "disposed" else []
    program = sketch.program(made, Use("t"), *last)
    if variant == "disposed":
        return program, clean("each is disposed")
    if variant == "leak":
        return program, leaks(leak(made, (1, 1)), note=f"exact over {frames} frames")
    return program, Truth([NO_VERDICT], note="too short")


@family("long-run", "leak", "sawtooth")
def long_run(random, variant):
    """Thousands of frames, one tensor in fifty to a hundred of them."""
    n = random.whole(50, 100)
    phase = random.whole(0, n - 1)
    sketch = Sketch(random, random.whole(2000, 3000))
    made = sketch.make("t")
    if variant == "leak":
        program = sketch.program(Every(n, phase, [made, Use("t")]))
        return program, leaks(leak(made, (1, n)), note=f"one in {n} frames")
    held = [made, Push("batch", "t")]
    program = sketch.program(Every(10, phase % 10, held), Every(n, phase, [Trim("batch", 0)]))
    return program, clean(f"released every {n} frames")


@family("hundred-in-thousand", "leak", "ring")
def hundred_in_thousand(random, variant):
    """One in a hundred frames, within a thousand of them; or a ring that is full by half-time."""
    phase = random.whole(0, 99)
    sketch = Sketch(random, random.whole(600, 1000))
    made = sketch.make("t")
    bound = [Trim("list", 2)] if variant == "ring" else []
    program = sketch.program(Every(100, phase, [made, Push("list", "t"), *bound]))
    if variant == "ring":
        return program, clean("at most two are held")
    return program, leaks(leak(made, (1, 100)), note="one in 100 frames")


@family("stairs", "for-ever", "landing")
def stairs(random, variant):
    """Every n-th frame some tensors at once stay: for ever, or for the first four times of eight."""
    n, count = random.whole(6, 30), random.whole(2, 8)
    sketch = Sketch(random, 8 * n + random.whole(0, n))
    made = sketch.make("screen")
    step = Every(n, 0, [Repeat(count, count, [made, Push("screens", "screen")])])
    program = sketch.program(Between(0, 4 * n, [step]) if variant == "landing" else sketch.helper(step))
    if variant == "landing":
        return program, clean(f"four times {count}, and no more")
    return program, leaks(leak(made, (count, n)), note=f"{count} every {n} frames")
