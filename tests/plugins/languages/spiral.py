# spiral.py -- y1' = -y1 / 10 - y2, y2' = y1 - y2 / 10: a spiral, in Python.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
TITLE = "Spiral, in Python"
SOURCE = "textbook"
N = 2
T0 = 0
T1 = 10


def start(t):
    return 1, 0


def f(t, y):
    return -y[0] / 10 - y[1], y[0] - y[1] / 10
