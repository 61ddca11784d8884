# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""include/ivp/system.h by ctypes: its structs and functions, one to one.

Calls keep the lock of the interpreter: a system belongs to one thread at a time."""

import ctypes as C

from ivpbench import program

FIRST, LINEAR, RES = 4, 8, 16
OK, INVALID, DECLINED = 0, -8, -9

_double, _int, _size, _text, _pointer = C.c_double, C.c_int, C.c_size_t, C.c_char_p, C.c_void_p


class Request(C.Structure):
    _fields_ = [("bytes", _size), ("problem", _text), ("formulation", _text), ("parameters", _text),
                ("options", _text), ("view", _int)]


class Facts(C.Structure):
    _fields_ = [("bytes", _size), ("problem", _text), ("title", _text), ("source", _text),
                ("tags", _text), ("formulation", _text), ("parameters", _text), ("view", _int),
                ("n", _int), ("nq", _int), ("nx", _int), ("ng", _int), ("ncomponents", _int),
                ("nguards", _int), ("nbreaks", _int), ("mass", _int), ("lower", _int), ("upper", _int),
                ("t0", _double), ("t1", _double), ("breaks", C.POINTER(_double)),
                ("index", C.POINTER(_int)), ("differential", C.POINTER(C.c_bool)),
                ("weights", C.POINTER(_double))]


class Guard(C.Structure):
    _fields_ = [("bytes", _size), ("name", _text), ("direction", _int), ("restarts", C.c_bool),
                ("stops", C.c_bool), ("resets", C.c_bool), ("may_stop_later", C.c_bool)]


class Score(C.Structure):
    _fields_ = [("bytes", _size), ("scd", _double), ("limit", _double), ("worst", _int),
                ("capped", C.c_bool)]


# name: result, arguments; an array of doubles is its address
_FUNCTIONS = {
    "ivp_system_open": (_int, C.POINTER(_pointer), C.POINTER(Request), _text, _size),
    "ivp_system_close": (None, _pointer),
    "ivp_system_why": (_text, _pointer),
    "ivp_system_problem": (C.c_bool, _int, _text, _size),
    "ivp_system_formulation": (_text, _int),
    "ivp_system_describe": (_int, _pointer, C.POINTER(Facts)),
    "ivp_system_component": (_int, _pointer, _int, _text, _size),
    "ivp_system_start": (_int, _pointer, _pointer, _pointer),
    "ivp_system_rhs": (_int, _pointer, _double, _pointer, _pointer),
    "ivp_system_jac": (_int, _pointer, _double, _pointer, _pointer),
    "ivp_system_mass": (_int, _pointer, _double, _pointer, _pointer),
    "ivp_system_res": (_int, _pointer, _double, _pointer, _pointer, _pointer),
    "ivp_system_res_jac": (_int, _pointer, _double, _pointer, _pointer, _double, _pointer),
    "ivp_system_components": (_int, _pointer, _double, _pointer, _pointer),
    "ivp_system_guard_at": (_int, _pointer, _int, C.POINTER(Guard)),
    "ivp_system_guards": (_int, _pointer, _double, _pointer, _pointer),
    "ivp_system_happen": (_int, _pointer, _int, _double, _pointer, C.POINTER(C.c_bool)),
    "ivp_system_reference": (_int, _pointer, _double, _pointer),
    "ivp_system_scd": (_int, _pointer, _double, _pointer, C.POINTER(Score)),
}


class _Library:
    """The functions, without ivp_system_ in front: ivp_system_open() is .open()."""

    def __init__(self):
        path = program.library()
        loaded = C.PyDLL(path)
        for name, (result, *arguments) in _FUNCTIONS.items():
            try:
                function = getattr(loaded, name)
            except AttributeError:
                raise ImportError("%s has no %s: it is older than this package; build or "
                                  "install both anew" % (path, name)) from None
            function.restype, function.argtypes = result, arguments
            setattr(self, name[len("ivp_system_"):], function)


_loaded = None


def get():
    global _loaded
    if _loaded is None:
        _loaded = _Library()
    return _loaded


def sized(kind, **members):
    """A struct that says its size."""
    return kind(bytes=C.sizeof(kind), **members)
