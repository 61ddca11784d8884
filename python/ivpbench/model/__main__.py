# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""python3 -m ivpbench.model FILE NAME [END]: prints the problem NAME in C; exit code 2 and a sentence
where the model cannot be converted, 3 where a package is missing. END: the end of the interval of a
model in SBML, which has none."""

import os
import sys


def main(arguments):
    if len(arguments) not in (2, 3):
        sys.stderr.write(__doc__ + "\n")
        return 2
    try:
        import sympy  # noqa: F401
    except ImportError:
        sys.stderr.write("models on symbols need SymPy (Debian: python3-sympy), which %s has not\n"
                         % sys.executable)
        return 3
    from . import read, write
    from .model import Refused
    path, name, end = (*arguments, "")[:3]
    try:
        text = write.c_file(read.read(path, name, end))
    except Refused as refusal:
        sys.stderr.write("%s\n" % refusal)
        return 2
    except ModuleNotFoundError as error:
        sys.stderr.write("%s, with %s\n" % (error, sys.executable))
        return 3
    except RecursionError:
        sys.stderr.write("%s: an expression is too deep to be converted\n" % path)
        return 2
    except Exception as error:  # a fault of the converter: its place, in one line
        trace = error.__traceback__
        while trace.tb_next:
            trace = trace.tb_next
        sys.stderr.write("%s: the converter failed in %s, line %d: %s: %s\n" % (
            path, os.path.basename(trace.tb_frame.f_code.co_filename), trace.tb_lineno,
            type(error).__name__, error))
        return 1
    sys.stdout.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
