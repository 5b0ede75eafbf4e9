"""What families build programs with: names and shapes by chance, and innocent surroundings."""
from __future__ import annotations

from .flow_statements import Call, Every, Repeat, Tidy
from .program import Function, Lane, Program, Statement
from .randomness import Random
from .store_statements import Push, Trim
from .tensor_statements import Dispose, Make, Set, Use

LOOPS = ("onFrame", "draw", "step", "handleRequest", "trainBatch", "tick", "detect")
HELPERS = ("preprocess", "embed", "crop", "score", "normalise", "featuresOf", "predictPose", "blend")
OPS = ("add", "mul", "relu", "matMul", "resizeBilinear", "expandDims", "softmax", "fromPixels", "slice")
LIBRARIES = ("node_modules/tensors/dist", "tensors@2.1.0/dist", "node_modules/@lab/nn/lib")
DTYPES = ("float32", "float32", "float32", "int32", "bool")


class Sketch:
    """Collects the statements of one program; program() adds surroundings and lays it out."""

    def __init__(self, random: Random, frames: int) -> None:
        self.random = random
        self.frames = frames
        self.loop = random.one_of(LOOPS)
        self.helpers = random.shuffled(HELPERS)
        self.functions: list[Function] = []
        self.setup: list[Statement] = []
        self.tail: list[Statement] = []
        self.library = random.one_of(LIBRARIES)
        self.dressing: int | None = random.bits()  # seed of the surroundings; None: bare

    def shape(self, most: int = 4) -> tuple[int, ...]:
        return tuple(self.random.one_of((1, 2, 3, 8, 16, 28, 32)) for _ in range(self.random.whole(1, most)))

    def make(self, name: str, **options) -> Make:
        chosen = {"op": self.random.one_of(OPS), "shape": self.shape(), "dtype": self.random.one_of(DTYPES)}
        return Make(name, **{**chosen, **options})

    def helper(self, *statements: Statement) -> Call:
        """Moves statements into a function of their own."""
        name = self.helpers.pop()
        self.functions.append(Function(name, list(statements)))
        return Call(name)

    def program(self, *body: Statement, **options) -> Program:
        """A program with one loop."""
        around = None if self.dressing is None else Random(self.dressing, "surroundings")
        frame = before(around) + list(body) + after(around) if around else list(body)
        lanes = [Lane(self.loop, self.frames)]
        return self.laid_out([Function(self.loop, frame)], lanes, around, **options)

    def laid_out(self, loops: list[Function], lanes: list[Lane], around: Random | None = None, **options) -> Program:
        setup = (weights(around) if around else []) + self.setup
        functions = [Function("main", setup)] + self.functions + loops
        if self.tail:
            functions.append(Function("shutdown", self.tail))
        return Program("", functions, lanes, setup="main", tail="shutdown" if self.tail else "",
                       library=self.library, **options)


def weights(random: Random) -> list[Statement]:
    """A model that setup loads and the program keeps: variables, or tensors that it holds."""
    statements: list[Statement] = []
    for number in range(random.whole(0, 3)):
        flags = random.one_of((("variable",), ("kept",), ()))
        statements.append(Make(f"w{number}", "randomNormal", (16, 8), flags=flags))
        statements.append(Set(f"w{number}", f"w{number}"))
    return statements


def before(random: Random) -> list[Statement]:
    """What a loop does first: temporaries that it releases, or a tidy that does."""
    kind = random.whole(0, 3)
    made = [Make("input", "fromPixels", (28, 28, 3), "int32"), Use("input", "cast"),
            Make("scaled", "div", (28, 28, 3)), Use("scaled", "predict")]
    if kind == 0:
        return []
    if kind == 1:
        return made + [Dispose("input"), Dispose("scaled")]
    if kind == 2:
        return [Tidy(made)]
    return [Repeat(1, 4, made + [Dispose("input"), Dispose("scaled")])]


def after(random: Random) -> list[Statement]:
    """What a loop does last: the newest result replaces the one before, or a short history does."""
    kind = random.whole(0, 3)
    newest = Make("newest", "argMax", (10,), "int32")
    if kind == 0:
        return [Dispose("shown"), newest, Set("shown", "newest")]
    if kind == 1:
        return [newest, Push("recent", "newest"), Trim("recent", 2)]
    if kind == 2:
        return [Every(2, 1, [newest, Use("newest", "data"), Dispose("newest")])]
    return []
