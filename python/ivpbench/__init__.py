"""What a solver in Python sees of a problem (docs/add-a-python-solver.md), and what a notebook reads
of stores and references (docs/python-package.md)."""

_ELSEWHERE = {"open": "store", "Store": "store", "StoreError": "store", "reference": "references",
              "Reference": "references"}


def __getattr__(name):
    """Stores and references are imported where they are asked for: a worker needs neither."""
    if name not in _ELSEWHERE:
        raise AttributeError("module ivpbench has no %s" % name)
    import importlib
    return getattr(importlib.import_module("ivpbench." + _ELSEWHERE[name]), name)


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
