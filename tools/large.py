#!/usr/bin/env python3
# large.py PLAN EXPORT -- what became of each solver on each problem of bench/plans/large.cfg, as tables in Markdown,
# one for each size, with how many fields have which end; exit code 1 where a field is empty.
# PLAN: what `ivpbench plan bench/plans/large.cfg` printed; EXPORT: what `ivpbench export` printed of its store, in csv.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
import collections
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
    return re.sub(r"[-+]?\d[\d.]*(e[-+]?\d+)?", "#", re.sub(r"^\w+: ", "", sentence))


def text_of(word, sentence):
    """What a field says: an end before the end of the interval with the time reached."""
    if "being set up" in sentence:
        return f"{word} in set-up"
    reached = re.search(r"\bt = ([^\s;,:]+)(?: after (\d+) steps)?", sentence)
    if word in ("arrives", "-", "declined") or not reached:
        return word.replace("_", " ")
    if word == "timeout" and reached[2] in (None, "0"):
        return "timeout in the first step"
    return f"{word.replace('_', ' ')}, t = {float(reached[1]):.2g}"


def table(cells, solvers, problems, number):
    print("| solver | " + " | ".join(f"{name} {n:.0f}" for name, n in problems) + " |")
    print("|---" * (len(problems) + 1) + "|")
    empty = 0
    ends = collections.Counter()
    for solver in solvers:
        row = []
        for problem in problems:
            word, why = cells.get((solver, problem), ("", ""))
            empty += not word
            text = text_of(word, why)
            ends[text.partition(",")[0]] += word not in ("", "-")
            row.append(f"{text} {number.get((word, general(why)), '')}".strip())
        print(f"| `{solver}` | " + " | ".join(row) + " |")
    print("\n" + ", ".join(f"{text} {k}" for text, k in sorted(ends.items()) if k) + "\n")
    return empty


def main(plan, export):
    cells = read(plan, export)
    marks = {}
    for _, (word, why) in sorted(cells.items()):
        if word not in ("arrives", "-"):
            marks.setdefault((word, general(why)), why)
    number = {key: k + 1 for k, key in enumerate(sorted(marks))}
    sizes = {}  # the smallest N of each problem, the next one, ...
    for name, n in sorted({p for _, p in cells}):
        sizes.setdefault(name, []).append((name, n))
    solvers = sorted({s for s, _ in cells})
    empty = 0
    for k in range(max(map(len, sizes.values()))):
        empty += table(cells, solvers, [all[k] for all in sizes.values() if k < len(all)], number)
    for key, k in number.items():
        print(f"{k}. {key[0].replace('_', ' ')}: {marks[key] or 'no sentence'}")
    if empty:
        sys.exit(f"large.py: {empty} fields are empty: run the plan to its end")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: large.py PLAN EXPORT")
    main(*sys.argv[1:])
