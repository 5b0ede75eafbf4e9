"""Which line it is: neighbours alike, recursion, callbacks of a library, several leaks and the worst of
them."""
from ..family import family
from ..flow_statements import Between, Call, Callback, Deeper, Emit, Every, Repeat, Tidy
from ..program import Function
from ..sketch import Sketch
from ..store_statements import Push, Trim
from ..tensor_statements import Dispose, Make, Use
from ..truth import clean, leak, leaks


@family("neighbours", "both", "first", "second", "none")
def neighbours(random, variant):
    """Two neighbouring lines of one function make the same kind of tensor, the second of twice the rows.
    Both are forgotten, the first, the second, none."""
    sketch = Sketch(random, random.whole(20, 120))
    rows, columns = random.whole(1, 16), random.whole(1, 16)
    kind = {"op": random.one_of(("slice", "add", "relu")), "dtype": "float32"}
    one = Make("left", shape=(rows, columns), **kind)
    two = Make("right", shape=(2 * rows, columns), **kind)
    goes = {"both": [], "first": ["right"], "second": ["left"], "none": ["left", "right"]}[variant]
    program = sketch.program(sketch.helper(one, two, Use("left"), Use("right"), *map(Dispose, goes)))
    if variant == "none":
        return program, clean("both are disposed")
    made = {"both": [one, two], "first": [one], "second": [two]}[variant]
    return program, leaks(*[leak(each, (1, 1)) for each in made], note=f"of two neighbours: {variant}")


@family("neighbours-one-rings", "leak", "rings")
def neighbours_one_rings(random, variant):
    """Three neighbouring lines alike: one is disposed, one goes into a ring, and one stays every n-th
    frame, or goes into the ring as well."""
    n, bound = random.whole(1, 5), random.whole(3, 10)
    sketch = Sketch(random, n * random.whole(20, 40))
    kind = {"op": "add", "shape": sketch.shape(), "dtype": "float32"}
    temporary, ring, third = Make("a", **kind), Make("b", **kind), Make("c", **kind)
    rings = [Push("third", "c"), Trim("third", bound)] if variant == "rings" else []
    program = sketch.program(sketch.helper(temporary, ring, Every(n, 0, [third, *rings]), Use("a"), Dispose("a"),
                                           Push("ring", "b"), Trim("ring", bound)))
    if variant == "rings":
        return program, clean(f"two rings of {bound}")
    return program, leaks(leak(third, (1, n)), note=f"of three alike, one in {n} frames stays")


@family("recursion", "leak", "disposed")
def recursion(random, variant):
    """A function calls itself to a depth that chance picks, and makes a tensor at the bottom. It is one line,
    however deep."""
    sketch = Sketch(random, random.whole(200, 400))
    made = sketch.make("node")
    last = [Dispose("node")] if variant == "disposed" else []
    program = sketch.program(sketch.helper(Deeper(0, random.whole(2, 9), [made, Use("node"), *last])))
    if variant == "disposed":
        return program, clean("each is disposed")
    return program, leaks(leak(made, (1, 1), within=0.02), note="one a frame, at any depth")


@family("recursion-ring", "leak", "ring")
def recursion_ring(random, variant):
    """The same into one ring, so that each depth's part of it moves; or one in n frames is taken away."""
    n, bound = random.whole(2, 4), random.whole(8, 20)
    sketch = Sketch(random, random.whole(500, 700))
    made = sketch.make("node")
    deep = random.whole(2, 6)
    taken = [Every(n, 0, [Trim("ring", bound, dispose=False)])] if variant == "leak" else []
    program = sketch.program(sketch.helper(Deeper(0, deep, [made, Use("node"), Push("ring", "node")])), *taken,
                             Trim("ring", bound))
    if variant == "ring":
        return program, clean(f"a ring of {bound}")
    return program, leaks(leak(made, (1, n), within=0.1), note=f"in one of {n} frames the oldest is only dropped")


@family("library-callback", "forgets", "disposes")
def library_callback(random, variant):
    """A function of the library calls back, k times, an anonymous function of the program, which makes a
    tensor. The line to fix is in the callback."""
    count = random.whole(1, 4)
    sketch = Sketch(random, random.whole(12, 120))
    made = sketch.make("mapped")
    last = [Dispose("mapped")] if variant == "disposes" else []
    body = Callback("forEachAsync", [made, Use("mapped", "data"), *last])
    program = sketch.program(sketch.helper(Repeat(count, count, [body])))
    if variant == "disposes":
        return program, clean("each is disposed")
    return program, leaks(leak(made, (count, 1)), note="made in a callback that the library calls")


