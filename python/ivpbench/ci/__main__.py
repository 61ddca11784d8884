# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""python3 -m ivpbench.ci VERB --option=value ... operand ...: started by the program `ivpbench`, which
has checked the options (bench/cli/verb_ci.c and its neighbours)."""

import sys


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


def main(words):
    options, operands = options_of(words[1:])
    if words[0] == "ci":
        from ivpbench.ci.judge import main as run
        return run(options)
    if words[0] == "history":
        from ivpbench.ci.history import main as run
        return run(operands[0], options)
    from ivpbench.ci.bisect import main as run
    return run(operands[0], operands[1], options)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
