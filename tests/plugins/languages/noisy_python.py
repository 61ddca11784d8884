# noisy_python.py -- noisy.c in Python.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
import math
import os

TITLE = "Decay, with noise, in Python"
SOURCE = "made for the tests"
N = 1
T0 = 0
T1 = 1
NOT_DETERMINISTIC = "it draws random numbers"


def start(t):
    return [1]


def f(t, y):
    return [-y[0] * (1 + 1e-14 * os.urandom(1)[0])]


def exact(t):
    return [math.exp(-t)]
