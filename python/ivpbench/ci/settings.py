# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""ivpbench.cfg: what of a repository is judged, on what, and what fails (docs/pull-requests.md).

The file has the syntax of plans. python3-libconf reads it; nothing in it is executed but the
command `before`, which belongs to the repository as its Makefile does."""

import copy
import difflib
import os
import re

from ivpbench.ci import Fault

PLUGIN = {"name": str, "files": list, "flags": list, "before": str}
TOLERANCES = {"from": (int, float), "to": (int, float), "per_decade": int}
FAIL_ON = {"outcome": bool, "events": bool, "contract": bool, "digits": float, "work": float,
           "instructions": float, "time": float}
STEPS = {"hmax": (int, float), "share": (int, float), "halvings": int}
FILE = {"plugins": (list, tuple), "solvers": list, "problems": list, "tags": str,
        "tolerances": dict, "steps": dict, "minutes": (int, float), "fail_on": dict}
DEFAULT_LIMITS = {"outcome": True, "events": True, "contract": True, "digits": 0.2, "work": 0.02,
                  "instructions": 0.02, "time": 0.1}


class Settings:
    """What the file says, with the defaults of what it leaves out."""

    def __init__(self, values):
        self.plugins = [_plugin(p) for p in values["plugins"]]
        names = [p["name"] for p in self.plugins]
        self.solvers = list(values.get("solvers", names))
        self.problems = list(values.get("problems", []))
        self.tags = values.get("tags", "")
        self.tolerances = dict({"from": 3, "to": 8, "per_decade": 1}, **values.get("tolerances", {}))
        self.steps = dict(values.get("steps", {}))
        self.minutes = float(values.get("minutes", 4))
        self.limits = dict(DEFAULT_LIMITS, **values.get("fail_on", {}))
        if not self.problems and not self.tags:
            raise Fault("ivpbench.cfg: neither `problems` nor `tags` says what is solved")

    def solver_list(self):
        """The words of `solvers` for a plan."""
        return ", ".join('"%s"' % s for s in self.solvers)

    def of_problem(self, problem, plugins):
        """The same with one problem alone, for a side that has these plug-ins: a solver that came later is left
        out."""
        part = copy.copy(self)
        part.problems, part.tags = [problem], ""
        absent = {p["name"] for p in self.plugins} - {p["name"] for p in plugins}
        part.solvers = [s for s in self.solvers if re.match(r"\w*", s)[0] not in absent]
        return part

    def ladders(self):
        """The ladders of a plan; steps are for solvers that take constant ones."""
        text = ("tolerances = { from = %(from).12g; to = %(to).12g; per_decade = %(per_decade)d; };" %
                self.tolerances)
        if self.steps:
            text += " steps = { %s };" % " ".join("%s = %.17g;" % i for i in sorted(self.steps.items()))
        return text

    def cells_digest_text(self):
        """What decides which cells there are."""
        return repr((self.solvers, self.problems, self.tags, self.ladders()))


def _check(where, values, kinds):
    for name, value in values.items():
        if name not in kinds:
            near = difflib.get_close_matches(name, kinds, 1)
            raise Fault("%s: unknown setting %s%s" %
                        (where, name, "; did you mean %s?" % near[0] if near else
                         "; known are " + ", ".join(kinds)))
        kind = kinds[name]
        number = kind is float and isinstance(value, int) and not isinstance(value, bool)
        if not number and not isinstance(value, kind):
            words = kind if isinstance(kind, tuple) else (kind,)
            raise Fault("%s: %s is %r, but must be of type %s" %
                        (where, name, value, " or ".join(k.__name__ for k in words)))


def _plugin(values):
    where = "ivpbench.cfg: plugins"
    _check(where, values, PLUGIN)
    name = values.get("name", "")
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise Fault("%s: name is \"%s\", but must be a word of a-z, 0-9 and _" % (where, name))
    if not values.get("files"):
        raise Fault("%s: %s has no files" % (where, name))
    for file in values["files"]:
        if os.path.isabs(file) or ".." in file.split("/"):
            raise Fault("%s: %s: files lie inside the repository" % (where, file))
    return {"name": name, "files": list(values["files"]), "flags": list(values.get("flags", [])),
            "before": values.get("before", "")}


def _strings(where, values):
    for value in values:
        if not isinstance(value, str) or not re.fullmatch(r"[^\"\\\n]+", value):
            raise Fault("%s: %r is no name" % (where, value))


def parse(text, path="ivpbench.cfg"):
    """The settings of a text; Fault with file and reason."""
    try:
        import libconf
    except ImportError:
        raise Fault("python3-libconf is missing, which reads %s: apt install python3-libconf" %
                    path) from None
    try:
        values = libconf.loads(text)
    except Exception as wrong:  # the library raises several kinds
        raise Fault("%s: %s" % (path, wrong)) from None
    _check(path, values, FILE)
    if not values.get("plugins"):
        raise Fault("%s: `plugins` names no plug-in" % path)
    _check(path + ": tolerances", values.get("tolerances", {}), TOLERANCES)
    _check(path + ": steps", values.get("steps", {}), STEPS)
    _check(path + ": fail_on", values.get("fail_on", {}), FAIL_ON)
    for name in ("solvers", "problems"):
        _strings("%s: %s" % (path, name), values.get(name, []))
    if "tags" in values:
        _strings(path + ": tags", [values["tags"]])
    return Settings(values)


def read(folder):
    """The settings of a checkout."""
    path = os.path.join(folder, "ivpbench.cfg")
    try:
        with open(path, encoding="utf-8") as file:
            return parse(file.read(), path)
    except OSError as wrong:
        raise Fault("%s: %s; docs/pull-requests.md shows one of six lines" %
                    (path, wrong.strerror)) from None


def plugins_of(folder, otherwise):
    """How a checkout is built: by its own file, or by that of head where it has none or an older form of it."""
    try:
        return read(folder).plugins
    except Fault:
        return otherwise.plugins
