# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""Expressions become assignments in the order in which C computes them.

What depends on parameters alone is computed once (`Derived`, the values of prepare()), what depends on t
and parameters alone is kept from call to call (`Kept`), common subexpressions are named, sine and
cosine of one angle become one call, and arguments outside the domain of a function are refused."""

from dataclasses import dataclass, field

import sympy as sp

from .model import Refused, time

KEPT_MOST = 8  # IVP_STATE_KEPT of include/ivp/base.h
_COSTLY = (sp.sin, sp.cos, sp.exp, sp.log, sp.tan, sp.Pow)


@dataclass
class Step:
    kind: str  # let: a name for a value; turn: cosine and sine; side: of a guard; domain; set: a result
    names: list
    value: sp.Expr
    block: str = ""  # of set: which block of the problem it belongs to
    blocks: set = field(default_factory=set)  # of the results that need it
    number: int = 0  # of side: the guard


class Hoist:
    """Maximal subexpressions of which `belongs` is true, each under a name."""

    def __init__(self, belongs, name, numbers):
        self.belongs, self.name, self.numbers = belongs, name, numbers
        self.table = {}  # value -> symbol, in the order of their making

    def __call__(self, e):
        if e.is_Atom:
            return e
        if self.belongs(e):
            return self._named(e)
        if isinstance(e, (sp.Add, sp.Mul)):
            return self._split(e)
        return e.func(*(self(a) for a in e.args))

    def _split(self, e):
        mine = [a for a in e.args if self.belongs(a) or self.numbers and a.is_Number]
        rest = [self(a) for a in e.args if a not in mine]
        if not any(self.belongs(a) for a in mine):
            return e.func(*mine, *rest)
        return e.func(self._named(e.func(*mine)), *rest)

    def _named(self, e):
        """A name where that saves work, of either sign."""
        if e.is_Atom or -e in self.table or (-e).is_Atom:
            return -self.table[-e] if -e in self.table else e
        if e not in self.table:
            if e.could_extract_minus_sign():
                return -self._named(-e)
            self.table[e] = sp.Symbol(self.name(len(self.table)), real=True)
        return self.table[e]


def derived(params, name):
    """Hoists what depends on parameters alone."""
    params = set(params)
    return Hoist(lambda e: bool(e.free_symbols) and e.free_symbols <= params, name, True)


def kept(params, name):
    """Hoists what depends on t, and on parameters at most."""
    known = set(params) | {time}
    return Hoist(lambda e: time in e.free_symbols and e.free_symbols <= known
                 and (e.is_Atom or e.has(*_COSTLY)), name, False)


def _short(e):
    """With common factors taken out of sums, where that is shorter."""
    e = sp.sympify(e)
    other = sp.factor_terms(e) if e.count_ops() < 400 else e
    return other if other.count_ops() < e.count_ops() else e


class Schedule:
    """Steps for `results`: (left-hand side, value, block)."""

    def __init__(self, results, fresh, guards=(), with_domain=True):
        self.fresh, self.guards, self.with_domain = fresh, list(guards), with_domain
        self.known, self.full, self.steps = {}, {}, []
        common, values = sp.cse([_short(e) for _, e, _ in results],
                                symbols=(sp.Symbol(fresh("w"), real=True) for _ in iter(int, 1)),
                                order="none" if len(results) > 30 else "canonical")
        signs = {}  # names of x and -x, which need none of their own
        for symbol, e in common:
            e = self._named(e.xreplace(signs))
            if e.is_Symbol or (-e).is_Symbol:
                signs[symbol] = e
            else:
                self._let(symbol, e)
        for (left, _, block), e in zip(results, values):
            e = self._named(e.xreplace(signs))
            self.steps.append(Step("set", [left], e, block))
        self._spread()

    def _let(self, symbol, e):
        self.full[symbol] = e.xreplace(self.full)
        self.steps.append(Step("let", [symbol], e))
        return symbol

    def _symbol(self, e, stem="w"):
        """A name for a value, unless it has one."""
        if e.is_Atom:
            return e
        if e not in self.known:
            self.known[e] = self._let(sp.Symbol(self.fresh(stem), real=True), e)
        return self.known[e]

    def _named(self, e):
        """The same with names where C wants them: bases of powers, angles, guards."""
        if e.is_Atom:
            return e
        if isinstance(e, (sp.sin, sp.cos)):
            return self._turn(e)
        if isinstance(e, (sp.Heaviside, sp.sign)):
            return self._side(e)
        if isinstance(e, (sp.Piecewise, sp.core.relational.Relational)):
            raise Refused("the equations branch (%s): write Heaviside(guard) of an event" % e)
        arguments = [self._named(a) for a in e.args]
        if isinstance(e, sp.Pow) and not (e.exp == -1):
            arguments[0] = self._symbol(arguments[0])
            self._power_domain(arguments[0], e.exp)
        elif isinstance(e, (sp.log, sp.asin, sp.acos)):
            arguments[0] = self._symbol(arguments[0])
            self._domain(arguments[0], "re(%s) > 0" if isinstance(e, sp.log)
                         else "re(%s * %s) <= 1")
        return e.func(*arguments)

    def _turn(self, e):
        angle = self._named(e.args[0])
        if angle.could_extract_minus_sign():
            c, s = self._pair(-angle)
            return c if isinstance(e, sp.cos) else -s
        c, s = self._pair(angle)
        return c if isinstance(e, sp.cos) else s

    def _pair(self, angle):
        key = sp.Function("turn")(angle)
        if key not in self.known:
            c, s = (sp.Symbol(self.fresh(stem), real=True) for stem in ("c", "s"))
            full = angle.xreplace(self.full)
            self.full[c], self.full[s] = sp.cos(full), sp.sin(full)
            self.steps.append(Step("turn", [c, s], angle))
            self.known[key] = c, s
        return self.known[key]

    def _side(self, e):
        full = sp.expand(e.args[0].xreplace(self.full))
        for k, guard in enumerate(self.guards):
            for sign in (1, -1):
                if guard is not None and sp.expand(full - sign * guard) == 0:
                    return self._side_of(k, guard, sign, isinstance(e, sp.sign))
        raise Refused("the equations jump where %s = 0: declare an event with that guard that "
                      "restarts" % full)

    def _side_of(self, k, guard, sign, both):
        key = sp.Function("side")(k)
        if key not in self.known:
            symbol = sp.Symbol(self.fresh("side"), real=True)
            value = self._named(guard)
            self.full[symbol] = symbol
            self.steps.append(Step("side", [symbol], value, number=k))
            self.known[key] = symbol
        side = sign * self.known[key]  # +1 or -1
        return side if both else (1 + side) / 2

    def _power_domain(self, base, exponent):
        if exponent.is_Integer:
            return
        full = base.xreplace(self.full)
        if exponent.is_number and exponent > 0:
            if not (full.count_ops() < 200 and full.is_nonnegative):
                self._domain(base, "re(%s) >= 0")
        elif not (full.count_ops() < 200 and full.is_positive):
            self._domain(base, "re(%s) > 0")

    def _domain(self, symbol, condition):
        if not self.with_domain or not isinstance(symbol, sp.Symbol):
            return
        key = sp.Function("domain")(symbol, sp.Symbol(condition))
        if key not in self.known:
            self.known[key] = symbol
            self.steps.append(Step("domain", [condition.replace("%s", "{0}").format(symbol)], symbol))

    def _spread(self):
        """Each step learns which blocks need it; a domain is that of who uses the value."""
        needed = {}
        for step in reversed(self.steps):
            if step.kind == "set":
                step.blocks = {step.block}
            elif step.kind != "domain":
                step.blocks = set().union(*(needed.get(n, set()) for n in step.names))
            for n in step.value.free_symbols:
                needed.setdefault(n, set()).update(step.blocks)
        for step in self.steps:
            if step.kind == "domain":
                step.blocks = needed.get(step.value, set())
