"""Models, their variables, optimizers."""
from ..family import family
from ..flow_statements import Between, Every, Repeat
from ..sketch import Sketch
from ..store_statements import Push, Trim
from ..tensor_statements import Assign, Dispose, Make, Set, Use
from ..truth import clean, leak, leaks


@family("variable", "made-anew", "assigned", "argument-forgotten")
def variable(random, variant):
    """A state that changes in every frame: a new variable each time; or one, assigned to, whose
    argument is disposed; or is not."""
    sketch = Sketch(random, random.whole(20, 200))
    state = {"shape": sketch.shape(), "dtype": "float32"}
    first = sketch.make("state", flags=("variable",), **state)
    value = sketch.make("value", **state)
    if variant == "made-anew":
        value.flags = ("variable",)
        program = sketch.program(value, Use("value"), Set("state", "value"))
        return program, leaks(leak(value, (1, 1)), note="a new variable in every frame")
    sketch.setup = [first, Set("state", "state")]
    last = [Dispose("value")] if variant == "assigned" else []
    program = sketch.program(value, Assign("state", "value"), *last, Use("state"))
    if variant == "assigned":
        return program, clean("one variable, and the argument of assign is disposed")
    return program, leaks(leak(value, (1, 1)), note="the argument of assign lives on")


@family("model-reload", "every-time", "once", "old-disposed")
def model_reload(random, variant):
    """A model of m weights is loaded in every n-th frame, or in the first alone, or the old one is
    disposed before each load."""
    n, count = random.whole(1, 5), random.whole(2, 8)
    sketch = Sketch(random, n * random.whole(10, 20) + 8)
    weight = Make("weight", "readWeights", sketch.shape(), flags=("variable",), inside=("loadLayersModel",))
    load = sketch.helper(Repeat(count, count, [weight, Push("model", "weight")]))
    if variant == "once":
        return sketch.program(Between(0, 1, [load])), clean(f"{count} weights")
    old = [Trim("model", 0)] if variant == "old-disposed" else []
    program = sketch.program(Every(n, 0, [*old, load]))
    if variant == "old-disposed":
        return program, clean(f"{count} weights, replaced every {n} frames")
    return program, leaks(leak(weight, (count, n)), note=f"a whole model every {n} frames")


@family("optimizer", "each-epoch", "once")
def optimizer(random, variant):
    """An optimizer makes m slots in its first step. One optimizer; or a new one each epoch."""
    n, count = random.whole(4, 12), random.whole(2, 6)
    sketch = Sketch(random, n * random.whole(6, 10) + 8)
    slot = sketch.make("slot", op="zerosLike", flags=("variable",), inside=("applyGradients",))
    slots = sketch.helper(Repeat(count, count, [slot, Use("slot")]))
    program = sketch.program(Every(n, 0, [slots]) if variant == "each-epoch" else Between(0, 1, [slots]))
    if variant == "once":
        return program, clean(f"{count} slots")
    return program, leaks(leak(slot, (count, n)), note=f"slots of a new optimizer every {n} frames")
