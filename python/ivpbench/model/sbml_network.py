# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""A reaction network of SBML as an initial value problem.

A name in a formula means (SBML Level 3, sections 4.6 and 4.11)

    compartment, parameter, species reference     its value
    species       its amount n with hasOnlySubstanceUnits or in 0 dimensions, else n / size
    reaction      its rate, amount (or extent) per time

The unknowns are what changes: amounts n of species, and values of the others,

    n' = c sum(s_r v_r)     reactions r with stoichiometry s and rate v, conversion factor c
    n' = w V + (n/V) V'     a rate rule w of the concentration n/V, V may vary
    x' = w                  a rate rule of another quantity
    x' = 0                  what events alone change

Values that are written and stay are parameters of the problem. All others are expressions."""

from dataclasses import dataclass

import sympy as sp

from .branches import Choice, comparisons, is_condition, jumps
from .model import Refused, time
from .read import decimal
from .sbml_math import Reader

TERMS = 100000  # of one formula with all that it uses


@dataclass
class Quantity:
    name: str
    kind: str  # compartment, species, parameter, reference, local
    written: object = None  # the value of the attribute: a fraction
    fixed: bool = True  # its attribute constant
    meaning: str = ""
    unit: str = ""
    # of species
    home: str = ""  # its compartment
    intensive: bool = False  # a concentration in formulas
    by_amount: bool = True  # `written` is an amount
    boundary: bool = False
    factor: str = ""  # its conversion factor
    symbol: object = None  # as a parameter of the problem


@dataclass
class Reaction:
    name: str
    law: object
    local: dict  # name -> a local parameter
    sides: list  # (species, sign, value or id or node)


class _Names:
    """What names mean: along the solution, or at its start."""

    def __init__(self, network, at_start):
        self.network, self.at_start = network, at_start
        self.time = sp.Integer(0) if at_start else time
        self.known, self.open = {}, []

    def name(self, name):
        if name in self.known:
            return self.known[name]
        if name in self.open:
            raise Refused("%s is defined by itself" % name)
        self.open.append(name)
        e = self.network.meaning_of(name, self)
        self.open.pop()
        _bounded(e, name)
        self.known[name] = e
        return e

    def rate_of(self, name):
        network = self.network
        if name in network.assigned or name in network.solved:
            raise Refused("rateOf of %s, which a rule sets" % name)
        if name not in network.states:
            return sp.Integer(0)
        e = network.slope_of(name)
        return network.at_start(e) if self.at_start else e


def _bounded(e, name):
    """Refuses expressions that are small only while what they share is shared."""
    sizes = {}
    for part in _inside_out(e):
        sizes[part] = 1 + sum(sizes[a] for a in part.args)
    if sizes[e] > TERMS:
        raise Refused("%s has more than %d terms" % (name, TERMS))


def _linear(e, x):
    """The x with e = 0, where e is linear in it."""
    factor = sp.diff(e, x)
    if factor == 0 or factor.has(x) or any(c.args[0].has(x) for c in e.atoms(Choice)):
        raise Refused("an algebraic rule that is not linear in %s" % x)
    return -e.xreplace({x: sp.Integer(0)}) / factor


def _inside_out(e):
    """Parts of an expression, each once, arguments first."""
    seen, stack = set(), [(e, False)]
    while stack:
        part, done = stack.pop()
        if done:
            yield part
        elif part not in seen:
            seen.add(part)
            stack.append((part, True))
            stack += [(a, False) for a in part.args]


class Network:
    """quantities, reactions, rules: as sbml.py has read them."""

    def __init__(self, functions):
        self.reader = Reader(functions)
        self.quantities, self.reactions = {}, {}
        self.assigned, self.rates, self.initial = {}, {}, {}  # name -> node
        self.changed = set()  # by events
        self.algebraic, self.solved = [], {}  # 0 = node; name -> its value by these
        self.params = {}  # symbol -> (decimal, meaning)
        self.states, self.slopes = {}, {}  # name -> symbol; name -> derivative of the unknown
        self.frozen = set()  # symbols of parameters that must stay as they are
        self.taken = {"t"}
        self.along, self.start = _Names(self, False), _Names(self, True)

    # ---- symbols ------------------------------------------------------------------------------

    def symbol(self, name):
        while name in self.taken:
            name += "_"
        self.taken.add(name)
        return sp.Symbol(name, real=True)

    def reserve(self):
        """All names are known: unknowns and parameters get symbols."""
        own = set(self.quantities)
        moved = {s for r in self.reactions.values() for s, _, _ in r.sides
                 if not self.quantities[s].boundary and not self.quantities[s].fixed}
        changing = moved | set(self.rates) | self.changed
        for name, q in self.quantities.items():
            if name in self.assigned or name not in changing:
                continue
            word = "n_" + name if q.intensive else name
            while word != name and word in own:
                word += "_"
            self.states[name] = self.symbol(word)
        if self.algebraic:
            self._solve({n for n, q in self.quantities.items()
                         if not q.fixed and n not in self.assigned and n not in changing})

    def _solve(self, free):
        """Algebraic rules, one by one, each for the only quantity in it that nothing else sets."""
        unknown = {n: sp.Symbol(n, real=True) for n in sorted(free)}
        self.along.known.update(unknown)
        left = [self._real(self.read(node, self.along), "an algebraic rule") for node in self.algebraic]
        solved = {}
        while left:
            left = [e.xreplace(solved) for e in left]
            counts = [len(e.free_symbols & set(unknown.values())) for e in left]
            if 1 not in counts:
                raise Refused("an algebraic rule in which %s" % (
                    "nothing is free" if 0 in counts else "more than one quantity is free"))
            e = left.pop(counts.index(1))
            x = (e.free_symbols & set(unknown.values())).pop()
            solved = {k: v.xreplace({x: _linear(e, x)}) for k, v in solved.items()}
            solved[x] = _linear(e, x).xreplace(solved)
        self.solved = {n: solved[x] for n, x in unknown.items() if x in solved}
        self.along.known = {}

    def parameter(self, q):
        """The symbol of what is written and stays."""
        if q.symbol is None:
            q.symbol = self.symbol(q.name)
            unit = " [%s]" % q.unit if q.unit else ""
            self.params[q.symbol] = decimal(q.written), (q.meaning or q.kind) + unit
        return q.symbol

    # ---- values -------------------------------------------------------------------------------

    def read(self, node, names, local=()):
        return self.reader.read(node, names, local)

    def meaning_of(self, name, names):
        if name in self.reactions:
            return self.rate(name, names)
        if name not in self.quantities:
            raise Refused("%s, which has no value" % name)
        if name in self.assigned:
            return self._real(self.read(self.assigned[name], names), name)
        if name in self.solved:
            return self._begin(self.solved[name]) if names.at_start else self.solved[name]
        q = self.quantities[name]
        if not names.at_start:
            if name in self.states:
                n = self.states[name]
                return n / names.name(q.home) if q.intensive else n
            if q.intensive:
                return self._constant_amount(name) / names.name(q.home)
            return self.start.name(name)
        return self._at_start(name, q)

    @staticmethod
    def _real(e, name):
        if is_condition(e):
            return Choice(e, sp.Integer(1), sp.Integer(0))
        if e.has(sp.I, sp.nan, sp.zoo, sp.oo, -sp.oo):
            raise Refused("%s is not a finite real number" % name)
        return e

    def _at_start(self, name, q):
        if name in self.initial:
            return self._real(self.read(self.initial[name], self.start), name)
        if q.written is None:
            raise Refused("%s, which has no value" % name)
        e = q.written if name in self.states else self.parameter(q)
        if q.kind != "species" or q.by_amount == (not q.intensive):
            return e
        size = self.start.name(q.home)
        return e / size if q.by_amount else e * size

    def has_value(self, name):
        q = self.quantities[name]
        return (name in self.assigned or name in self.initial or name in self.solved
                or q.written is not None)

    def _begin(self, e):
        """An expression in unknowns at the start, before all starts are known."""
        name_of = {s: n for n, s in self.states.items()}
        return e.xreplace({s: sp.Integer(0) if s == time else self.amount_at_start(name_of[s])
                           for s in e.free_symbols if s == time or s in name_of})

    def _constant_amount(self, name):
        """Of a species with a concentration: what stays is its amount."""
        q = self.quantities[name]
        if name not in self.initial and q.written is not None and q.by_amount:
            return self.parameter(q)
        return self.start.name(name) * self.start.name(q.home)

    def amount_at_start(self, name):
        """The start of the unknown."""
        q = self.quantities[name]
        if not q.intensive:
            return self.start.name(name)
        if name not in self.initial and q.written is not None and q.by_amount:
            return q.written
        return self.start.name(name) * self.start.name(q.home)

    # ---- derivatives --------------------------------------------------------------------------

    def rate(self, name, names):
        r = self.reactions[name]
        local = {k: self.parameter(q) for k, q in r.local.items()}
        return self._real(self.read(r.law, names, local), name)

    def slope(self, name):
        """The derivative of the unknown."""
        if name not in self.slopes:
            self.slopes[name] = None
            self.slopes[name] = self._slope(name)
        elif self.slopes[name] is None:
            raise Refused("the derivative of %s is defined by itself" % name)
        return self.slopes[name]

    def _slope(self, name):
        q = self.quantities[name]
        if name in self.rates:
            e = self._real(self.read(self.rates[name], self.along), name)
            if not q.intensive:
                return e
            size = self.along.name(q.home)
            return e * size + self.states[name] / size * self.derivative(size)
        if q.kind != "species" or q.boundary or q.fixed:
            return sp.Integer(0)
        terms = [sign * self._stoichiometry(s) * self.along.name(r.name)
                 for r in self.reactions.values() for who, sign, s in r.sides if who == name]
        factor = self.along.name(q.factor) if q.factor else sp.Integer(1)
        return factor * sp.Add(*terms)

    def _stoichiometry(self, s):
        if isinstance(s, str):
            return self.along.name(s)
        return s if isinstance(s, sp.Expr) else self.read(s, self.along)

    def derivative(self, e):
        """d/dt of an expression along the solution."""
        if jumps(e) and e.free_symbols & ({time} | set(self.states.values())):
            raise Refused("the size of a compartment that jumps by a condition")
        name_of = {s: n for n, s in self.states.items()}
        return sp.diff(e, time) + sp.Add(*(sp.diff(e, s) * self.slope(name_of[s])
                                           for s in sorted(e.free_symbols, key=str) if s in name_of))

    def slope_of(self, name):
        """rateOf: the derivative of what the name means."""
        return self.derivative(self.along.name(name))

    # ---- at the start -------------------------------------------------------------------------

    def starts(self):
        """Unknown -> its start."""
        if not hasattr(self, "_starts"):
            self._starts = {s: self.decided(self.amount_at_start(n)) for n, s in self.states.items()}
        return self._starts

    def at_start(self, e):
        return e.xreplace({**self.starts(), time: sp.Integer(0)})

    def in_numbers(self, e):
        """With the parameters as numbers, which then must stay what they are."""
        known = {s: sp.Rational(d) for s, (d, _) in self.params.items() if s in e.free_symbols}
        self.frozen |= set(known)
        return e.xreplace(known)

    def decided_condition(self, condition):
        """The condition with each comparison of parameters alone decided."""
        known = {}
        for c in comparisons(condition):
            if c.free_symbols <= set(self.params):
                known[c] = self.in_numbers(c)
                if known[c] not in (sp.true, sp.false):
                    raise Refused("the condition %s" % c)
        return condition.xreplace(known)

    def decided(self, e):
        """The expression with each condition of parameters alone decided."""
        if not e.has(Choice):
            return e
        if isinstance(e, Choice):
            return Choice(self.decided_condition(e.args[0]), self.decided(e.args[1]),
                          self.decided(e.args[2]))
        return e.func(*(self.decided(a) for a in e.args))
