# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""python3 -m ivpbench.model FILE NAME: prints the problem NAME in C; exit code 2 and a sentence
where the model cannot be converted, 3 where a package is missing."""

import sys


def main(arguments):
    if len(arguments) != 2:
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
    path, name = arguments
    try:
        text = write.c_file(read.read(path, name))
    except Refused as refusal:
        sys.stderr.write("%s\n" % refusal)
        return 2
    except ModuleNotFoundError as error:
        sys.stderr.write("%s: %s, with %s\n" % (path, error, sys.executable))
        return 3
    sys.stdout.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
