# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""Between a worker and a problem in Python: the members of a table in C (adapters/python/problem.c)."""

import ctypes
import sys
import traceback

import numpy

_double, _pointer, _int = ctypes.c_double, ctypes.c_void_p, ctypes.c_int
_START = ctypes.CFUNCTYPE(_int, _double, _pointer)
_AT = ctypes.CFUNCTYPE(_int, _double, _pointer, _pointer)


class Table(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("text", ctypes.c_char_p), ("n", ctypes.c_long),
                ("start", _START), ("f", _AT), ("jac", _AT), ("exact", _START)]


said = ""  # the last of these lines, for a program that has the problem as a library


def _say(name, quiet=False):
    """The last line of the traceback, and where in the problem's own file it comes from."""
    kind, value, trace = sys.exc_info()
    line = traceback.format_exception_only(kind, value)[-1].strip()
    own = [f.lineno for f in traceback.extract_tb(trace) if f.filename == name]
    global said
    said = "%s%s" % (line, " (%s:%d)" % (name, own[-1]) if own else "")
    if not quiet:
        print(said, file=sys.stderr, flush=True)


def _view(address, n):
    return numpy.frombuffer((_double * n).from_address(address), dtype=float)


def _put(values, address, n, what):
    if numpy.iscomplexobj(values):
        raise TypeError("%s gives complex numbers" % what)
    values = numpy.asarray(values, dtype=float)
    if values.shape != (n,):
        raise ValueError("%s gives %d numbers, expected are %d" % (what, values.size, n))
    _view(address, n)[:] = values


def _guarded(name, work):
    told = []  # a line is enough: a run calls f thousands of times

    def call(*arguments):
        try:
            # what has no finite value does not exist there: FloatingPointError is an ArithmeticError
            with numpy.errstate(divide="raise", over="raise", invalid="raise"):
                work(*arguments)
            return 0
        except ArithmeticError:  # it does not exist there
            return 1
        except BaseException:  # sys.exit() too
            _say(name, quiet=bool(told))
            told[:] = [True]
            return -1
    return call


def _connect(table, name):
    words = {"__name__": "problem"}
    exec(compile(table.text, name, "exec"), words)
    n = table.n

    def start(t, y):
        _put(words["start"](t), y, n, "start")

    def f(t, y, out):
        _put(words["f"](t, _view(y, n).copy()), out, n, "f")

    def jac(t, y, out):
        J = numpy.asarray(words["jac"](t, _view(y, n).copy()), dtype=float)
        if J.shape != (n, n):
            raise ValueError("jac gives no matrix of %d rows of %d numbers" % (n, n))
        _put(J.ravel(order="F"), out, n * n, "jac")

    def exact(t, y):
        _put(words["exact"](t), y, n, "exact")

    table.exact = _START(_guarded(name, exact))
    table.start = _START(_guarded(name, start))
    table.jac = _AT(_guarded(name, jac))
    table.f = _AT(_guarded(name, f))


_open = []


def open(address):
    table = Table.from_address(address)
    name = table.name.decode() + ".py"
    try:
        _connect(table, name)
        _open.append(table)  # keeps the functions alive
    except BaseException:
        _say(name)
