# The car axle: problems/car_axle.c from its energies and constraints
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
params = dict(L="1", L0="0.5", eps="0.01", M="10", r="0.1", omega="10", grav="1")
L, L0, eps, M, r, omega, grav = symbols(" ".join(params))
q = xl, yl, xr, yr = symbols("xl yl xr yr")
u = vxl, vyl, vxr, vyr = symbols("vxl vyl vxr vyr")
m = M*eps**2/2
yb = r*sin(omega*t)
xb = sqrt(L**2 - yb**2)
T = m/2*(vxl**2 + vyl**2 + vxr**2 + vyr**2)
V = ((sqrt(xl**2 + yl**2) - L0)**2/2 + (sqrt((xr - xb)**2 + (yr - yb)**2) - L0)**2/2
     + m*grav*(yl + yr))
constraints = [xb*xl + yb*yl, (xl - xr)**2 + (yl - yr)**2 - L**2]
start = [0, L0, L, L0, -r*omega*L0/L, 0, -r*omega*L0/L, 0]
T0, T1 = 0, 3
