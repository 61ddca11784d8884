# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""Between a worker and a solver in Python: the members of a table in C (adapters/python/solver.c)."""

import ctypes
import sys
import traceback

import numpy

import ivpbench

E_LIBRARY = -10
COUNTERS = ("n_f n_mass n_con n_gamma n_jac n_jac_evals n_lu n_solve n_newton n_project n_accepted "
            "n_rejected n_failed n_event n_restart").split()

_double, _pointer, _int = ctypes.c_double, ctypes.c_void_p, ctypes.c_int
_AT = ctypes.PYFUNCTYPE(_int, _pointer, _double, _pointer, _pointer)
_COUNT = ctypes.PYFUNCTYPE(None, _pointer, _int, ctypes.c_long)
_RESTART = ctypes.CFUNCTYPE(_int, _double, _pointer, _pointer, _double)
_STEP = ctypes.CFUNCTYPE(_int, _double, _pointer, _pointer)
_DENSE = ctypes.CFUNCTYPE(_int, _double, _pointer)
_FINISH = ctypes.CFUNCTYPE(_int)


class Table(ctypes.Structure):
    _fields_ = [("model", _pointer), ("name", ctypes.c_char_p), ("source", ctypes.c_char_p),
                ("atol", _pointer), ("rtol", _double), ("h", _double), ("hmax", _double),
                ("n", ctypes.c_long), ("rhs", _AT), ("rhs_jac", _AT), ("count", _COUNT),
                ("restart", _RESTART), ("step", _STEP), ("dense", _DENSE), ("finish", _FINISH),
                ("said", ctypes.c_char * 256)]


def _view(address, n):
    return numpy.frombuffer((_double * n).from_address(address), dtype=float)


class Tolerances:
    def __init__(self, table):
        self.rtol, self.h, self.hmax = table.rtol, table.h, table.hmax
        self.atol = _view(table.atol, table.n).copy()


class Model:
    """y' = f(t, y), counted and checked by the kernel."""

    def __init__(self, table):
        self.n = table.n
        self._model, self._rhs = table.model, table.rhs
        self._jac, self._count = table.rhs_jac, table.count

    def _vector(self, y):
        y = numpy.ascontiguousarray(y, dtype=float)
        if y.shape != (self.n,):
            raise ValueError("a vector of %d numbers is expected, given is %s" % (self.n, y.shape))
        return y

    def rhs(self, t, y):
        """f(t, y); NaN where it does not exist."""
        y, f = self._vector(y), numpy.empty(self.n)
        status = self._rhs(self._model, t, y.ctypes.data, f.ctypes.data)
        if status < 0:
            raise ivpbench.Failure(status)
        if status:
            f.fill(numpy.nan)
        return f

    def jac(self, t, y):
        """df/dy, n x n."""
        y, J = self._vector(y), numpy.zeros((self.n, self.n), order="F")
        status = self._jac(self._model, t, y.ctypes.data, J.ctypes.data)
        if status < 0:
            raise ivpbench.Failure(status)
        if status:
            J.fill(numpy.nan)
        return J

    def count(self, name, k):
        """What only the method knows: "n_lu", "n_newton", "n_rejected" ...; None: it does not tell"""
        self._count(self._model, COUNTERS.index(name), -1 if k is None else max(int(k), 0))


def _say(table, name):
    """The last line of the traceback, and where in the solver's own file it comes from."""
    kind, value, trace = sys.exc_info()
    line = traceback.format_exception_only(kind, value)[-1].strip()
    own = [f.lineno for f in traceback.extract_tb(trace) if f.filename == name]
    table.said = ("%s%s" % (line, " (%s:%d)" % (name, own[-1]) if own else "")).encode()[:250]


def _guarded(table, name, work):
    def call(*arguments):
        try:
            work(*arguments)
            return 0
        except ivpbench.Failure as failure:
            return failure.status
        except BaseException:  # sys.exit() too: it costs a cell, not the worker
            _say(table, name)
            return E_LIBRARY
    return call


_open = {}


def _connect(table, name):
    words = {"__name__": "solver"}
    exec(compile(table.source, name, "exec"), words)
    n, solver = table.n, words["Solver"](Model(table), Tolerances(table))

    def restart(t, y, yp, h0):
        solver.restart(t, _view(y, n).copy(), _view(yp, n).copy(), h0)

    def step(tmax, t, y):
        now, state = solver.step(tmax)
        _view(y, n)[:] = numpy.asarray(state, dtype=float).reshape(n)
        _double.from_address(t).value = now

    def dense(theta, y):
        _view(y, n)[:] = numpy.asarray(solver.dense(theta), dtype=float).reshape(n)

    def finish():
        getattr(solver, "finish", lambda: None)()

    table.restart = _RESTART(_guarded(table, name, restart))
    table.step = _STEP(_guarded(table, name, step))
    table.dense = _DENSE(_guarded(table, name, dense))
    table.finish = _FINISH(_guarded(table, name, finish))


def open(address):
    table = Table.from_address(address)
    name = table.name.decode() + ".py"
    try:
        _connect(table, name)
        _open[address] = table  # keeps the functions alive
    except BaseException:
        _say(table, name)


def close(address):
    _open.pop(address, None)
