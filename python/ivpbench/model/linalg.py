# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""numpy.linalg on symbols: what equations of motion use of it. Systems of linear equations are solved by
the adjugate matrix, which divides by the determinant alone: right wherever the matrix is regular."""

import types

import sympy as sp

from .model import Refused

MOST = 4  # unknowns; the adjugate of more is longer than an elimination


def _square(A, what):
    A = sp.Matrix(A)
    if A.rows != A.cols:
        raise Refused("linalg.%s of a matrix of %d rows and %d columns" % (what, A.rows, A.cols))
    if A.rows > MOST:
        raise Refused("linalg.%s of a matrix of %d rows (at most %d): give M and f of M y' = f to a SymPy "
                      "model instead (mass)" % (what, A.rows, MOST))
    return A


def _norm(x, ord=None, axis=None, **_):
    import numpy
    if ord not in (None, 2) or axis is not None and numpy.ndim(x) != 1 or numpy.ndim(x) > 1 and ord:
        raise Refused("linalg.norm: only the Euclidean norm of a vector or of all of an array")
    return sp.sqrt(sum(sp.sympify(e) ** 2 for e in numpy.ravel(numpy.array(x, dtype=object))))


def _rows(A):
    import numpy
    return numpy.array(A.tolist(), dtype=object)


def _solve(A, b):
    import numpy
    A = _square(A, "solve")
    x = A.adjugate() * sp.Matrix(b) / A.det(method="berkowitz")
    return _rows(x)[:, 0] if numpy.ndim(b) == 1 else _rows(x)


def _inverse(A):
    A = _square(A, "inv")
    return _rows(A.adjugate() / A.det(method="berkowitz"))


def module(original):
    """The rest of it stays as it is, for numbers."""
    m = types.ModuleType("numpy.linalg")
    m.__dict__.update({k: v for k, v in original.__dict__.items() if not k.startswith("__")})
    m.norm, m.solve, m.inv = _norm, _solve, _inverse
    m.det = lambda A: _square(A, "det").det(method="berkowitz")
    return m
