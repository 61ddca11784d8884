# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""Lagrange's equations: from T, V, generalised forces Q and constraints g to the blocks

    M u' = f - G^T lambda,    M = d2T/du2,    f = Q + dT/dq - dV/dq - d(dT/du)/dt without u'
    G = dg/dq,    gt = dg/dt,    gamma = -(d/dt (G u + gt) without u')"""

import sympy as sp

from .model import Refused, time

_LARGE = 60  # rows; of larger ones `plugin test` finds the rank
_NOISE = 1e-12
_MET = 1e-9  # a constraint of the start


def _along(e, q, u):
    """d/dt of an expression in t and q."""
    return sp.diff(e, time) + sum(sp.diff(e, a) * v for a, v in zip(q, u))


def lagrange(q, u, T, V, Q):
    """M and f."""
    momentum = [sp.diff(T, v) for v in u]
    M = sp.Matrix([[sp.diff(a, v) for v in u] for a in momentum])
    f = [Q[i] + sp.diff(T - V, q[i]) - _along(momentum[i], q, u) for i in range(len(q))]
    return M, f


def constraint_blocks(q, u, g):
    """G, gt and gamma of position constraints."""
    G = sp.Matrix([[sp.diff(e, a) for a in q] for e in g]) if g else sp.zeros(0, len(q))
    gt = [sp.diff(e, time) for e in g]
    gamma = [-_along(_along(e, q, u), q, u) for e in g]
    return G, gt, gamma


# ---- the start ----------------------------------------------------------------------------------

def check_start(m):
    """The start meets the constraints and their derivatives, and accelerations exist there."""
    values = {s: sp.Rational(v) for s, (v, _) in m.params.items()}
    at = {**dict(zip(m.states, (sp.sympify(e).xreplace(values) for e in m.start))), **values,
          time: sp.Rational(m.t0)}
    G, gt, _ = constraint_blocks(m.q, m.u, m.g)
    G, M = _numbers(G, at), _numbers(m.M, at)
    u = sp.Matrix([sp.N(at[s], 30) for s in m.u])
    for level, values in (("positions", _numbers(sp.Matrix(m.g), at)),
                          ("velocities", G * u + _numbers(sp.Matrix(gt), at) if m.g else [])):
        for k, e in enumerate(values):
            if e.is_number and abs(e) > _MET:
                raise Refused("%s: the %s of the start violate constraint %d: 0 = %s"
                              % (m.at("start"), level, k + 1, sp.N(e, 6)))
    _check_rank(m, M, G)


def _numbers(matrix, at):
    return matrix.applyfunc(lambda e: sp.N(e.subs(at), 30))


def _check_rank(m, M, G):
    """M u' + G^T lambda = f, G u' = gamma has one solution."""
    n = len(m.q)
    if n + G.rows > _LARGE or any(not e.is_finite for e in [*M, *G]):
        return
    for i, s in enumerate(m.q):
        if not any(M.row(i)) and not any(G.col(i)):
            raise Refused("%s: %s has no mass and no constraint at the start: T depends on no velocity of it"
                          % (m.at("T", "M"), s))
    saddle = sp.Matrix.vstack(sp.Matrix.hstack(M, G.T), sp.Matrix.hstack(G, sp.zeros(G.rows, G.rows)))
    if G.rows and _rank(G) < G.rows:
        raise Refused("%s: the constraints depend on one another at the start: %d are too many"
                      % (m.at("constraints"), G.rows - _rank(G)))
    if _rank(saddle) < saddle.rows:
        raise Refused("%s: the mass matrix is singular at the start" % m.at("T", "M"))


def _rank(A):
    """Of rows divided by their largest entries."""
    rows = [A.row(i) / max(map(abs, A.row(i))) for i in range(A.rows) if any(A.row(i))]
    return sp.Matrix.vstack(*rows).rank(iszerofunc=lambda e: abs(e) < _NOISE) if rows else 0