@family("library-event", "forgets", "replaces")
def library_event(random, variant):
    """The library emits an event in every n-th frame, out of its own loop, and a handler of the program makes a
    tensor, and disposes that of the event before, or not."""
    n = random.whole(1, 6)
    sketch = Sketch(random, n * random.whole(12, 24) + 6)
    made = sketch.make("pose")
    last = [Push("poses", "pose"), Trim("poses", 1)] if variant == "replaces" else []
    sketch.functions.append(Function("onPose", [made, Use("pose"), *last]))
    program = sketch.program(Every(n, 0, [Emit("onPose")]))
    if variant == "replaces":
        return program, clean("one pose")
    return program, leaks(leak(made, (1, n)), note=f"each event's tensor stays, one in {n} frames")


@family("callback-in-tidy", "escapes", "inside")
def callback_in_tidy(random, variant):
    """A tidy calls the library, which calls back; what the callback makes is returned from the tidy and
    dropped, or stays inside."""
    sketch = Sketch(random, random.whole(12, 120))
    made = sketch.make("loss")
    results = ("loss",) if variant == "escapes" else ()
    body = Callback("valueAndGrads", [sketch.make("logits"), Use("logits"), made])
    program = sketch.program(sketch.helper(Tidy([body, Use("loss")], results)))
    if variant == "inside":
        return program, clean("the tidy disposes both")
    return program, leaks(leak(made, (1, 1)), note="returned from the tidy in each frame, and dropped")


@family("worst-first", "three", "two", "none")
def worst_first(random, variant):
    """Three lines: tiny tensors, many a frame; middling, one a frame; large ones, one in n frames, which weigh
    the most. The worst is the one of most bytes a frame. All leak; all but the large; none."""
    n, many = random.whole(3, 8), random.whole(3, 6)
    sketch = Sketch(random, n * random.whole(12, 20) + 8)
    tiny, middling = Make("tiny", "scalar", ()), Make("middling", "slice", (16, random.whole(4, 8)))
    large = Make("large", "fromPixels", (64, 64, 4), "int32")
    ends = {"three": [], "two": ["large"], "none": ["tiny", "middling", "large"]}[variant]

    def after(name):
        return [Dispose(name)] if name in ends else []

    calls = [sketch.helper(Repeat(many, many, [tiny, *after("tiny")])), sketch.helper(middling, *after("middling")),
             Every(n, n - 1, [sketch.helper(large, *after("large"))])]
    program = sketch.program(*random.shuffled(calls))
    if variant == "none":
        return program, clean("all are disposed")
    places = [leak(tiny, (many, 1)), leak(middling, (1, 1))] + ([leak(large, (1, n))] if variant == "three" else [])
    return program, leaks(*places, note="lines whose bytes and counts are at odds")


@family("one-function-two-callers", "one-path", "none")
def one_function_two_callers(random, variant):
    """A function makes a tensor for two callers in each frame: one keeps the newest, and the other disposes, or
    does not."""
    sketch = Sketch(random, random.whole(20, 150))
    made = sketch.make("t")
    shared = sketch.helper(made, Use("t")).callee
    newest = sketch.helper(Call(shared), Push("newest", "t"), Trim("newest", 1))
    last = [Dispose("t")] if variant == "none" else []
    program = sketch.program(newest, sketch.helper(Call(shared), *last))
    if variant == "none":
        return program, clean("one keeps the newest, the other disposes")
    return program, leaks(leak(made, (1, 1)), note="one of two callers forgets")


@family("line-taken-over", "leak", "bounded")
def line_taken_over(random, variant):
    """A leak moves from one line to its neighbour at a third of the run; or both fill lists of b."""
    bound = random.whole(4, 12)
    sketch = Sketch(random, random.whole(90, 240))
    third = sketch.frames // 3
    kind = {"op": "mul", "shape": sketch.shape(), "dtype": "float32"}
    one, two = Make("t", **kind), Make("u", **kind)
    rings = [[Push(name, of), Trim(name, bound)] if variant == "bounded" else []
             for name, of in (("old", "t"), ("new", "u"))]
    program = sketch.program(sketch.helper(Between(0, third, [one, *rings[0]]), Between(third, 0, [two, *rings[1]])))
    if variant == "bounded":
        return program, clean(f"twice {bound}")
    return program, leaks(leak(two, (1, 1)), note=f"the second line leaks from frame {third} on, the first no more")
