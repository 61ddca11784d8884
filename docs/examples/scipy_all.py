# SPDX-License-Identifier: BSD-2-Clause
"""scipy_all.py [PROBLEM...] -- SciPy's solve_ivp on test problems, in one process: DOP853, and Radau with
exact Jacobians, restarted at break points and events. Prints correct digits of the end state.

Needs python3-numpy and python3-scipy. SciPy has no solver for M y' = f with singular M or for
F(t, y, y') = 0: these problems are left out, with a line."""

import sys
import time
import warnings

import ivpbench
import numpy
from scipy.integrate import solve_ivp

RTOL, SECONDS = 1e-6, 20
warnings.filterwarnings("ignore", module="scipy")  # what fails is printed


def first_order(p):
    """y' = f and its Jacobian, or None. A constant regular M goes to the right-hand side."""
    if p.view == "first":
        return p.rhs, p.jac
    if p.view == "residual" or not p.constant_mass:
        return None
    M = p.mass(p.t0, p.y0)
    if numpy.linalg.cond(M) > 1e12:
        return None
    return (lambda t, y: numpy.linalg.solve(M, p.rhs(t, y)),
            lambda t, y: numpy.linalg.solve(M, p.jac(t, y)))


def guard(p, k):
    """Guard number k as SciPy has events: it ends the piece."""
    def value(t, y):
        return p.guards(t, y)[k]
    value.direction, value.terminal = p.events[k].direction, True
    return value


def limited(f):
    """f, which ends the run after so many seconds."""
    end = time.process_time() + SECONDS

    def value(t, y):
        if time.process_time() > end:
            raise TimeoutError("%g s were not enough" % SECONDS)
        return f(t, y)
    return value


def piece(p, method, f, jac, t, stop, y):
    """From t to the end of the piece, or to the first event that restarts or stops."""
    numbers = [k for k, e in enumerate(p.events) if e.restarts or e.stops]
    words = {"jac": jac} if method == "Radau" else {}
    run = solve_ivp(f, (t, stop), y, method=method, rtol=RTOL, atol=RTOL * p.weights,
                    events=[guard(p, k) for k in numbers], **words)
    if run.status < 0:
        raise ArithmeticError(run.message)
    t, y, ends = run.t[-1], run.y[:, -1], False
    for k, times in zip(numbers, run.t_events or []):
        if len(times):
            y, ends = p.happen(k, t, y)
            # away from the zero, which would be found again
            h = min(1e-12 * (p.t1 - p.t0), stop - t)
            t, y = t + h, y + h * f(t, y)
    return t, y, ends


def solve(p, method, f, jac):
    """y at the end of the interval"""
    p.restart()
    f, t, y, ends = limited(f), p.t0, p.y0, False
    for stop in sorted({b for b in p.breaks if p.t0 < b < p.t1} | {p.t1}):
        while t < stop and not ends:
            # the equations before a break point are asked up to it, not at it
            last = numpy.nextafter(stop, t) if stop < p.t1 else stop
            t, y, ends = piece(p, method, f, jac, t, last, y)
            t = stop if t >= last else t
    return y


def attempts(p, f, jac):
    """The method that suits the tags, then the other one: (method, y, CPU time, what failed)."""
    failed = []
    for method in ("DOP853", "Radau") if "nonstiff" in p.tags.split() else ("Radau", "DOP853"):
        begin = time.process_time()
        try:
            return method, solve(p, method, f, jac), time.process_time() - begin, failed
        except (ArithmeticError, ValueError, TimeoutError) as error:
            failed.append("%s: %s" % (method, error))
    return None, None, None, failed


def line(name):
    p = ivpbench.problem(name)
    what = "%-22s %-7s n = %4d" % (name, p.formulation, p.n)
    equations = first_order(p)
    if not equations:
        return what + "  left out: solve_ivp takes y' = f alone"
    method, y, cost, failed = attempts(p, *equations)
    if not method:
        return what + "  failed: " + "; ".join(failed)
    try:
        digits = "scd = %5.2f" % p.scd(y)
    except LookupError:
        digits = "no reference on file"
    return "%s  %-6s %6.2f s  %s" % (what, method, cost, digits)


if __name__ == "__main__":
    for problem in sys.argv[1:] or ivpbench.list_problems():
        print(line(problem), flush=True)
