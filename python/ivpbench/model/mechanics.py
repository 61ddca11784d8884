# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""Lagrange's equations: from T, V, generalised forces Q and constraints g to the blocks

    M u' = f - G^T lambda,    M = d2T/du2,    f = Q + dT/dq - dV/dq - d(dT/du)/dt without u'
    G = dg/dq,    gt = dg/dt,    gamma = -(d/dt (G u + gt) without u')"""

import sympy as sp

from .model import time


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
