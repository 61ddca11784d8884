# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""package.py -- what docs/python-package.md promises of problems, by assertions: run by test_package.c with
the folder of the package in PYTHONPATH, in an empty folder."""

import copy
import os
import pickle

import numpy

import ivpbench


def refused(kind, says, work):
    try:
        work()
    except kind as error:
        assert says in str(error), "'%s' does not say '%s'" % (error, says)
    else:
        raise AssertionError("nothing is refused where '%s' is expected" % says)


# ---- names ------------------------------------------------------------------------------------
assert "andrews" in ivpbench.list_problems() and len(ivpbench.list_problems()) >= 46
assert ivpbench.list_formulations()[0] == "index3"
assert "problem" in dir(ivpbench)
refused(AttributeError, "has no nonesuch", lambda: ivpbench.nonesuch)

# ---- a problem --------------------------------------------------------------------------------
p = ivpbench.problem("andrews", formulation="index1")
assert (p.n, p.nq, p.nx, p.ng, p.view) == (14, 7, 0, 6, "first")
assert (p.t0, p.t1) == (0, 0.03) and p.y0.shape == p.yp0.shape == (14,)
assert numpy.allclose(p.rhs(p.t0, p.y0), p.yp0, rtol=1e-12, atol=1e-8)
assert numpy.array_equal(p.mass(0, p.y0), numpy.eye(14))
assert abs(p.res(p.t0, p.y0, p.yp0)).max() < 1e-8
assert p.components[:2] == ["q1", "q2"] and len(p.components) == 7 * 3 + 6
assert set(p.state(0, p.y0)) == set(p.components)
difference = (p.rhs(0, p.y0 + 1e-7) - p.rhs(0, p.y0 - 1e-7)) / 2e-7
assert numpy.allclose(p.jac(0, p.y0).sum(axis=1), difference, rtol=1e-4, atol=1e-2)
end = p.reference()
assert p.scd(end) > 15 and abs(end[0] - 15.8107711951537) < 1e-12
end[0] *= 1 + 1e-6
assert abs(p.scd(end) - 6) < 1e-3
assert numpy.isnan(p.scd(numpy.full(14, numpy.nan)))
assert numpy.isnan(p.rhs(0, numpy.full(14, numpy.inf))).all()
assert p.reference(0.01).shape == (14,) and numpy.array_equal(p.reference(0), p.y0)

lin = ivpbench.problem("robertson_dae")
assert (lin.formulation, lin.view, lin.constant_mass) == ("lin", "linear", True)
assert numpy.linalg.matrix_rank(lin.mass(0, lin.y0)) == 2 and lin.differential.count(False) <= 1
assert numpy.array_equal(lin.mass(0, lin.y0) @ lin.yp0 - lin.rhs(0, lin.y0), lin.res(0, lin.y0, lin.yp0))

weak = ivpbench.problem("pendulum", g=1)
assert weak.parameters == {"g": "1"} and "g=1" in repr(weak) and weak.scd(weak.reference()) > 15
for again in (copy.deepcopy(weak), pickle.loads(pickle.dumps(weak))):
    assert again.parameters == weak.parameters and numpy.array_equal(again.y0, weak.y0)

slip = ivpbench.problem("stick_slip")
assert slip.events[0][:2] == ("slip", -1) and slip.guards(0, slip.y0).shape == (2,)
y, ends = slip.happen(0, 0, slip.y0)
assert not ends and slip.rhs(0, y)[1] != 0
slip.restart()
assert slip.rhs(0, slip.y0)[1] == 0
assert ivpbench.problem("e5").breaks == [] or min(ivpbench.problem("e5").breaks) > 0

# ---- wrong use --------------------------------------------------------------------------------
wrong = ivpbench.ProblemError
refused(wrong, "no problem 'nonesuch'", lambda: ivpbench.problem("nonesuch"))
refused(wrong, "it has: dae", lambda: ivpbench.problem("wheelset", "ode"))
refused(wrong, "is not offered as y' = f", lambda: ivpbench.problem("wheelset", "dae", view="first"))
refused(wrong, "it has no right-hand side", lambda: (w := ivpbench.problem("wheelset")).rhs(0, w.y0))
refused(wrong, "one of first, linear, residual", lambda: ivpbench.problem("hires", view="second"))
refused(wrong, "andrews", lambda: ivpbench.problem("andrews", nonesuch=1))
refused(wrong, "a number or one word", lambda: ivpbench.problem("andrews", c="1 d=2"))
refused(wrong, "a text is expected", lambda: ivpbench.problem(7))
refused(wrong, "a vector of 14 real numbers", lambda: p.rhs(0, numpy.zeros(13)))
refused(wrong, "a vector of 14 real numbers", lambda: p.rhs(0, numpy.zeros((14, 1))))
refused(wrong, "a vector of 14 real numbers", lambda: p.rhs(0, numpy.zeros(14, complex)))
refused(wrong, "a vector of 14 real numbers", lambda: p.scd([]))
refused(wrong, "yp of andrews", lambda: p.res(0, p.y0, p.yp0[:3]))
refused(ValueError, "could not convert", lambda: p.rhs("now", p.y0))
refused(wrong, "has 0 guards", lambda: p.happen(0, 0, p.y0))
refused(LookupError, "no reference of pendulum", lambda: ivpbench.problem("pendulum", g=7.5).reference())
refused(LookupError, "no solution at t = 5", lambda: p.reference(5))
refused(LookupError, "no stored state", lambda: p.scd(p.y0, 0.0123))
p.close()
p.close()
refused(wrong, "andrews is closed", lambda: p.rhs(0, lin.y0))

# ---- many at once -----------------------------------------------------------------------------
several = [ivpbench.problem(name) for name in ivpbench.list_problems() if name != "flexible_frame"]
digits, none = {}, []
for q in several:
    try:
        digits[q.name] = q.scd(q.reference())
    except LookupError as error:
        assert "no reference of" in str(error)
        none.append(q.name)
assert len(several) >= 45 and len(digits) >= 40 and min(digits.values()) > 5, (digits, none)
assert not [name for name in os.environ if name.startswith("IVPBENCH")], "variables are set"
print("all is kept")
