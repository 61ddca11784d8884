# scipy_radau.py -- scipy.integrate.Radau, by the package ivpbench; interpreted.
#
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
TITLE = "SciPy: Radau IIA of order 5"
SOURCE = "scipy.integrate.Radau (python3-scipy), an interpreted code; P. Virtanen et al., SciPy 1.0, Nature Methods 17 (2020) 261-272; settings: exact Jacobian where it takes one, else its own"
NEEDS = "scipy"
FULL_MATRICES = 7
FIRST_FACTORS = 5
ADAPTIVE = True
KEEPS_HISTORY = True
FAMILY = "radau"
DENSE = True

from scipy.integrate import Radau

import ivpbench


class Solver(ivpbench.Scipy):
    method = Radau
