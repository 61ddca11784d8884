# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""What a model is: the same for all three kinds of files."""

import re
from dataclasses import dataclass, field

import sympy as sp

time = sp.Symbol("t", real=True)
LARGEST = 200000  # terms and factors of an expression when it is written out
# of SymPy: the functions that the C file can call, and those that branches.py makes of conditions
KNOWN = {"sin", "cos", "tan", "exp", "log", "sinh", "cosh", "tanh", "asin", "acos", "atan", "atan2", "Abs",
         "Max", "Min", "Heaviside", "sign", "Choice", "Select"}


class Refused(Exception):
    """A model that cannot be converted: the sentence for its author, with file and line."""


@dataclass
class Event:
    name: str
    guard: sp.Expr
    direction: int = 0  # +1: rising only, -1: falling only, 0: both
    then: str = "restart"  # record, restart, stop
    reset: dict = field(default_factory=dict)  # symbol of a state or parameter -> its new value


@dataclass
class Scalar:
    """An observable or an invariant."""
    name: str
    value: sp.Expr
    unit: str = ""
    meaning: str = ""


@dataclass
class Model:
    """y' = f, M y' = f (mass), or a mechanism: M(t, q) u' = f - G^T lambda, 0 = g.

    All symbols are real. Parameters are symbols of their own; `params` has their values as
    decimal strings, since quad needs all digits."""
    name: str
    t0: str
    t1: str
    start: list  # expressions in parameters: y, or q then u
    params: dict = field(default_factory=dict)  # symbol -> (decimal string, meaning)
    y: list = field(default_factory=list)
    f: list = field(default_factory=list)
    mass: sp.Matrix = None  # None: the identity
    q: list = field(default_factory=list)
    u: list = field(default_factory=list)
    M: sp.Matrix = None
    force: list = field(default_factory=list)
    g: list = field(default_factory=list)  # constraints on positions
    events: list = field(default_factory=list)
    observables: list = field(default_factory=list)
    invariants: list = field(default_factory=list)
    title: str = ""
    source: str = ""
    tags: str = ""
    origin: str = ""  # the file it was made from
    lines: dict = field(default_factory=dict)  # name in that file -> its line, as far as known

    @property
    def mechanical(self):
        return bool(self.q)

    @property
    def states(self):
        return self.q + self.u if self.mechanical else self.y

    def at(self, *names):
        """The file, with the line of the first of these names that it has."""
        known = [self.lines[k] for k in names if k in self.lines]
        return "%s:%d" % (self.origin, known[0]) if known else self.origin

    def check(self):
        """Refuses what does not fit together, by name."""
        n = len(self.states)
        if not n:
            raise Refused("%s: the model has no states" % self.origin)
        if len(self.start) != n:
            raise Refused("%s: start has %d values, expected are %d"
                          % (self.at("start"), len(self.start), n))
        rows = len(self.force) if self.mechanical else len(self.f)
        expected = len(self.q) if self.mechanical else n
        if rows != expected:
            raise Refused("%s: f has %d values, expected are %d" % (self.at("f"), rows, expected))
        self._check_different([s.name for s in self.states + list(self.params)], "states or parameters")
        if self.mechanical:
            self._check_mechanism()
        for what, names, e in self._expressions():
            self._check_expression(what, self.at(*names), e)
        for i, e in enumerate(self.start):
            if e.free_symbols - set(self.params):
                raise Refused("%s: the start of %s depends on more than parameters"
                              % (self.at("start"), self.states[i].name))
        if not sp.Rational(self.t0) < sp.Rational(self.t1):
            raise Refused("%s: the interval goes from %s to %s; times must rise"
                          % (self.at("T1", "T0"), self.t0, self.t1))
        self._check_names()
        for v in self.events:
            self._check_event(v)

    def _check_different(self, names, what):
        """Two things with one name."""
        for name in sorted({k for k in names if names.count(k) > 1}):
            raise Refused("%s: two %s have the name %s" % (self.at(name), what, name))

    def _check_mechanism(self):
        if len(self.u) != len(self.q):
            raise Refused("%s: u has %d names and q has %d: a velocity for each position"
                          % (self.at("u"), len(self.u), len(self.q)))
        for i, e in enumerate(self.g):
            moving = sorted(s.name for s in e.free_symbols & set(self.u))
            if moving:
                raise Refused("%s: constraint %d has the velocity %s: constraints are equations of positions "
                              "and t" % (self.at("constraints"), i + 1, moving[0]))

    def _check_expression(self, what, at, e):
        if size(e) > LARGEST:
            raise Refused("%s: %s has more than %d terms and factors when it is written out"
                          % (at, what, LARGEST))
        known = set(self.states) | set(self.params) | {time}
        unknown = sorted(s.name for s in e.free_symbols - known)
        if unknown:
            raise Refused("%s: %s uses %s, which is no state, no parameter and not t"
                          % (at, what, ", ".join(unknown)))
        if e.has(sp.nan, sp.zoo, sp.oo, -sp.oo):
            raise Refused("%s: %s is not finite" % (at, what))
        if e.has(sp.I):
            raise Refused("%s: %s is complex; write real and imaginary parts as states of their own"
                          % (at, what))
        if e.has(sp.Mod, sp.floor, sp.ceiling):
            raise Refused("%s: %s jumps by %%, floor or ceiling: write a state that an event resets"
                          % (at, what))
        if e.has(sp.Piecewise):
            raise Refused("%s: %s is piecewise: write Heaviside(guard) of an event" % (at, what))
        strange = sorted({f.func.__name__ for f in e.atoms(sp.Function)} - KNOWN)
        if strange:
            raise Refused("%s: %s uses the function %s, which is not known; known are %s"
                          % (at, what, strange[0], " ".join(sorted(KNOWN - {"Choice", "Select"}))))

    def _check_names(self):
        for one in self.events + self.observables + self.invariants:
            if not re.fullmatch(r"[A-Za-z_]\w{0,62}", one.name, re.ASCII):
                raise Refused("%s: '%s' is no name: letters, digits and _, a letter first"
                              % (self.origin, one.name))
        self._check_different([v.name for v in self.events], "events")
        self._check_different([o.name for o in self.observables + self.invariants],
                              "observables or invariants")

    def _check_event(self, v):
        if v.then not in ("record", "restart", "stop") or v.direction not in (-1, 0, 1):
            raise Refused("%s: event %s: then is restart, stop or record, direction -1, 0 or 1"
                          % (self.origin, v.name))
        if not v.guard.free_symbols & {time, *self.states}:
            raise Refused("%s: the guard of event %s depends on no state and not on t: it never changes sign"
                          % (self.at("event " + v.name, "events"), v.name))
        for s in v.reset:
            if s not in self.states and s not in self.params:
                raise Refused("%s: event %s resets %s, which is no state and no parameter"
                              % (self.origin, v.name, s))

    def _expressions(self):
        """What it is, names of the file where it may stand, and the expression itself."""
        for i, e in enumerate(self.force if self.mechanical else self.f):
            yield "equation %d" % (i + 1), ("equation %d" % (i + 1), "f", "forces", "T"), e
        for names, matrix in (("mass", self.mass), ("M", self.M)):
            for e in matrix or []:
                yield "the mass matrix", (names, "T"), e
        for i, e in enumerate(self.g):
            yield "constraint %d" % (i + 1), ("constraints",), e
        for i, e in enumerate(self.start):
            name = "the start of %s" % self.states[i].name
            yield name, (name, "start"), e
        for v in self.events:
            names = "event " + v.name, "events"
            yield "the guard of event %s" % v.name, names, v.guard
            for s, e in v.reset.items():
                yield "the reset of event %s" % v.name, names, e
        for o in self.observables + self.invariants:
            yield o.name, ("observe " + o.name, "observables", "invariants"), o.value


def size(e, known=None):
    """Nodes of an expression that is written out; each shared part is visited once."""
    known = {} if known is None else known
    if e not in known:
        known[e] = 1 + sum(size(a, known) for a in e.args)
    return known[e]
