"""Between a worker and a problem in Python: the members of a table in C (adapters/python/problem.c)."""

import ctypes
import sys
import traceback

_double, _pointer, _int = ctypes.c_double, ctypes.c_void_p, ctypes.c_int
_START = ctypes.CFUNCTYPE(_int, _double, _pointer)
_AT = ctypes.CFUNCTYPE(_int, _double, _pointer, _pointer)


class Table(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("text", ctypes.c_char_p), ("n", ctypes.c_long),
                ("start", _START), ("f", _AT), ("jac", _AT), ("exact", _START)]


def _say(name):
    """The last line of the traceback, and where in the problem's own file it comes from."""
    kind, value, trace = sys.exc_info()
    line = traceback.format_exception_only(kind, value)[-1].strip()
    own = [f.lineno for f in traceback.extract_tb(trace) if f.filename == name]
    print("%s%s" % (line, " (%s:%d)" % (name, own[-1]) if own else ""), file=sys.stderr, flush=True)


def _put(values, address, n, what):
    values = [float(x) for x in values]
    if len(values) != n:
        raise ValueError("%s gives %d numbers, expected are %d" % (what, len(values), n))
    (_double * n).from_address(address)[:] = values


def _guarded(name, work):
    said = []

    def call(*arguments):
        try:
            work(*arguments)
            return 0
        except ArithmeticError:  # it does not exist there
            return 1
        except BaseException:  # sys.exit() too
            if not said:
                _say(name)
                said.append(True)
            return -1
    return call


def _connect(table, name):
    words = {"__name__": "problem"}
    exec(compile(table.text, name, "exec"), words)
    n = table.n

    def start(t, y):
        _put(words["start"](t), y, n, "start")

    def f(t, y, out):
        _put(words["f"](t, list((_double * n).from_address(y))), out, n, "f")

    def jac(t, y, out):
        rows = [list(row) for row in words["jac"](t, list((_double * n).from_address(y)))]
        if [len(row) for row in rows] != n * [n]:
            raise ValueError("jac gives no matrix of %d rows of %d numbers" % (n, n))
        _put((rows[i][j] for j in range(n) for i in range(n)), out, n * n, "jac")

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
