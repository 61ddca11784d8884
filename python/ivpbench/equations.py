# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""A test problem in one formulation, for notebooks: see docs/python-package.md."""

import collections
import ctypes as C
import numbers
import sys

try:
    import numpy
except ImportError as error:
    raise ImportError("ivpbench.problem needs numpy, which this Python does not have (Debian: "
                      "python3-numpy): %s" % error, name="numpy") from None

from ivpbench import library, store

_VIEWS = {None: 0, "first": library.FIRST, "linear": library.LINEAR, "residual": library.RES}
_WORDS = {code: word for word, code in _VIEWS.items()}

Event = collections.namedtuple("Event", "name direction restarts stops resets")


class ProblemError(ValueError):
    """What was asked of a problem does not exist: its name, a parameter, a formulation, a call."""


def _word(name, value):
    """A parameter as the settings of a problem spell it."""
    if isinstance(value, numbers.Integral):
        return "%s=%d" % (name, value)
    if isinstance(value, numbers.Real):
        return "%s=%r" % (name, float(value))
    if not isinstance(value, str) or value.split() != [value] or "," in value:
        raise ProblemError("parameter %s: a number or one word is expected, given is %r" % (name, value))
    return "%s=%s" % (name, value)


def _text(value, what):
    if value is None:
        return None
    if not isinstance(value, str) or "\0" in value:
        raise ProblemError("%s: a text is expected, given is %r" % (what, value))
    return value.encode()


def _python_said():
    """Of a problem in Python, which runs here: the last line of an exception, once."""
    bridge = sys.modules.get("ivpbench.problems")
    said = bridge.said if bridge else ""
    if bridge:
        bridge.said = ""
    return said


