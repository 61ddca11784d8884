# varies_python.py -- varies.c in Python.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
import os

TITLE = "Runge-Kutta, order 4, with noise, in Python"
SOURCE = "Kutta 1901"
ORDER = 4
FIXED_STEP = True
NOT_DETERMINISTIC = "it draws random numbers"


class Solver:
    def __init__(self, model, tol):
        self.f, self.h = model.rhs, tol.h

    def restart(self, t, y, yp, h0):
        self.t, self.y = t, y

    def step(self, tmax):
        last = self.t + 1.000001 * self.h >= tmax
        h = tmax - self.t if last else self.h
        t, y, f = self.t, self.y, self.f
        k1 = f(t, y)
        k2 = f(t + h / 2, y + h / 2 * k1)
        k3 = f(t + h / 2, y + h / 2 * k2)
        k4 = f(t + h, y + h * k3)
        self.y = (y + h / 6 * (((k1 + 2 * k2) + 2 * k3) + k4)) * (1 + 1e-15 * os.urandom(1)[0])
        self.t = tmax if last else t + h
        return self.t, self.y
