# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""A spherical pendulum: one constraint in space."""
TITLE = "A spherical pendulum"
SOURCE = "of this project"
q = x, y, z = symbols("x y z")
u = vx, vy, vz = symbols("vx vy vz")
T = (vx**2 + vy**2 + vz**2)/2
V = Rational(981, 100)*z
constraints = [(x**2 + y**2 + z**2 - 1)/2]
start = [1, 0, 0, 0, Rational(1, 2), 0]
T0, T1 = 0, 3
