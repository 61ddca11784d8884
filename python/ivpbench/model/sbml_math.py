# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""MathML of SBML as expressions of SymPy.

Numbers are the decimals that were written, as far as libsbml keeps them (17 digits). Conditions stay
conditions: branches.py makes of them what solvers can follow. What is not known is refused by its name."""

import libsbml as L
import sympy as sp

from .branches import Choice, is_condition, plain, same
from .model import Refused

NODES, BITS = 200000, 20000  # of one model; of a number
AVOGADRO = sp.Rational("602214179000000000000000")  # of SBML Level 3, section 3.4.6


def number(x):
    """The shortest decimal of a double, as a fraction."""
    if x != x or x in (float("inf"), float("-inf")):
        raise Refused("the number %r" % x)
    return sp.Rational(repr(x))


def _written(node, _):
    if node.getType() == L.AST_INTEGER:
        return sp.Integer(node.getInteger())
    if node.getType() == L.AST_RATIONAL:
        return sp.Rational(node.getNumerator(), node.getDenominator())
    if node.getType() == L.AST_REAL_E:
        exponent = node.getExponent()
        if abs(exponent) > 400:
            raise Refused("a number with the exponent %d" % exponent)
        return number(node.getMantissa()) * sp.Integer(10) ** exponent
    return number(node.getReal())


def truth(e):
    """As a condition: 0 is false (Level 3 Version 2)."""
    if is_condition(e):
        return e
    if e.is_number:
        return sp.true if e != 0 else sp.false
    raise Refused("a number that varies in place of a condition")


def value(e):
    """As a number: true is 1."""
    if is_condition(e):
        return Choice(e, sp.Integer(1), sp.Integer(0))
    return e


def _power(a, b):
    if a.is_Rational and b.is_Rational and a != 0:
        if abs(b) * max(abs(a.p).bit_length(), a.q.bit_length()) > BITS:
            raise Refused("a power of numbers that has more than %d bits" % BITS)
    return a ** b


def _root(*a):
    return sp.sqrt(a[0]) if len(a) == 1 else _power(a[1], 1 / a[0])


def _log(*a):
    return sp.log(a[0]) / sp.log(10) if len(a) == 1 else sp.log(a[1]) / sp.log(a[0])


def _whole(f):
    def go(*a):
        e = f(*a)
        if not e.is_number:
            raise Refused("%s of what varies" % f.__name__)
        return e
    return go


def factorial(a):
    if not (a.is_Integer and 0 <= a <= 1000):
        raise Refused("factorial of %s" % str(a)[:40])
    return sp.factorial(a)


def floor(a):
    return sp.floor(a)


def ceiling(a):
    return sp.ceiling(a)


def quotient(a, b):
    q = a / b
    return sp.floor(q) if q >= 0 else sp.ceiling(q)


def remainder(a, b):
    return a - b * quotient(a, b)


def _hyperbolic(f, formula):
    """Inverse functions that C has not for every arithmetic: by SymPy of a number, else by log."""
    return lambda a: f(a) if a.is_number else formula(a)


def _chain(relation):
    """a < b < c; a choice on one side is a choice of comparisons."""
    return lambda *a: sp.And(*(plain(relation(x, y)) for x, y in zip(a, a[1:])))


_NUMBERS = {  # of numbers
    L.AST_PLUS: lambda *a: sp.Add(*a), L.AST_TIMES: lambda *a: sp.Mul(*a),
    L.AST_MINUS: lambda *a: -a[0] if len(a) == 1 else a[0] - a[1],
    L.AST_DIVIDE: lambda a, b: a / b, L.AST_POWER: _power, L.AST_FUNCTION_POWER: _power,
    L.AST_FUNCTION_ROOT: _root, L.AST_FUNCTION_LOG: _log, L.AST_FUNCTION_LN: sp.log,
    L.AST_FUNCTION_EXP: sp.exp, L.AST_FUNCTION_ABS: sp.Abs,
    L.AST_FUNCTION_MAX: sp.Max, L.AST_FUNCTION_MIN: sp.Min,
    L.AST_FUNCTION_FACTORIAL: factorial, L.AST_FUNCTION_FLOOR: _whole(floor),
    L.AST_FUNCTION_CEILING: _whole(ceiling), L.AST_FUNCTION_QUOTIENT: _whole(quotient),
    L.AST_FUNCTION_REM: _whole(remainder),
    L.AST_FUNCTION_SIN: sp.sin, L.AST_FUNCTION_COS: sp.cos, L.AST_FUNCTION_TAN: sp.tan,
    L.AST_FUNCTION_SEC: lambda a: 1 / sp.cos(a), L.AST_FUNCTION_CSC: lambda a: 1 / sp.sin(a),
    L.AST_FUNCTION_COT: lambda a: sp.cos(a) / sp.sin(a),
    L.AST_FUNCTION_ARCSIN: sp.asin, L.AST_FUNCTION_ARCCOS: sp.acos, L.AST_FUNCTION_ARCTAN: sp.atan,
    L.AST_FUNCTION_ARCSEC: lambda a: sp.acos(1 / a), L.AST_FUNCTION_ARCCSC: lambda a: sp.asin(1 / a),
    L.AST_FUNCTION_ARCCOT: lambda a: sp.atan(1 / a),
    L.AST_FUNCTION_SINH: sp.sinh, L.AST_FUNCTION_COSH: sp.cosh, L.AST_FUNCTION_TANH: sp.tanh,
    L.AST_FUNCTION_SECH: lambda a: 1 / sp.cosh(a), L.AST_FUNCTION_CSCH: lambda a: 1 / sp.sinh(a),
    L.AST_FUNCTION_COTH: lambda a: sp.cosh(a) / sp.sinh(a),
    L.AST_FUNCTION_ARCSINH: _hyperbolic(sp.asinh, lambda a: sp.log(a + sp.sqrt(a ** 2 + 1))),
    L.AST_FUNCTION_ARCCOSH: _hyperbolic(sp.acosh, lambda a: sp.log(a + sp.sqrt(a ** 2 - 1))),
    L.AST_FUNCTION_ARCTANH: _hyperbolic(sp.atanh, lambda a: sp.log((1 + a) / (1 - a)) / 2),
    L.AST_FUNCTION_ARCSECH: lambda a: sp.log(1 / a + sp.sqrt(1 / a ** 2 - 1)),
    L.AST_FUNCTION_ARCCSCH: lambda a: sp.log(1 / a + sp.sqrt(1 / a ** 2 + 1)),
    L.AST_FUNCTION_ARCCOTH: lambda a: sp.log((a + 1) / (a - 1)) / 2,
    L.AST_RELATIONAL_LT: _chain(sp.Lt), L.AST_RELATIONAL_LEQ: _chain(sp.Le),
    L.AST_RELATIONAL_GT: _chain(sp.Gt), L.AST_RELATIONAL_GEQ: _chain(sp.Ge),
}
_EQUAL = {L.AST_RELATIONAL_EQ: _chain(sp.Eq), L.AST_RELATIONAL_NEQ: lambda a, b: sp.Not(plain(sp.Eq(a, b)))}
_CONDITIONS = {  # of conditions
    L.AST_LOGICAL_AND: lambda *a: sp.And(*a), L.AST_LOGICAL_OR: lambda *a: sp.Or(*a),
    L.AST_LOGICAL_NOT: lambda a: sp.Not(a),
    L.AST_LOGICAL_IMPLIES: lambda a, b: sp.Or(sp.Not(a), b),
}


def xor(*a):
    """True where an odd number is."""
    result = sp.false
    for e in a:
        result = sp.Not(same(result, e))
    return result


_CONDITIONS[L.AST_LOGICAL_XOR] = xor
_CONSTANTS = {L.AST_CONSTANT_PI: sp.pi, L.AST_CONSTANT_E: sp.E, L.AST_CONSTANT_TRUE: sp.true,
              L.AST_CONSTANT_FALSE: sp.false, L.AST_NAME_AVOGADRO: AVOGADRO}
_WRITTEN = (L.AST_INTEGER, L.AST_RATIONAL, L.AST_REAL, L.AST_REAL_E)


class Reader:
    """Expressions of nodes; `functions`: name -> (arguments, body)."""

    def __init__(self, functions):
        self.functions, self.nodes = functions, 0

    def read(self, node, names, local=()):
        """`names` has name(id), rate_of(id) and time; `local` are arguments and local parameters."""
        self.nodes += 1
        if self.nodes > NODES:
            raise Refused("the formulas have more than %d terms" % NODES)
        kind = node.getType()
        if kind in _WRITTEN:
            return _written(node, names)
        if kind in _CONSTANTS:
            return _CONSTANTS[kind]
        if kind == L.AST_NAME_TIME:
            return names.time
        if kind == L.AST_NAME:
            name = node.getName()
            return local[name] if name in local else names.name(name)
        return self._call(kind, node, names, local)

    def _call(self, kind, node, names, local):
        children = [node.getChild(i) for i in range(node.getNumChildren())]
        if kind == L.AST_FUNCTION_RATE_OF:
            return self._rate_of(children, names, local)
        if kind == L.AST_FUNCTION:
            return self._own(node.getName(), children, names, local)
        arguments = [self.read(c, names, local) for c in children]
        if kind == L.AST_FUNCTION_PIECEWISE:
            return _piecewise(arguments)
        if kind in _EQUAL:
            if len(arguments) == 2 and all(map(is_condition, arguments)):
                equal = same(*arguments)
                return equal if kind == L.AST_RELATIONAL_EQ else sp.Not(equal)
            return self._apply(_EQUAL, kind, node, map(value, arguments))
        if kind in _CONDITIONS:
            return self._apply(_CONDITIONS, kind, node, map(truth, arguments))
        return self._apply(_NUMBERS, kind, node, map(value, arguments))

    @staticmethod
    def _apply(table, kind, node, arguments):
        name = "delay" if kind == L.AST_FUNCTION_DELAY else node.getName() or "type %d" % kind
        if kind not in table:
            raise Refused("the MathML function %s" % name)
        try:
            return sp.sympify(table[kind](*arguments))
        except TypeError as error:
            raise Refused("%s of %d arguments" % (name, node.getNumChildren())) from error

    @staticmethod
    def _rate_of(children, names, local):
        if len(children) != 1 or children[0].getType() != L.AST_NAME:
            raise Refused("rateOf of what is no name")
        name = children[0].getName()
        if name in local:
            return sp.Integer(0)
        return names.rate_of(name)

    def _own(self, name, children, names, local):
        if name not in self.functions:
            raise Refused("the function %s, which is not defined" % name)
        arguments, body = self.functions[name]
        if len(arguments) != len(children) or body is None:
            raise Refused("the function %s with %d arguments" % (name, len(children)))
        values = [self.read(c, names, local) for c in children]
        return self.read(body, names, dict(zip(arguments, values)))


def _piecewise(arguments):
    pairs = [(value(a), truth(c)) for a, c in zip(arguments[0::2], arguments[1::2])]
    if len(arguments) % 2:
        pairs.append((value(arguments[-1]), sp.true))
    if not pairs or pairs[-1][1] != sp.true:
        raise Refused("piecewise without otherwise")
    result = pairs.pop()[0]
    for e, condition in reversed(pairs):
        result = Choice(condition, e, result)
    return result
