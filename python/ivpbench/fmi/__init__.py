# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""FMUs (FMI 2.0 and 3.0): a model-exchange FMU becomes a problem, and a problem becomes an FMU.

    archive.py      the zip file, read within bounds
    description.py  modelDescription.xml as elements, read within bounds and without entities
    model.py        what a problem needs of it, and what is refused
    write.py        the C file of the plug-in
    export.py       a problem as an FMU
"""


class Refused(Exception):
    """A sentence: what is wrong, where, and what would be right."""
