# scipy_bdf.py -- scipy.integrate.BDF, by the package ivpbench; interpreted.
#
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
TITLE = "SciPy: BDF and NDF of orders 1 to 5"
SOURCE = "scipy.integrate.BDF (python3-scipy), an interpreted code; P. Virtanen et al., SciPy 1.0, Nature Methods 17 (2020) 261-272; settings: exact Jacobian where it takes one, else its own"
NEEDS = "scipy"
FULL_MATRICES = 3
FIRST_FACTORS = 1
ADAPTIVE = True
KEEPS_HISTORY = True
DENSE = True

from scipy.integrate import BDF

import ivpbench


class Solver(ivpbench.Scipy):
    method = BDF
