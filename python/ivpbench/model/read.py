# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""A file becomes a Model: text, a SymPy model, a problem in Python as it stands, or SBML (sbml.py).

SymPy model: names of the file
    y, f, start, T0, T1                 y' = f;  with mass: M y' = f
    q, u, T, V, forces, constraints     a mechanism by Lagrange; or M, f in place of T, V
    params = {"k": "0.1"}               decimal strings; or ("0.1", "what it is")
    events = [{"name":, "guard":, "direction":, "then":, "reset": {state: value}}]
    observables, invariants = {"name": expression}
    TITLE, SOURCE, TAGS
Problem in Python: N, T0, T1, start(t), f(t, y), as `ivpbench new problem --language python` writes it;
with PARAMS = {"k": "0.1"} its functions are called f(t, y, p) and use p.k."""

import difflib
import inspect
import os
import re
import types

import sympy as sp

from . import exact, mechanics, text
from .model import Event, Model, Refused, Scalar, time

MOST = 100000  # components
_WORDS = ("symbols Symbol Matrix sin cos tan exp log sqrt sinh cosh tanh asin acos atan atan2 pi "
          "Rational Abs Max Min Heaviside sign diag diff eye zeros").split()


def read(path, name, end=""):
    model = _sbml(path, name, end) if path.endswith((".xml", ".sbml")) else _equations(path, name, end)
    model.title = model.title or name
    model.source = model.source or os.path.basename(path)
    model.check()
    return model


def _sbml(path, name, end):
    if not re.fullmatch(r"\d+(\.\d*)?([eE][-+]?\d+)?", end) or not exact.number(end) > 0:
        raise Refused("%s: %s; expected is a time above 0, such as --end 100" % (
            path, "a model in SBML has no end of its interval" if not end else "the end '%s'" % end))
    try:
        import libsbml  # noqa: F401
    except ImportError as error:
        raise ModuleNotFoundError("%s: models in SBML need libsbml (Debian: python3-sbml5), which is missing"
                                  % path) from error
    from . import sbml
    return sbml.read(path, name, end)


def _equations(path, name, end):
    if end:
        raise Refused("%s: its interval stands in it; --end belongs to models in SBML" % path)
    try:
        with open(path, encoding="utf-8") as f:
            content = f.read()
    except (OSError, UnicodeDecodeError) as error:
        raise Refused("%s cannot be read: %s" % (path, error)) from error
    return _python(content, path, name) if path.endswith(".py") else text.read(content, path, name)


def _python(content, path, name):
    words = {w: getattr(sp, w) for w in _WORDS}
    words.update(sp=sp, t=time)
    space, lines = exact.run(content, path, words)
    model = exact.guarded(path, _kind(space, lines, path), space, path, name)
    model.lines = lines
    return model


def _kind(space, lines, path):
    """What the file is, by the names that it defines."""
    if "q" in lines or "y" in lines:
        return _symbolic
    if not callable(space.get("f")):
        raise Refused("%s: f is missing%s: a problem in Python defines f(t, y), a SymPy model y and f, or q, u "
                      "and T" % (path, _alike("f", ("rhs", "fun", "func", "F", "ode", "f"), lines)))
    return _traced


def _alike(key, words, lines):
    """The line where a name stands that may have been meant."""
    close = [k for k in lines if k in words] + difflib.get_close_matches(key, lines, 1, 0.7)
    return " (line %d has %s)" % (lines[close[0]], close[0]) if close else ""


_MEANT = {"N": ": the number of components, such as N = 2", "T0": ": where t begins, such as T0 = 0",
          "T1": ": where t ends, such as T1 = 10", "u": ": a velocity for each position",
          "start": ": the values at T0"}


def _word(space, key, path):
    if key not in space:
        near = difflib.get_close_matches(key, [k for k in space if k not in _WORDS and k[0] != "_"], 1, 0.7)
        raise Refused("%s: %s is missing%s%s" % (path, key, " (there is %s)" % near[0] if near else "",
                                                 _MEANT.get(key, "")))
    return space[key]


def _decimal(value, what, path):
    """A time or a parameter as a decimal string, with the digits that were written."""
    if isinstance(value, str):
        value = exact.number(value)
    value = sp.nsimplify(value) if isinstance(value, float) else sp.sympify(value)
    if not value.is_Rational:
        raise Refused("%s: %s is %s, expected is a number" % (path, what, value))
    return decimal(value)


def decimal(x):
    """A rational number as a decimal string: exact where it has one, else 40 digits."""
    x = sp.Rational(x)
    q, twos, fives = x.q, 0, 0
    while q % 2 == 0:
        q, twos = q // 2, twos + 1
    while q % 5 == 0:
        q, fives = q // 5, fives + 1
    if q != 1:
        return str(sp.Float(x, 40))
    k = max(twos, fives)
    digits = str(abs(x.p) * 10 ** k // x.q).rjust(k + 1, "0")
    whole, part = digits[:len(digits) - k], digits[len(digits) - k:]
    sign = "-" if x.p < 0 else ""
    if len(whole) > 15 or (whole == "0" and len(part) - len(part.lstrip("0")) > 5):
        figures = digits.strip("0") or "0"
        exponent = len(digits.lstrip("0")) - k - 1
        return "%s%s%se%d" % (sign, figures[0], "." + figures[1:] if figures[1:] else "", exponent)
    return sign + whole + ("." + part if part else "")


def _parameters(given, path):
    """name -> (decimal, meaning) of {"k": "0.1"} or {"k": ("0.1", "meaning")}."""
    table = {}
    for name, value in dict(given).items():
        value, meaning = value if isinstance(value, tuple) else (value, "")
        table[str(name)] = _decimal(value, "parameter " + str(name), path), meaning
    return table


def _common(space, path, name):
    return dict(name=name, origin=path, title=str(space.get("TITLE", "")),
                source=str(space.get("SOURCE", "")), tags=str(space.get("TAGS", "")),
                t0=_decimal(_word(space, "T0", path), "T0", path),
                t1=_decimal(_word(space, "T1", path), "T1", path))


# ---- a problem in Python ------------------------------------------------------------------------

def _traced(space, path, name):
    n = _word(space, "N", path)
    if not isinstance(n, int) or not 1 <= n <= MOST:
        raise Refused("%s: N is %s, expected is a whole number from 1 to %d" % (path, n, MOST))
    params = _parameters(space.get("PARAMS", {}), path)
    y = [sp.Symbol("y%d" % (i + 1), real=True) for i in range(n)]
    symbol = {k: sp.Symbol(k if k not in {s.name for s in y} | {"t"} else k + "_", real=True)
              for k in params}
    extra = [types.SimpleNamespace(**symbol)] if params else []
    for what in ("f", "start"):
        if not callable(_word(space, what, path)):
            raise Refused("%s: %s is no function: write def %s" % (path, what, "start(t): return [...]"))
    common = _common(space, path, name)
    f = _called(space["f"], "f", path, time, y, *extra)
    start = _called(space["start"], "start", path, exact.number(common["t0"]), None, *extra)
    return Model(y=y, f=f, start=start, params={symbol[k]: v for k, v in params.items()}, **common)


def _called(function, name, path, t, y, *extra):
    """Its values, which a second call must give again: equations are functions of their arguments."""
    code = getattr(function, "__code__", None)
    at = "%s: %s" % ("%s:%d" % (path, code.co_firstlineno) if code else path, name)
    given = [t, *([exact.array(list(y))] if y else []), *extra]
    try:
        inspect.signature(function).bind(*given)
    except TypeError as error:
        names = ["t", "y"][:1 + bool(y)] + ["p"] * len(extra)
        raise Refused("%s is called as %s(%s): %s" % (at, name, ", ".join(names), error)) from error
    once, again = (_flat(function(t, *([exact.array(list(y))] if y else []), *extra), at) for _ in range(2))
    if once != again:
        raise Refused("%s gives other values when it is called again: it depends on more than its arguments"
                      % at)
    return once


def _flat(values, at):
    values = [sp.sympify(e) for e in values] if hasattr(values, "__iter__") else [None]
    if not all(isinstance(e, sp.Expr) for e in values):
        raise Refused("%s returns something else than a list of numbers" % at)
    return values


# ---- a model on symbols -------------------------------------------------------------------------

class _Real:
    """The user's symbols, with whatever assumptions, as the real ones of the model."""

    def __init__(self, states, params):
        self.known = {"t": time, **{n: sp.Symbol(n, real=True) for n in [*states, *params]}}

    def __call__(self, e):
        e = sp.sympify(e)
        return e.xreplace({s: self.known.get(s.name, sp.Symbol(s.name, real=True))
                           for s in e.free_symbols})

    def list(self, values):
        return [self(e) for e in values]

    def matrix(self, values):
        return sp.Matrix(values).applyfunc(self)

    def square(self, values, n, what, path):
        made = self.matrix(values)
        if made.shape != (n, n):
            raise Refused("%s: %s has %d rows and %d columns, expected are %d and %d"
                          % (path, what, *made.shape, n, n))
        return made


