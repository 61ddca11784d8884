# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""What a solver in Python sees of a problem (docs/add-a-python-solver.md), and what a notebook has:
problems, stores, references (docs/python-package.md)."""

# name: module, and its name there
_ELSEWHERE = {"open": ("store", "open"), "Store": ("store", "Store"),
              "StoreError": ("store", "StoreError"), "reference": ("references", "reference"),
              "Reference": ("references", "Reference"), "problem": ("equations", "Problem"),
              "ProblemError": ("equations", "ProblemError"),
              "list_problems": ("equations", "list_problems"),
              "list_formulations": ("equations", "list_formulations"),
              "try_": ("trial", "try_"),
              "TrialError": ("trial", "TrialError"), "rank": ("diagrams", "rank"),
              "plot": ("diagrams", "plot")}


def _version():
    """Of the installation or wheel, else of the tree."""
    import os
    here = os.path.dirname(os.path.abspath(__file__))
    for path in ("version.txt", "../../VERSION"):
        try:
            with open(os.path.join(here, path), encoding="utf-8") as file:
                return file.read().strip()
        except OSError:
            continue
    return "unknown"


def __getattr__(name):
    """What a notebook needs is imported where it is asked for: a worker needs none of it."""
    if name == "__version__":
        return _version()
    if name not in _ELSEWHERE:
        raise AttributeError("module ivpbench has no %s" % name)
    import importlib
    module, there = _ELSEWHERE[name]
    return getattr(importlib.import_module("ivpbench." + module), there)


def __dir__():
    return sorted([*globals(), *_ELSEWHERE])


class Failure(Exception):
    """The model has failed for good: its status."""

    def __init__(self, status):
        super().__init__("status %d" % status)
        self.status = status


class Scipy:
    """A stepper of scipy.integrate as a solver; a subclass names it as `method`."""

    method = None
    takes_jacobian = True

    def __init__(self, model, tol):
        self.model, self.tol = model, tol

    def restart(self, t, y, yp, h0):
        self.start = t, y, h0
        self.solver = None

    def open(self, tmax):
        t, y, h0 = self.start
        words = {"rtol": self.tol.rtol, "atol": self.tol.atol}
        if self.takes_jacobian:
            words["jac"] = self.model.jac
        if h0 > 0:
            words["first_step"] = min(h0, tmax - t)
        if self.tol.hmax > 0:
            words["max_step"] = self.tol.hmax
        return self.method(self.model.rhs, t, y, tmax, **words)

    def step(self, tmax):
        if self.solver is None:
            self.solver = self.open(tmax)
        self.inside, self.before = None, self.solver.y.copy()
        message = self.solver.step()
        if self.solver.status == "failed":
            raise RuntimeError(message)
        return self.solver.t, self.solver.y

    def dense(self, theta):
        old, new = self.solver.t_old, self.solver.t
        if self.inside is None:
            self.inside = self.solver.dense_output()
            # LSODA's misses the beginning of a step by the tolerance: a straight line closes it
            self.gap = self.before - self.inside(old)
        return self.inside(old + theta * (new - old)) + (1 - theta) * self.gap

    def finish(self):
        if self.solver is not None:
            self.model.count("n_lu", self.solver.nlu)
        # SciPy tells neither failures nor iterations; explicit methods have no iterations
        for name in ["n_rejected"] + (["n_failed", "n_newton", "n_solve"] if self.takes_jacobian else []):
            self.model.count(name, None)
