#!/usr/bin/env python3
# large.py PLAN EXPORT -- what became of each solver on each problem of bench/plans/large.cfg, as tables in Markdown.
# PLAN: what `ivpbench plan bench/plans/large.cfg` printed; EXPORT: what `ivpbench export` printed of its store, in csv.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
import csv
import re
import sys

WORDS = {"ok": "arrives"}
NONE = "no formulation fits both"
OTHER = "the solver takes"  # other steps than the group has


def problem_of(text):
    name, _, n = text.partition("(")
    return name, float(re.search(r"N=([0-9.e+]+)", n).group(1))


def read(plan, export):
    """(solver, problem) -> word, sentence"""
    cells = {}
    for line in open(plan):
        found = re.match(r"skipped +(\S+) (.*?)@\S+: (.*)", line)
        if not found or found[3].startswith(OTHER):
            continue
        problem, solver, why = found.groups()
        cells[solver, problem_of(problem)] = ("-", "") if why.startswith(NONE) else ("declined", why)
    for row in csv.DictReader(open(export)):
        options = f"({row['options']})" if "gmres" in row["options"] else ""
        problem = problem_of(f"{row['problem']}({row['parameters']})")
        key = row["solver"] + options, problem
        word = WORDS.get(row["outcome"], row["outcome"])
        if cells.get(key, ("",))[0] != "arrives":
            cells[key] = (word, row["detail"])
    return cells


def general(sentence):
    """Without the numbers, so that one line serves all sizes."""
    return re.sub(r"[-+]?\d[\d.]*(e[-+]?\d+)?", "#", sentence)


def main(plan, export):
    cells = read(plan, export)
    problems = sorted({p for _, p in cells})
    marks = {}
    for (_, _), (word, why) in sorted(cells.items()):
        if word not in ("arrives", "-"):
            marks.setdefault((word, general(re.sub(r"^\w+: ", "", why))), why)
    number = {key: k + 1 for k, key in enumerate(sorted(marks))}
    print("| solver | " + " | ".join(f"{name} {n:.0f}" for name, n in problems) + " |")
    print("|---" * (len(problems) + 1) + "|")
    for solver in sorted({s for s, _ in cells}):
        row = []
        for problem in problems:
            word, why = cells.get((solver, problem), ("", ""))
            mark = number.get((word, general(re.sub(r"^\w+: ", "", why))), "")
            row.append(f"{word} {mark}".strip().replace("_", " "))
        print(f"| `{solver}` | " + " | ".join(row) + " |")
    print()
    for key, k in number.items():
        print(f"{k}. {key[0].replace('_', ' ')}: {marks[key] or 'no sentence'}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: large.py PLAN EXPORT")
    main(*sys.argv[1:])
