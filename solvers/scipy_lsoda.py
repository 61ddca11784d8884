# scipy_lsoda.py -- scipy.integrate.LSODA, by the package ivpbench; interpreted.
#
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
TITLE = "SciPy: LSODA, Adams and BDF formulas"
SOURCE = "scipy.integrate.LSODA (python3-scipy), an interpreted code; P. Virtanen et al., SciPy 1.0, Nature Methods 17 (2020) 261-272; settings: exact Jacobian where it takes one, else its own"
NEEDS = "scipy"
FULL_MATRICES = 2
ADAPTIVE = True
KEEPS_HISTORY = True
DENSE = True

from scipy.integrate import LSODA

import ivpbench


class Solver(ivpbench.Scipy):
    method = LSODA
