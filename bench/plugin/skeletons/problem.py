# NAME.py -- a mass on a spring with a damper: to be replaced.
#
#     y1' = y2     y2' = -(k y1 + d y2) / m,     m = 1 kg, d = 0.1 N s/m, k = 10 N/m
#
#     ivpbench plugin test NAME.py
#     export IVPBENCH_PLUGIN_PATH=$PWD/plugins
#     ivpbench try NAME --solver dopri5,ida --rtol 1e-6
TITLE = "NAME: mass, spring and damper, in Python"
SOURCE = "textbook"
N = 2
T0 = 0
T1 = 10


def start(t):
    return 1, 0


def f(t, y):
    return y[1], -(10 * y[0] + 0.1 * y[1])


def jac(t, y):  # without it: differences
    return [[0, 1], [-10, -0.1]]
