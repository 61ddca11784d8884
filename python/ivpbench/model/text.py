# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""Equations as text.

    # Robertson's reaction                  a comment
    title Robertson                         also: source, tags
    param k1 = 0.04   rate of A to B [1/s]  value, and what it is
    t = 0 .. 1e11
    r = k1*y1                               a short name for an expression
    y1' = -r + 1e4*y2*y3                    a state
    y2' = r - 1e4*y2*y3 - 3e7*y2^2
    0 = y1 + y2 + y3 - 1                    an algebraic equation: one for each unknown without y'
    y1(0) = 1                               the start; of each unknown
    y2(0) = 0
    y3(0) = 0
    observe total = y1 + y2                 an observable
    event hit: y1 falls -> y2 = -0.5*y2     rises, falls or crosses; also: -> stop, -> record

Expressions have + - * / ^ ( ), numbers and functions; nothing of it is executed."""

import ast
import keyword
import re

import sympy as sp

from .exact import number, power
from .model import Event, Model, Refused, Scalar, time

FUNCTIONS = {n: getattr(sp, n) for n in
             "sin cos tan exp log sqrt sinh cosh tanh asin acos atan atan2 sign".split()}
FUNCTIONS.update(abs=sp.Abs, max=sp.Max, min=sp.Min, ln=sp.log, step=sp.Heaviside)
CONSTANTS = {"pi": sp.pi, "t": time}
_OPERATORS = {ast.Add: lambda a, b: a + b, ast.Sub: lambda a, b: a - b, ast.Mult: lambda a, b: a * b,
              ast.Div: lambda a, b: a / b, ast.Pow: lambda a, b: a ** b}
_WAYS = {"rises": 1, "falls": -1, "crosses": 0}
_NAME = r"[A-Za-z_]\w*"
_KEYWORDS = re.compile(r"\b(%s)\b" % "|".join(keyword.kwlist))
_UNIT = "_of_text"  # behind a name that is a keyword of Python
_SHAPES = {  # of lines that begin with a word
    "event": "an event is written: event NAME: GUARD rises|falls|crosses -> NAME = EXPRESSION",
    "param": "a parameter is written: param NAME = NUMBER meaning [unit]; what is computed from numbers is a "
             "short name: NAME = EXPRESSION",
    "observe": "an observable is written: observe NAME = EXPRESSION",
    "t": "the interval is written: t = 0 .. 10",
}
_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"


class _Reader:
    def __init__(self, path):
        self.path, self.line = path, 0
        self.words = {}  # title, source, tags
        self.params, self.short, self.rates, self.starts = {}, {}, {}, {}
        self.zeros, self.events, self.observables, self.order = [], [], [], []
        self.interval = None

    def refuse(self, words):
        raise Refused("%s:%d: %s" % (self.path, self.line, words))

    def misread(self, text, words):
        """Of a long line the beginning."""
        self.refuse("'%s' %s" % (text if len(text) <= 60 else text[:57] + "...", words))

    def expression(self, text):
        """Kept as a tree until all names are known."""
        text = _KEYWORDS.sub(lambda word: word[0] + _UNIT, text.strip()).replace("^", "**")
        try:
            return self.line, ast.parse(text, mode="eval").body, text
        except SyntaxError as error:
            reason = "" if not error.msg or error.msg == "invalid syntax" else ": " + error.msg
            return self.misread(text.replace(_UNIT, ""), "is no expression" + reason)
        except (ValueError, RecursionError, MemoryError):
            return self.misread(text, "is no expression, or too deep")

    def value(self, parsed):
        self.line, tree, text = parsed
        try:
            return self._walk(tree, text)
        except RecursionError:
            return self.misread(text, "is too deep: give parts of it short names")

    def _walk(self, node, text):
        if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
            if isinstance(node.op, ast.Pow):
                return self._power(self._walk(node.left, text), self._walk(node.right, text))
            return _OPERATORS[type(node.op)](self._walk(node.left, text), self._walk(node.right, text))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
            value = self._walk(node.operand, text)
            return -value if isinstance(node.op, ast.USub) else value
        if isinstance(node, ast.Constant) and type(node.value) in (int, float):
            return number(ast.get_source_segment(text, node))
        if isinstance(node, ast.Name):
            return self._name(node.id.removesuffix(_UNIT))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
            return self._function(node, text)
        return self.misread(text, "has more than + - * / ^, numbers, names and functions")

    def _power(self, a, b):
        try:
            return sp.sympify(power(int(a), int(b))) if a.is_Integer and b.is_Integer else a ** b
        except Refused as refusal:
            return self.refuse(refusal)

    def _name(self, name):
        if name in CONSTANTS:
            return CONSTANTS[name]
        if name in self.short:
            back, value = self.line, self.short[name]
            if value is None:
                return self.refuse("%s is defined by itself" % name)
            if isinstance(value, tuple):
                self.short[name] = None
                self.short[name] = value = self.value(value)
                self.line = back
            return value
        if name in self.params or name in self.rates or name in self.starts:
            return sp.Symbol(name, real=True)
        return self.refuse("%s is no unknown (no %s' and no %s(0)), no parameter and no name that "
                           "is defined" % (name, name, name))

    def _function(self, node, text):
        f = FUNCTIONS.get(node.func.id)
        if not f:
            self.refuse("the function %s is not known; known are %s"
                        % (node.func.id, " ".join(sorted(FUNCTIONS))))
        try:
            return f(*(self._walk(a, text) for a in node.args))
        except TypeError:
            return self.refuse("%s does not take %d arguments" % (node.func.id, len(node.args)))

    # ---- lines ------------------------------------------------------------------------------

    def read(self, text):
        rules = [
            (r"(title|source|tags)\s+(.+)", self._word),
            (r"param\s+(%s)\s*=\s*(%s)(?:\s+(.*))?" % (_NAME, _NUMBER), self._param),
            (r"t\s*=\s*(\S+)\s*\.\.\s*(\S+)", self._interval),
            (r"observe\s+(%s)\s*=\s*(.+)" % _NAME, self._observe),
            (r"event\s+(%s)\s*:\s*(.+?)\s+(rises|falls|crosses)\s*(?:->\s*(.+))?" % _NAME, self._event),
            (r"(%s)'\s*=\s*(.+)" % _NAME, self._rate),
            (r"(%s)\(\s*(\S+?)\s*\)\s*=\s*(.+)" % _NAME, self._start),
            (r"0\s*=\s*(.+)", self._zero),
            (r"(%s)\s*=\s*(.+)" % _NAME, self._define),
        ]
        for self.line, line in enumerate(text.splitlines(), 1):
            line = line.split("#")[0].strip()
            if not line:
                continue
            for pattern, take in rules:
                found = re.fullmatch(pattern, line)
                if found:
                    take(*found.groups())
                    break
            else:
                self.misread(line, "is not understood" + self._shape(line))

    def _shape(self, line):
        first = re.match(r"\w*", line)[0]
        return "; " + _SHAPES[first] if first in _SHAPES else ""

    def _new(self, table, name, value):
        """A name is a parameter, a short name or an unknown."""
        unknown = [self.rates, self.starts]
        kinds = [[self.params], [self.short], unknown]
        others = [k for kind in kinds if not any(table is k for k in kind) for k in kind]
        if name == "t":
            self.refuse(_SHAPES["t"])
        if name in CONSTANTS or any(name in k for k in [table, *others]):
            self.refuse("%s is given a second time" % name)
        table[name] = value

    def _word(self, key, value):
        self.words[key] = value

    def _param(self, name, value, meaning):
        self._new(self.params, name, (value, meaning or ""))

    def _interval(self, a, b):
        for word in (a, b):
            if not re.fullmatch(_NUMBER, word):
                self.refuse("'%s' is no number; the interval is written as t = 0 .. 10" % word)
        if not number(a) < number(b):
            self.refuse("the interval goes from %s to %s; times must rise" % (a, b))
        self.interval = a, b

    def _observe(self, name, text):
        self.observables.append((name, self.expression(text)))

    def _rate(self, name, text):
        self._new(self.rates, name, self.expression(text))
        self.order.append(name)

    def _start(self, name, at, text):
        self._new(self.starts, name, (at, self.expression(text)))

    def _zero(self, text):
        self.zeros.append(self.expression(text))

    def _define(self, name, text):
        self._new(self.short, name, self.expression(text))

    def _event(self, name, guard, way, then):
        resets = []
        if then not in (None, "stop", "record", "restart"):
            for part in then.split(","):
                found = re.fullmatch(r"\s*(%s)\s*=\s*(.+?)\s*" % _NAME, part)
                if not found:
                    self.refuse("'%s' is no `name = expression`, stop, record or restart" % part.strip())
                resets.append((found[1], self.expression(found[2])))
            then = "restart"
        self.events.append((name, self.expression(guard), _WAYS[way], then or "record", resets))

    # ---- the model --------------------------------------------------------------------------

    def model(self, name):
        if not self.interval:
            raise Refused("%s: the interval is missing: t = 0 .. 10" % self.path)
        algebraic = [k for k in self.starts if k not in self.rates]
        names = self.order + algebraic
        missing = [k for k in self.order if k not in self.starts]
        if missing:
            raise Refused("%s: the start of %s is missing: %s(0) = 1"
                          % (self.path, ", ".join(missing), missing[0]))
        if len(algebraic) != len(self.zeros):
            raise Refused("%s: %d unknowns have no derivative (%s), and %d equations begin with 0 ="
                          % (self.path, len(algebraic), " ".join(algebraic) or "none", len(self.zeros)))
        symbol = {k: sp.Symbol(k, real=True) for k in [*names, *self.params]}
        return Model(
            name=name, origin=self.path, t0=self.interval[0], t1=self.interval[1],
            params={symbol[k]: v for k, v in self.params.items()},
            y=[symbol[k] for k in names],
            f=[self.value(self.rates[k]) for k in self.order] + [self.value(z) for z in self.zeros],
            mass=sp.diag(*[1] * len(self.order), *[0] * len(self.zeros)) if self.zeros else None,
            start=[self._begin(k) for k in names],
            observables=[Scalar(k, self.value(e)) for k, e in self.observables],
            events=[Event(k, self.value(g), way, then, {self._target(s, symbol): self.value(e)
                                                        for s, e in resets})
                    for k, g, way, then, resets in self.events],
            lines=self._lines(names), **self.words)

    def _lines(self, names):
        """What the model calls its parts, and their lines."""
        parts = [self.rates[k] for k in self.order] + self.zeros
        lines = {"equation %d" % (i + 1): p[0] for i, p in enumerate(parts)}
        lines.update({"the start of " + k: self.starts[k][1][0] for k in names})
        lines.update({"observe " + k: e[0] for k, e in self.observables})
        return {**lines, **{"event " + v[0]: v[1][0] for v in self.events}}

    def _begin(self, name):
        at, parsed = self.starts[name]
        self.line = parsed[0]
        if not re.fullmatch(_NUMBER, at) or number(at) != number(self.interval[0]):
            self.refuse("the start of %s is given at %s, and t begins at %s"
                        % (name, at, self.interval[0]))
        return self.value(parsed)

    def _target(self, name, symbol):
        return symbol[name] if name in symbol else self.refuse("%s is no state and no parameter" % name)


def read(text, path, name):
    reader = _Reader(path)
    reader.read(text)
    return reader.model(name)
