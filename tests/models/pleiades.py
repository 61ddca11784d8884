# Seven stars in a plane: problems/pleiades.c as it would be written with numpy
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
import numpy as np
N = 28
T0, T1 = 0, 3
def start(t):
    return [3, 3, -1, -3, 2, -2, 2, 3, -3, 2, 0, 0, -4, 4] + [0, 0, 0, 0, 0, 1.75, -1.5, 0, 0, 0, -1.25, 1, 0, 0]
def f(t, y):
    x, z = y[0:7], y[7:14]
    a = np.zeros(14)
    for i in range(7):
        for j in range(7):
            if i != j:
                r = ((x[i] - x[j])**2 + (z[i] - z[j])**2)**1.5
                a[i] += (j + 1) * (x[j] - x[i]) / r
                a[i + 7] += (j + 1) * (z[j] - z[i]) / r
    return list(y[14:28]) + list(a)
