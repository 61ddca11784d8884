# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""Python source on symbols: runs a model's file with numbers as they are written.

0.1 is 1/10 and 1/3 is a third, since the C file is compiled in quad too, where a double is wrong
from the 17th digit on. math and numpy are replaced by what works on symbols; max, min and abs
become Max, Min and Abs. A branch on a symbol is refused with its line."""

import ast
import builtins
import contextlib
import io
import math
import signal
import types

import sympy as sp

from . import linalg
from .model import Refused

PATIENCE = 30  # seconds of CPU time that the file of a model may run

# of math and numpy: their names, and SymPy's
FUNCTIONS = {
    "sin": "sin", "cos": "cos", "tan": "tan", "exp": "exp", "log": "log", "sqrt": "sqrt",
    "sinh": "sinh", "cosh": "cosh", "tanh": "tanh", "atan": "atan", "asin": "asin",
    "acos": "acos", "atan2": "atan2", "arctan": "atan", "arcsin": "asin", "arccos": "acos",
    "arctan2": "atan2", "fabs": "Abs", "abs": "Abs", "absolute": "Abs", "sign": "sign",
    "maximum": "Max", "minimum": "Min", "heaviside": "Heaviside", "cbrt": "cbrt",
}


class _Exact(ast.NodeTransformer):
    """Numbers with a point, quotients and powers go through _number, _over and _power."""

    def __init__(self, text):
        self.text = text

    def visit_Constant(self, node):
        if type(node.value) is not float:
            return node
        word = ast.Constant(ast.get_source_segment(self.text, node))
        return _call("_number", [word], node)

    def visit_BinOp(self, node):
        self.generic_visit(node)
        how = {ast.Div: "_over", ast.Pow: "_power"}.get(type(node.op))
        return _call(how, [node.left, node.right], node) if how else node

    def visit_AugAssign(self, node):
        self.generic_visit(node)
        how = {ast.Div: "_over", ast.Pow: "_power"}.get(type(node.op))
        if not how or not isinstance(node.target, ast.Name):
            return node
        old = ast.Name(node.target.id, ast.Load())
        return ast.copy_location(ast.Assign([node.target], _call(how, [old, node.value], node)), node)


def _call(name, arguments, at):
    call = ast.Call(ast.Name(name, ast.Load()), arguments, [])
    return ast.copy_location(call, at)


def number(word):
    return sp.Rational(str(word).replace("_", ""))


def _over(a, b):
    return sp.Rational(a, b) if isinstance(a, int) and isinstance(b, int) else a / b


def _power(a, b):
    if isinstance(a, int) and isinstance(b, int):
        return power(a, b)
    return a ** b


def power(a, b):
    """Of whole numbers, where the result can be written down."""
    if abs(a) > 1 and abs(b) * int(a).bit_length() > 20000:
        raise Refused("a power of whole numbers has more than 6000 digits")
    return sp.Rational(a) ** b if b < 0 else a ** b


def _lifted(name):
    """SymPy's function, of each element where an argument is a list or an array."""
    f = getattr(sp, FUNCTIONS[name])

    def go(*arguments, **_):
        many = [len(a) for a in arguments if _is_list(a)]
        if not many:
            return f(*(sp.sympify(a) for a in arguments))
        rows = [go(*(a[k] if _is_list(a) else a for a in arguments)) for k in range(max(many))]
        return array(rows)
    return go


def _is_list(a):
    return hasattr(a, "__len__") and not isinstance(a, (sp.Basic, str))


def array(rows):
    try:
        import numpy
    except ImportError:
        return rows
    out = numpy.empty(len(rows), dtype=object)
    out[:] = rows
    return out


def _math():
    m = types.ModuleType("math")
    m.__dict__.update({k: v for k, v in math.__dict__.items() if not k.startswith("__")})
    for name in FUNCTIONS:
        if hasattr(math, name):
            setattr(m, name, _lifted(name))
    m.pi, m.e = sp.pi, sp.E
    m.pow = lambda a, b: sp.sympify(a) ** b
    m.hypot = lambda a, b: sp.sqrt(a * a + b * b)
    m.radians = lambda a: a * sp.pi / 180
    m.fsum = lambda values: sum(values)
    return m


