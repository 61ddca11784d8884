# NAME.py -- Heun's method of order 2 with constant steps: to be replaced.
#
#     k1 = f(t, y)     k2 = f(t + h, y + h k1)     y := y + h (k1 + k2) / 2
#
#     ivpbench plugin test NAME.py
#     export IVPBENCH_PLUGIN_PATH=$PWD/plugins
#     ivpbench try circular_track --solver NAME@index1 --h 1e-3
TITLE = "NAME: Heun's method, order 2, in Python"
SOURCE = "Heun, Z. Math. Phys. 45 (1900)"
ORDER = 2
FIXED_STEP = True


class Solver:
    def __init__(self, model, tol):
        self.f, self.h = model.rhs, tol.h

    def restart(self, t, y, yp, h0):
        self.t, self.y = t, y

    def step(self, tmax):
        """One step, never beyond tmax."""
        last = self.t + 1.000001 * self.h >= tmax
        h = tmax - self.t if last else self.h
        k1 = self.f(self.t, self.y)
        k2 = self.f(self.t + h, self.y + h * k1)
        self.y = self.y + h * (k1 + k2) / 2
        self.t = tmax if last else self.t + h
        return self.t, self.y
