"""scipy_all.py [PROBLEM...] -- SciPy's solve_ivp on test problems, in one process: LSODA with exact
Jacobians, restarted at break points and events. Prints correct digits of the end state.

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


def piece(p, f, jac, t, stop, y):
    """From t to the end of the piece, or to the first event that restarts or stops."""
    numbers = [k for k, e in enumerate(p.events) if e.restarts or e.stops]
    run = solve_ivp(f, (t, stop), y, method="LSODA", rtol=RTOL, atol=RTOL * p.weights, jac=jac,
                    events=[guard(p, k) for k in numbers])
    if run.status < 0:
        raise ArithmeticError(run.message)
    y, ends = run.y[:, -1], False
    for k, times in zip(numbers, run.t_events or []):
        if len(times):
            y, ends = p.happen(k, run.t[-1], y)
    return run.t[-1], y, ends


def solve(p, f, jac):
    """y at the end of the interval"""
    f, t, y, ends = limited(f), p.t0, p.y0, False
    for stop in sorted({b for b in p.breaks if p.t0 < b < p.t1} | {p.t1}):
        while t < stop and not ends:
            # the equations before a break point are asked up to it, not at it
            last = numpy.nextafter(stop, t) if stop < p.t1 else stop
            t, y, ends = piece(p, f, jac, t, last, y)
            t = stop if t >= last else t
    return y


def line(name):
    p = ivpbench.problem(name)
    equations = first_order(p)
    if not equations:
        return "%-22s %-7s left out: SciPy does not solve it" % (name, p.formulation)
    begin = time.process_time()
    try:
        y = solve(p, *equations)
    except (ArithmeticError, TimeoutError) as error:
        return "%-22s %-7s failed: %s" % (name, p.formulation, error)
    cost = time.process_time() - begin
    try:
        digits = "%5.2f" % p.scd(y)
    except LookupError:
        digits = " no reference on file"
    return "%-22s %-7s n = %4d  %6.2f s  scd =%s" % (name, p.formulation, p.n, cost, digits)


if __name__ == "__main__":
    for problem in sys.argv[1:] or ivpbench.list_problems():
        print(line(problem), flush=True)
