#!/usr/bin/env python3
# sentences.py -- texts of the report's pages that depend on a condition, and that no test quotes.
#
# A text is a string of C with two words. It depends on a condition if it stands behind ? or :,
# in a statement or block of if or else, or in a table of texts ([X] = "..."). A test quotes it
# if a file under tests/ has three of its words in a row (or all, of fewer), from the longest
# part between placeholders. Sentences of errors (reason_set, complain, give_up) are left out.
#
#     sentences.py [--all]     --all: every text, with the number of tests that quote it
#
# Exit 1 if a text is not quoted.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
import glob
import re
import sys

PAGES = ["reports/page", "reports/tables", "reports/catalogue", "reports/speed", "reports/board", "papers"]
TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|/\*.*?\*/|//[^\n]*|\w+|\S', re.S)
ERRORS = {"reason_set", "reason_add", "complain", "give_up", "check_members", "check_required", "broken"}
SCRIPT = re.compile(r"\"(?:(?:un)?set |using |points |with |pt |outside )")  # of gnuplot


def tokens(path):
    """Of a source without comments and directives; neighbouring strings are one."""
    text = re.sub(r"(?m)^[ \t]*#(?:.*\\\n)*.*$", "", open(path, encoding="utf-8").read())
    found = []
    for m in TOKEN.finditer(text):
        t = m.group()
        if t.startswith(("/*", "//")):
            continue
        if t[0] == '"' and found and found[-1][0][0] == '"':
            found[-1] = (found[-1][0][:-1] + t[1:], found[-1][1])
        else:
            found.append((t, text.count("\n", 0, m.start()) + 1))
    return found


def conditional(path):
    """(line, text) of each text that depends on a condition."""
    blocks, statement = [], []  # is each open block conditional; tokens since the last ; { }
    for t, line in tokens(path):
        if t == "{" and "=" not in statement:
            blocks.append(bool(statement) and statement[0] in ("if", "else"))
        elif t == "}" and "=" not in statement and blocks:
            blocks.pop()
        if t in ";{}" and "=" not in statement or t == ";":
            statement = []
            continue
        statement.append(t)
        if t[0] != '"' or SCRIPT.match(t) or not re.search(r"[a-z]{2,}[, ]+[a-z]{2,}", t) or ERRORS & set(statement):
            continue
        before = statement[-2] if len(statement) > 1 else ""
        if before in ("?", ":") or any(blocks) or behind_condition(statement) or statement[-3:-1] == ["]", "="]:
            yield line, t[1:-1]


def behind_condition(statement):
    """Of if (...) what follows, and of else."""
    depth = 0
    for k, t in enumerate(statement):
        depth += (t == "(") - (t == ")")
        if t == ")" and not depth:
            return statement[0] == "if" and k + 1 < len(statement) or statement[0] == "else"
    return statement[0] == "else"


def fixed_part(text):
    """The longest part that a reader sees as it stands."""
    parts = re.split(r"%[-+ #0-9.*]*l?[a-zA-Z%]|\\[nt]|\\\"|\|", text)
    return max(parts, key=len).strip(" ,;:.()")


def quoted(text, tests):
    """How often tests have three words in a row of it."""
    words = fixed_part(text).split()
    return max(tests.count(" ".join(words[k:k + 3])) for k in range(max(1, len(words) - 2)))


def main():
    tests = ""
    for path in glob.glob("tests/**/*.[chj]*", recursive=True):
        source = open(path, encoding="utf-8", errors="replace").read()
        tests += re.sub(r'"\s*\n\s*"', "", source).replace("\\\\", "") + "\n"
    missing = 0
    for folder in PAGES:
        for path in sorted(glob.glob(folder + "/*.c")):
            for line, text in conditional(path):
                n = quoted(text, tests)
                missing += n == 0
                if n == 0 or "--all" in sys.argv:
                    print(f"{path}:{line}: {n} {fixed_part(text)}")
    return missing > 0


if __name__ == "__main__":
    sys.exit(main())