def _names(values):
    return [s.name if isinstance(s, sp.Symbol) else str(s) for s in values]


def _symbolic(space, path, name):
    params = _parameters(space.get("params", {}), path)
    mechanical = "q" in space
    states = _names([*_word(space, "q", path), *_word(space, "u", path)] if mechanical
                    else _word(space, "y", path))
    real = _Real(states, params)
    model = Model(start=real.list(_word(space, "start", path)),
                  params={real.known[k]: v for k, v in params.items()}, **_common(space, path, name))
    if mechanical:
        _mechanical(model, space, real, path)
    else:
        model.y = [real.known[n] for n in states]
        model.f = real.list(_word(space, "f", path))
        if "mass" in space:
            model.mass = real.square(space["mass"], len(states), "mass", path)
    model.events = [_event(v, k + 1, real, path) for k, v in enumerate(space.get("events", []))]
    for key, table in (("observables", model.observables), ("invariants", model.invariants)):
        for k, e in dict(space.get(key, {})).items():
            table.append(Scalar(k, real(e)))
    return model


def _event(v, number, real, path):
    strange = sorted(set(v) - {"name", "guard", "direction", "then", "reset"})
    missing = [k for k in ("name", "guard") if k not in v]
    if strange or missing:
        raise Refused("%s: event %d %s; an event has name and guard, and may have direction, then and reset"
                      % (path, number, "has no " + missing[0] if missing else "has " + str(strange[0])))
    if v.get("direction", 0) not in (-1, 0, 1):
        raise Refused("%s: event %s: direction is 1 (rises), -1 (falls) or 0 (both)" % (path, v["name"]))
    reset = {real(k): real(e) for k, e in v.get("reset", {}).items()}
    return Event(v["name"], real(v["guard"]), int(v.get("direction", 0)), v.get("then", "restart"), reset)


def _mechanical(model, space, real, path):
    model.q, model.u = real.list(space["q"]), real.list(_word(space, "u", path))
    model.g = real.list(space.get("constraints", []))
    if "T" not in space:  # with T a name M is some number of the model
        if "M" not in space:
            raise Refused("%s: T is missing, or M and f" % path)
        model.M = real.square(space["M"], len(model.q), "M", path)
        model.force = real.list(_word(space, "f", path))
        return
    T, V = real(space["T"]), real(space.get("V", 0))
    Q = real.list(space.get("forces", [0] * len(model.q)))
    for what, values in (("u", model.u), ("forces", Q)):
        if len(values) != len(model.q):
            raise Refused("%s: %s has %d values and q has %d: one for each position"
                          % (path, what, len(values), len(model.q)))
    model.M, model.force = mechanics.lagrange(model.q, model.u, T, V, Q)
    if not any(Q) and not any(e.has(time) for e in [T, V, *model.g]):
        model.invariants.append(Scalar("energy", T + V, "", "kinetic and potential, constant"))
