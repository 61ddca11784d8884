# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""python3 -m ivpbench.ci VERB --option=value ... operand ...: started by the program `ivpbench`, which
has checked the options (bench/cli/verb_ci.c and its neighbours)."""

import sys
import traceback


def options_of(words):
    """`--name=value` and `--name`; what has no dashes is an operand."""
    options, operands = {}, []
    for word in words:
        if word.startswith("--"):
            name, _, value = word[2:].partition("=")
            options[name] = value if "=" in word else True
        else:
            operands.append(word)
    return options, operands


def run(words):
    options, operands = options_of(words[1:])
    if words[0] == "ci":
        from ivpbench.ci.judge import main as verb
        return verb(options)
    if words[0] == "history":
        from ivpbench.ci.history import main as verb
        return verb(operands[0], options)
    from ivpbench.ci.bisect import main as verb
    return verb(operands[0], operands[1], options)


def main(words):
    """The exit code. An error of this program is 3: Python's own 1 would say that something got worse."""
    try:
        return run(words)
    except Exception:  # whatever it is, no verdict comes of it
        traceback.print_exc()
        return 3


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
