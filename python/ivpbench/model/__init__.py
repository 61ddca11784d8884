# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""Models on symbols become problems in C: `ivpbench new problem NAME --from FILE`.

    read.py        a file becomes a Model: equations in Python, SymPy models, equations as text
    exact.py       Python source runs on symbols, with numbers as they are written
    linalg.py      numpy.linalg on symbols
    text.py        equations as text
    mechanics.py   kinetic energy, potential energy and constraints become M, f, G, gamma
    schedule.py    expressions become assignments: common subexpressions, hoisting, blocks
    write.py       a Model becomes one C file

Needs SymPy (Debian: python3-sympy). numpy is needed where the model imports it.
"""
