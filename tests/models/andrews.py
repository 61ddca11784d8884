# Andrews' squeezing mechanism: problems/andrews.c from energies and constraints
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
params = dict(
    m1="0.04325", m2="0.00365", m3="0.02373", m4="0.00706", m5="0.07050", m6="0.00706",
    m7="0.05498", I1="2.194e-6", I2="4.410e-7", I3="5.255e-6", I4="5.667e-7",
    I5="1.169e-5", I6="5.667e-7", I7="1.912e-5", xa="-0.06934", ya="-0.00227",
    xb="-0.03635", yb="0.03273", xc="0.014", yc="0.072", d="0.028", da="0.0115", e="0.02",
    ea="0.01421", rr="0.007", ra="0.00092", ss="0.035", sa="0.01874", sb="0.01043",
    sc="0.018", sd="0.02", ta="0.02308", tb="0.00916", u="0.04", ua="0.01228",
    ub="0.00449", zf="0.02", zt="0.04", fa="0.01421", c0="4530", l0="0.07785", mom="0.033")
globals().update({"p_" + k: Symbol(k) for k in params})
q = b, th, ga, ph, de, om, ep = symbols("b th ga ph de om ep"); u = symbols("u1:8")
def turn(r, s, a): return r*cos(a) - s*sin(a), r*sin(a) + s*cos(a)
def add(*v): return sum(a for a, _ in v), sum(a for _, a in v)
A, B, C = (p_xa, p_ya), (p_xb, p_yb), (p_xc, p_yc)
crank = turn(p_rr, 0, b); pin = add(crank, turn(-p_d, 0, b + th))
bodies = [  # mass, inertia, angle, mass centre
    (p_m1, p_I1, b, turn(p_ra, 0, b)), (p_m2, p_I2, b + th, add(crank, turn(-p_da, 0, b + th))),
    (p_m3, p_I3, ga, add(B, turn(p_sb, -p_sa, ga))),
    (p_m4, p_I4, ph + de, add(A, turn(p_zt, 0, de), turn(0, -(p_e - p_ea), ph + de))),
    (p_m5, p_I5, de, add(A, turn(p_ta, p_tb, de))),
    (p_m6, p_I6, om + ep, add(A, turn(0, -p_u, ep), turn(p_zf - p_fa, 0, om + ep))),
    (p_m7, p_I7, ep, add(A, turn(-p_ub, -p_ua, ep)))]
def rate(z): return sum(sp.diff(z, a)*v for a, v in zip(q, u))
T = sum(m*(rate(x)**2 + rate(y)**2)/2 + I*rate(a)**2/2 for m, I, a, (x, y) in bodies)
end = add(B, turn(p_sd, -p_sc, ga))
V = p_c0*(sqrt((end[0] - p_xc)**2 + (end[1] - p_yc)**2) - p_l0)**2/2
forces = [p_mom, 0, 0, 0, 0, 0, 0]
ends = [add(B, turn(0, -p_ss, ga)), add(A, turn(p_zt, 0, de), turn(0, -p_e, ph + de)), add(A, turn(0, -p_u, ep), turn(p_zf, 0, om + ep))]
constraints = [pin[k] - e[k] for e in ends for k in (0, 1)]
start = [sp.Float(x, 40) for x in ("-0.0617138900142764496358948458001", "0", "0.455279819163070380255912382449", "0.222668390165885884674473185609",
         "0.487364979543842550225598953530", "-0.222668390165885884674473185609", "1.23054744454982119249735015568")] + [0]*7
T0, T1 = 0, 0.03
