# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""Conditions in equations: what solvers can follow.

A model's `Choice(condition, a, b)` is a where the condition holds, else b. In equations each
comparison in the condition becomes the side of a guard, and the guard an event at which solvers
restart: the equations are smooth between events (docs/events.md). The side of a guard at rest is -1,
so a > b is the side of a - b, and a >= b the opposite of the side of b - a.

In C a choice is `Select(s, a, b)`: a where s > 1/2, else b, with s from sides (0 or 1 each). A value that is
not chosen may be infinite or undefined."""

import sympy as sp

from .model import Event, Refused


class Choice(sp.Function):
    """Choice(condition, a, b)"""
    nargs = 3
    is_commutative = True
    is_real = True

    @classmethod
    def eval(cls, condition, a, b):
        if condition == sp.true or a == b:
            return a
        return b if condition == sp.false else None

    def _eval_derivative(self, s):
        condition, a, b = self.args
        return Choice(condition, a.diff(s), b.diff(s))


class Select(sp.Function):
    """Select(s, a, b)"""
    nargs = 3
    is_commutative = True
    is_real = True


def is_condition(e):
    """A symbol is a Boolean to SymPy, but not here."""
    return isinstance(e, (sp.core.relational.Relational, sp.logic.boolalg.BooleanFunction,
                          sp.logic.boolalg.BooleanAtom))


def same(a, b):
    """Are both conditions true, or both false?"""
    return sp.Or(sp.And(a, b), sp.And(sp.Not(a), sp.Not(b)))


_STRICT = {sp.StrictGreaterThan: 1, sp.StrictLessThan: -1}
_LOOSE = {sp.GreaterThan: 1, sp.LessThan: -1}


def difference(relation):
    """What is positive where a comparison holds: a - b of a > b and a >= b."""
    sign = {**_STRICT, **_LOOSE}.get(relation.func)
    if sign is None:
        raise Refused("the condition %s: only < <= > >= can be located" % relation)
    return sign * (relation.lhs - relation.rhs)


def is_strict(relation):
    return relation.func in _STRICT


def plain(relation, most=8):
    """A comparison without choices: a choice on one side becomes a choice of comparisons."""
    choices = sorted(relation.atoms(Choice), key=sp.count_ops) if relation.has(Choice) else []
    if not choices:
        return relation
    if most == 0:
        raise Refused("a comparison of more than 8 choices")
    condition, a, b = choices[0].args  # the innermost: its parts have none
    yes, no = (plain(relation.xreplace({choices[0]: e}), most - 1) for e in (a, b))
    return sp.Or(sp.And(condition, yes), sp.And(sp.Not(condition), no))


def comparisons(condition):
    """The comparisons in a condition."""
    return condition.atoms(sp.core.relational.Relational)


def jumps(e):
    """Has the expression a choice, or another jump?"""
    return e.has(Choice, Select, sp.Heaviside, sp.sign)


class Guards:
    """Comparisons in equations, each an event of its own."""

    def __init__(self):
        self.events, self.names = [], {}

    def _side(self, guard):
        if jumps(guard):
            raise Refused("a condition inside a condition: %s" % str(guard)[:80])
        if guard not in self.names:
            name = "branch%d" % (len(self.names) + 1)
            self.names[guard] = name
            self.events.append(Event(name, guard))
        return sp.Heaviside(guard)

    def sides(self, condition):
        """1 where the condition holds, else 0, in sides of guards."""
        if condition == sp.true or condition == sp.false:
            return sp.Integer(1 if condition == sp.true else 0)
        if isinstance(condition, sp.Not):
            return 1 - self.sides(condition.args[0])
        if isinstance(condition, (sp.And, sp.Or)):
            either = isinstance(condition, sp.Or)
            parts = [self.sides(a) for a in condition.args]
            return 1 - sp.Mul(*(1 - p for p in parts)) if either else sp.Mul(*parts)
        guard = difference(condition)
        return self._side(guard) if is_strict(condition) else 1 - self._side(-guard)

    def smooth(self, e):
        """The expression with sides in place of conditions, and without kinks."""
        if not e.has(Choice, sp.Max, sp.Min, sp.Abs):
            return e
        if isinstance(e, Choice):
            return Select(self.sides(e.args[0]), self.smooth(e.args[1]), self.smooth(e.args[2]))
        arguments = [self.smooth(a) for a in e.args]
        if isinstance(e, sp.Abs):
            return Select(self._side(e.args[0]), arguments[0], -arguments[0])
        if isinstance(e, (sp.Max, sp.Min)):
            return self._extreme(e, arguments)
        return e.func(*arguments)

    def _extreme(self, e, arguments):
        result, largest = arguments[0], isinstance(e, sp.Max)
        for k in range(1, len(arguments)):
            above = self._side(e.args[k] - e.func(*e.args[:k]))
            result = Select(above, arguments[k], result) if largest \
                else Select(above, result, arguments[k])
        return result
