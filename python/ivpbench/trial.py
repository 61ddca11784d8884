# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""A solver written as a class of a notebook, run as any other: see docs/python-package.md.

The class becomes a file of docs/add-a-python-solver.md: its source, what it uses of its module, and
its descriptor lines. The program builds it and runs it in a worker; nothing of it runs here."""

import atexit
import inspect
import os
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
import types

from ivpbench import program

_LINES = ("TITLE", "SOURCE", "ORDER", "ADAPTIVE", "FIXED_STEP", "KEEPS_HISTORY", "DENSE", "FAMILY", "NEEDS",
          "FULL_MATRICES", "FIRST_FACTORS")


class TrialError(RuntimeError):
    """The class does not make a solver, or nothing could be run."""


# ---- the file ----------------------------------------------------------------------------------

def _source(thing):
    try:
        return textwrap.dedent(inspect.getsource(thing))
    except (OSError, TypeError):
        raise TrialError("the source of %s is not at hand: write it in a file or in a notebook"
                         % thing.__qualname__) from None


def _codes(thing):
    """The code objects of a function, or of a class's functions, and those inside them."""
    if isinstance(thing, type):
        found = [c for value in vars(thing).values() for c in _codes(value)]
    else:
        thing = getattr(thing, "__func__", getattr(thing, "fget", thing))
        found = [thing.__code__] if isinstance(thing, types.FunctionType) else []
    for code in found:
        found.extend(c for c in code.co_consts if isinstance(c, types.CodeType))
    return found


def _names(thing):
    """The names that it may take from its module."""
    names = {name for code in _codes(thing) for name in code.co_names}
    return names | ({b.__name__ for b in thing.__bases__} if isinstance(thing, type) else set())


def _imported(name, value):
    if isinstance(value, types.ModuleType):
        return "import %s as %s" % (value.__name__, name)
    return "from %s import %s as %s" % (value.__module__, value.__qualname__, name)


def _is_plain(value):
    if isinstance(value, (tuple, list)):
        return all(map(_is_plain, value))
    return value is None or isinstance(value, (bool, int, float, complex, str))


def _is_here(value, module):
    return isinstance(value, (type, types.FunctionType)) and value.__module__ == module


def _lines(thing, module, seen):
    """What must stand before it in a file, and it."""
    space, lines = vars(sys.modules.get(module, types.ModuleType(module))), []
    for name in sorted(_names(thing) & set(space)):
        value = space[name]
        if name in seen or value is thing:
            continue
        seen.add(name)
        if _is_here(value, module):
            lines += _lines(value, module, seen)
        elif isinstance(value, (types.ModuleType, type, types.FunctionType, types.BuiltinFunctionType)):
            lines.append(_imported(name, value))
        elif type(value).__module__ == "numpy" and hasattr(value, "tolist"):
            lines.append("%s = __import__('numpy').array(%r)" % (name, value.tolist()))
        elif _is_plain(value):
            lines.append("%s = %r" % (name, value))
        else:
            raise TrialError("%s uses %s, a %s: a solver may use modules, functions, classes, numbers, "
                             "texts and arrays" % (thing.__qualname__, name, type(value).__name__))
    return lines + [_source(thing)]


def text(solver):
    """The file of docs/add-a-python-solver.md that the class becomes."""
    if not isinstance(solver, type):
        raise TrialError("a class is expected, given is %r" % (solver,))
    for method in ("restart", "step"):
        if not callable(getattr(solver, method, None)):
            raise TrialError("%s has no method %s: docs/add-a-python-solver.md lists them"
                             % (solver.__name__, method))
    said = {name: getattr(solver, name) for name in _LINES if hasattr(solver, name)}
    head = ["%s = %s" % (k, '"%s"' % v.replace('"', "'") if isinstance(v, str) else repr(v))
            for k, v in said.items()]
    body = _lines(solver, solver.__module__, {solver.__name__})
    return "\n".join(head + [""] + body + ["", "class Solver(%s):" % solver.__name__, "    pass", ""])


# ---- runs --------------------------------------------------------------------------------------

_folder = None


def _home():
    """A folder of this session: plug-ins and the store of its trials."""
    global _folder
    if _folder is None:
        _folder = tempfile.mkdtemp(prefix="ivpbench-")
        atexit.register(shutil.rmtree, _folder, ignore_errors=True)
    return _folder


def session_store():
    """The store of the trials of this session, or None before the first one."""
    path = os.path.join(_folder, "trials.db") if _folder else ""
    return path if os.path.exists(path) else None


def _run(*words):
    environment = dict(os.environ)
    roots = [os.path.join(_home(), "plugins"), environment.get("IVPBENCH_PLUGIN_PATH")]
    environment["IVPBENCH_PLUGIN_PATH"] = ":".join(filter(None, roots))
    done = subprocess.run([program.find(), *words], capture_output=True, text=True, env=environment)
    if done.returncode:
        raise TrialError((done.stderr or done.stdout).strip() or "ivpbench ends with %d" % done.returncode)
    return done.stdout


def _build(solver):
    name = re.sub(r"\W", "_", solver.__name__.lower())
    path = os.path.join(_home(), name + ".py")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text(solver))
    _run("plugin", "build", path, "--root", os.path.join(_home(), "plugins"))
    return name


def _rungs(rtol, h):
    """Options of the program, one list a rung."""
    name, values = ("--h", h) if h is not None else ("--rtol", 1e-6 if rtol is None else rtol)
    values = [values] if isinstance(values, (int, float)) else list(values)
    return [(name, repr(float(value))) for value in values]


def try_(solver, problem, *, rtol=None, h=None, formulation=None, against=None, parameters=None,
         workers=3, store=None):
    """Runs a class, or a solver by its name, on a problem; a row for each run, as Store.cells().

    rtol, h: a number, or several for a ladder. against: further solvers, "dopri5,radau_iia". Results
    are added to the store, by default one of this session, which rank() and plot() read too."""
    name = solver if isinstance(solver, str) else _build(solver)
    path = os.fspath(store) if store else os.path.join(_home(), "trials.db")
    words = ["try", problem, "--solver", ",".join(filter(None, (name, against))), "--workers",
             str(workers), "--output", path]
    words += ["--formulation", formulation] if formulation else []
    words += ["--parameters", parameters] if parameters else []
    said = [_run(*words, *rung) for rung in _rungs(rtol, h)]
    if not os.path.exists(path):
        raise TrialError(said[-1].strip())
    from ivpbench import store as stores
    with stores.open(path) as results:
        cells = results.cells(scores=True, frame=False)
    mine = [c for c in cells if c["problem"] == problem]
    return stores.table(mine)
