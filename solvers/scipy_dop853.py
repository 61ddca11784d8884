# scipy_dop853.py -- scipy.integrate.DOP853, by the package ivpbench; interpreted.
#
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
TITLE = "SciPy: Dormand-Prince 8(5,3)"
SOURCE = "scipy.integrate.DOP853 (python3-scipy), an interpreted code; P. Virtanen et al., SciPy 1.0, Nature Methods 17 (2020) 261-272; settings: exact Jacobian where it takes one, else its own"
NEEDS = "scipy"
ADAPTIVE = True
KEEPS_HISTORY = True
DENSE = True

from scipy.integrate import DOP853

import ivpbench


class Solver(ivpbench.Scipy):
    method = DOP853
    takes_jacobian = False
