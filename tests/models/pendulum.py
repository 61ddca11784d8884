# A point on a rod: problems/pendulum.c from its energies and its constraint
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
params = {"grav": ("9.81", "pull, along -y [m/s^2]")}
q = x, y = symbols("x y")
u = vx, vy = symbols("vx vy")
T = (vx**2 + vy**2)/2
V = symbols("grav")*y
constraints = [(x**2 + y**2 - 1)/2]
start = [1, 0, 0, 0]
T0, T1 = 0, 10