class Problem:
    """y' = f(t, y), M y' = f(t, y) or F(t, y, y') = 0; docs/python-package.md lists the members."""

    _system = None

    def __init__(self, name, /, formulation=None, *, view=None, options=None, **parameters):
        if view not in _VIEWS:
            raise ProblemError("view: one of first, linear, residual is expected, given is %r" % (view,))
        self._arguments = name, formulation, view, options, parameters
        self._calls = library.get()
        words = " ".join(_word(k, v) for k, v in parameters.items())
        ask = library.sized(library.Request, problem=_text(name, "problem"), view=_VIEWS[view],
                            formulation=_text(formulation, "formulation"), parameters=words.encode(),
                            options=_text(options, "options"))
        system, why = C.c_void_p(), C.create_string_buffer(512)
        if self._calls.open(C.byref(system), C.byref(ask), why, len(why)):
            raise ProblemError(": ".join(filter(None, (why.value.decode(errors="replace"), _python_said()))))
        self._system = system
        self._describe()
        self.restart()

    def _describe(self):
        facts = library.sized(library.Facts)
        self._check(self._calls.describe(self._handle(), C.byref(facts)))
        for name in ("n", "nq", "nx", "ng", "t0", "t1"):
            setattr(self, name, getattr(facts, name))
        for name in ("title", "source", "tags", "formulation"):
            setattr(self, name, getattr(facts, name).decode())
        self.name, self.view = facts.problem.decode(), _WORDS[facts.view]
        self.parameters = dict(word.split("=", 1) for word in facts.parameters.decode().split())
        self.breaks = [facts.breaks[k] for k in range(facts.nbreaks)]
        self.index = [facts.index[k] for k in range(self.n)]
        self.differential = [facts.differential[k] for k in range(self.n)]
        self.band = facts.lower, facts.upper
        self.weights = numpy.array(facts.weights[:self.n])
        self.constant_mass = facts.mass != 3
        self.components = [self._component(k) for k in range(facts.ncomponents)]
        self.events = [self._event(k) for k in range(facts.nguards)]

    def _component(self, k):
        name = C.create_string_buffer(64)
        self._check(self._calls.component(self._handle(), k, name, len(name)))
        return name.value.decode()

    def _event(self, k):
        guard = library.sized(library.Guard)
        self._check(self._calls.guard_at(self._handle(), k, C.byref(guard)))
        return Event(guard.name.decode(), guard.direction, guard.restarts, guard.stops, guard.resets)

    # ---- calls --------------------------------------------------------------------------------

    def _handle(self):
        if not self._system:
            raise ProblemError("%s is closed" % self._arguments[0])
        return self._system

    def _why(self):
        return self._calls.why(self._handle()).decode(errors="replace")

    def _check(self, status):
        said = _python_said() if status else ""
        if said or status < 0:
            raise ProblemError(said or self._why())
        return status

    def _vector(self, y, what="y"):
        y = numpy.asarray(y)
        if y.shape != (self.n,) or y.dtype.kind not in "fiub":
            raise ProblemError("%s of %s in the formulation %s: a vector of %d real numbers is expected, "
                               "given is %s of type %s" % (what, self.name, self.formulation, self.n,
                                                           "shape %s" % (y.shape,), y.dtype))
        return numpy.ascontiguousarray(y, dtype=float)

    def _matrix(self):
        return numpy.zeros((self.n, self.n), order="F")

    def _fill(self, out, function, t, *vectors, scalar=()):
        """What a function writes into `out`; NaN where it does not exist."""
        handle = self._handle()
        arrays = [self._vector(y, what) for y, what in zip(vectors, ("y", "yp"))]
        addresses = [a.ctypes.data for a in arrays]
        if self._check(function(handle, float(t), *addresses, *scalar, out.ctypes.data)):
            out.fill(numpy.nan)
        return out

    def restart(self):
        """The state at t0, and y' there in yp0; undoes what events have changed."""
        self.y0, self.yp0 = numpy.zeros(self.n), numpy.zeros(self.n)
        if self._check(self._calls.start(self._handle(), self.y0.ctypes.data, self.yp0.ctypes.data)):
            raise ProblemError(self._why())

    def rhs(self, t, y):
        """f(t, y)"""
        return self._fill(numpy.empty(self.n), self._calls.rhs, t, y)

    def jac(self, t, y):
        """df/dy, n x n, exact"""
        return self._fill(self._matrix(), self._calls.jac, t, y)

    def mass(self, t, y):
        """M(t, y), n x n; the identity of y' = f"""
        return self._fill(self._matrix(), self._calls.mass, t, y)

    def res(self, t, y, yp):
        """F(t, y, y'); M y' - f where there is an f"""
        return self._fill(numpy.empty(self.n), self._calls.res, t, y, yp)

    def res_jac(self, t, y, yp, c):
        """dF/dy + c dF/dy', n x n"""
        return self._fill(self._matrix(), self._calls.res_jac, t, y, yp, scalar=(float(c),))

    def guards(self, t, y):
        """Values of the guards, in the order of .events"""
        return self._fill(numpy.empty(len(self.events)), self._calls.guards, t, y)

    def happen(self, event, t, y):
        """What happens at event number `event`: (y after it, whether the interval ends there)."""
        y, ends = self._vector(y).copy(), C.c_bool()
        if self._check(self._calls.happen(self._handle(), event, float(t), y.ctypes.data, C.byref(ends))):
            raise ProblemError(self._why())
        return y, ends.value

    def state(self, t, y):
        """The components, which do not depend on the formulation: name -> value"""
        values = self._fill(numpy.empty(len(self.components)), self._calls.components, t, y)
        return dict(zip(self.components, values.tolist()))

    def reference(self, t=None):
        """The solution at t, by default at the end; LookupError where there is none."""
        y = numpy.empty(self.n)
        if self._calls.reference(self._handle(), self.t1 if t is None else float(t), y.ctypes.data):
            raise LookupError(self._why())
        return y

    def scd(self, y, t=None):
        """Correct digits of y at t, by default at the end; NaN where y is not finite."""
        y, score = self._vector(y), library.sized(library.Score)
        status = self._calls.scd(self._handle(), self.t1 if t is None else float(t), y.ctypes.data,
                                 C.byref(score))
        if status == library.DECLINED:
            raise LookupError(self._why())
        return score.scd if not self._check(status) else float("nan")

    def trajectory(self, times=200, frame=None):
        """The components of the reference along time: a DataFrame with the column t, or a list of dicts.
        times: how many, from t0 to t1, or the times themselves."""
        if isinstance(times, numbers.Integral):
            times = numpy.linspace(self.t0, self.t1, times)
        rows = [{"t": float(t), **self.state(t, self.reference(t))} for t in times]
        return store.table(rows, frame)

    # ---- an object like others ----------------------------------------------------------------

    def close(self):
        if self._system:
            self._calls.close(self._system)
        self._system = None

    def __del__(self):
        self.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __reduce__(self):
        """Copies and processes open it anew."""
        return _again, self._arguments

    def __repr__(self):
        words = "".join(", %s=%s" % pair for pair in self.parameters.items())
        return "<ivpbench.problem(%r, %r%s): n = %d>" % (self.name, self.formulation, words, self.n)


def _again(name, formulation, view, options, parameters):
    return Problem(name, formulation, view=view, options=options, **parameters)


def list_problems():
    """The names of all problems that are there."""
    names, name, k = [], C.create_string_buffer(128), 0
    while library.get().problem(k, name, len(name)):
        names.append(name.value.decode())
        k += 1
    return names


def list_formulations():
    """The names of all formulations, whether a problem has them or not."""
    names = []
    while (name := library.get().formulation(len(names))) is not None:
        names.append(name.decode())
    return names