def _numpy():
    import numpy
    m = types.ModuleType("numpy")
    m.__dict__.update({k: v for k, v in numpy.__dict__.items() if not k.startswith("__")})
    for name in FUNCTIONS:
        if hasattr(numpy, name):
            setattr(m, name, _lifted(name))
    m.pi, m.e = sp.pi, sp.E
    m.power = lambda a, b: a ** b
    m.hypot = lambda a, b: m.sqrt(a * a + b * b)

    def filled(value):
        def make(shape, *_, **__):
            shape = tuple(int(k) for k in shape) if isinstance(shape, (tuple, list)) else int(shape)
            out = numpy.empty(shape, dtype=object)
            out[...] = sp.Integer(value)
            return out
        return make
    m.zeros = m.empty = filled(0)
    m.ones = filled(1)
    m.zeros_like = m.empty_like = lambda a, *_, **__: m.zeros(numpy.shape(a))
    m.ones_like = lambda a, *_, **__: m.ones(numpy.shape(a))
    m.array = m.asarray = lambda a, *_, **__: numpy.array(a, dtype=object)
    m.eye = m.identity = lambda n, *_, **__: numpy.array(sp.eye(int(n)).tolist(), dtype=object)
    m.diag = lambda a: numpy.array(sp.diag(*a).tolist(), dtype=object)

    def linspace(a, b, n=50, **_):
        return array([a + sp.Rational(k, int(n) - 1) * (b - a) for k in range(int(n))])
    m.linspace = linspace
    m.float64 = m.double = _Float
    m.linalg = linalg.module(numpy.linalg)
    return m


class _Float:
    """float(x) of a symbol is the symbol; as a dtype this class stands for objects."""

    def __new__(cls, x=0):
        return number(x) if isinstance(x, str) else sp.sympify(x)


def _extreme(f):
    return lambda *a, **_: f(*(a if len(a) > 1 else a[0]))


def _builtins():
    own = dict(builtins.__dict__)
    modules = {"math": _math()}

    def load(name, space=None, here=None, wanted=(), level=0):
        if name.split(".")[0] == "numpy" and "numpy" not in modules:
            modules["numpy"] = _numpy()
        if name == "numpy.linalg":
            return modules["numpy"].linalg if wanted else modules["numpy"]
        return modules[name] if name in modules else builtins.__import__(name, space, here, wanted, level)
    own.update(__import__=load, abs=_lifted("abs"), max=_extreme(sp.Max), min=_extreme(sp.Min),
               float=_Float)
    return own


def line_in(error, path):
    """Number of the last line of the file in a traceback; 0: none."""
    line, trace = 0, error.__traceback__
    while trace:
        if trace.tb_frame.f_code.co_filename == path:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


_HINT = ("; the states are symbols here: what needs their values stays a problem in Python, in double "
         "alone (ivpbench plugin build)")


class _TooLong(BaseException):
    """No Exception, which the file may catch."""


@contextlib.contextmanager
def _patient():
    """What the file prints is no part of the C file, and what it computes ends."""
    def stop(*_):
        raise _TooLong
    old = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, old)


def guarded(path, work, *arguments):
    """work(), with what goes wrong in the file said by line."""
    try:
        with _patient():
            return work(*arguments)
    except Refused as refusal:
        line = line_in(refusal, path)
        said = str(refusal)
        raise Refused("%s:%d: %s" % (path, line, said) if line and not said.startswith(path) else said
                      ) from refusal
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError("%s: %s" % (_place(error, path), error), name=error.name) from error
    except (Exception, SystemExit, _TooLong) as error:  # a stranger's file: anything
        raise Refused("%s: %s" % (_place(error, path), _said(error))) from error


def _place(error, path):
    line = line_in(error, path)
    return "%s:%d" % (path, line) if line else path


def _said(error):
    """What went wrong, and what would be right where that is known."""
    if isinstance(error, TypeError) and "truth value" in str(error):
        return ("the equations branch on the state or on t: write abs, max, min or Heaviside(guard) of "
                "an event, or keep this a problem in Python, in double alone (ivpbench plugin build)")
    known = {SystemExit: "the file ends the converter here: put what is no part of the equations under "
                         "if __name__ == \"__main__\"",
             _TooLong: "after %g s of CPU time the file still ran here; a loop must not wait for values "
                       "of the states, which are symbols" % PATIENCE,
             MemoryError: "there is not enough memory for this",
             RecursionError: "a function calls itself without end, or an expression is too deep"}
    for kind, words in known.items():
        if isinstance(error, kind):
            return words
    said = "; ".join(str(error).strip().splitlines()[:1]) or "no reason"
    return "%s: %s%s" % (type(error).__name__, said, _HINT if isinstance(error, TypeError) else "")


def _lines(tree):
    """Lines at which names of the file are defined; of several the last one."""
    lines = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            lines[node.name] = node.lineno
        for target in node.targets if isinstance(node, ast.Assign) else []:
            lines.update((n.id, node.lineno) for n in ast.walk(target) if isinstance(n, ast.Name))
    return lines


def run(text, path, words):
    """The names of the file after it has run, and their lines; `words` are there from the beginning."""
    try:
        tree = ast.parse(text, path)
    except SyntaxError as error:
        raise Refused("%s:%s: %s" % (path, error.lineno, error.msg)) from error
    lines = _lines(tree)
    tree = ast.fix_missing_locations(_Exact(text).visit(tree))
    space = {"_number": number, "_over": _over, "_power": _power, "__name__": "model",
             "__builtins__": _builtins(), "__file__": path}
    space.update(words)
    guarded(path, exec, compile(tree, path, "exec"), space)
    return space, lines
