# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""python3 -m ivpbench.fmi FMU NAME [END]: prints the problem NAME in C, and what was read to standard
error; exit code 2 and a sentence where the FMU is refused, 3 where a package is missing."""

import sys


def main(arguments):
    if len(arguments) not in (2, 3):
        sys.stderr.write(__doc__ + "\n")
        return 2
    try:
        from . import Refused, model, write
    except ImportError as error:
        sys.stderr.write("FMUs need the standard library of Python (Debian: python3): %s\n" % error)
        return 3
    path, name, *end = arguments
    try:
        m = model.Model(path, *end)
        text = write.c_file(m, name)
    except Refused as refusal:
        sys.stderr.write("%s\n" % refusal)
        return 2
    except MemoryError:
        sys.stderr.write("%s: reading it takes more memory than it may have\n" % path)
        return 2
    sys.stdout.write(text)
    sys.stderr.write("%s\n" % write.summary(m))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
