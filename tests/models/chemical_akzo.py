# Chemical Akzo Nobel: problems/chemical_akzo.c as a SymPy model, M y' = f of index 1
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
params = dict(k1="18.7", k2="0.58", k3="0.09", k4="0.42", K="34.4", klA="3.3", Ks="115.83",
              p="0.9", H="737", a="0.444", b="0.00123", d="0.007")
k1, k2, k3, k4, K, klA, Ks, p, H, a, b, d = symbols(" ".join(params))
y = y1, y2, y3, y4, y5, y6 = symbols("y1:7")
r1 = k1*y1**4*sqrt(y2)
r2 = k2*y3*y4
r3 = k2/K*y1*y5
r4 = k3*y1*y4**2
r5 = k4*y6**2*sqrt(y2)
inflow = klA*(p/H - y2)
f = [-2*r1 + r2 - r3 - r4, -r1/2 - r4 - r5/2 + inflow, r1 - r2 + r3, -r2 + r3 - 2*r4,
     r2 - r3 + r5, Ks*y1*y4 - y6]
mass = diag(1, 1, 1, 1, 1, 0)
start = [a, b, 0, d, 0, Ks*a*d]
T0, T1 = 0, 180
