# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""`ivpbench bisect BAD GOOD --cell CELL`: git bisect with one cell as the test.

The cell runs on both ends first; the quantity that separates them is chosen in this order: outcome, events,
digits, evaluations, instructions. A commit is bad when its value is nearer to that of BAD. It works in a
checkout of its own."""

import os
import re
import shutil
import subprocess
import sys

from ivpbench.ci import Fault, build, checkout, measure, settings

LEAST = {"digits": 0.05, "work": 0.0, "instructions": 0.005}


def parse_cell(text):
    """"PROBLEM[(...)] SOLVER[(...)][@FORMULATION] rtol=X" or "... h=X": what verdicts print."""
    found = re.fullmatch(r"(\w+)(?:\(([^)]*)\))? (\w+)(?:\(([^)]*)\))?(?:@(\S+))? (rtol|h)=(\S+)", text.strip())
    try:
        rung = float(found[7]) if found else 0.0
    except ValueError:
        rung = 0.0
    if not rung > 0:
        raise Fault("--cell \"%s\": write it as \"hires mysolver@ode rtol=1e-6\"" % text)
    return {"problem": found[1], "parameters": found[2] or "", "solver": found[3],
            "options": found[4] or "", "formulation": found[5] or "*", found[6]: rung}


def try_commit(folder, cell, place, count):
    """The row of the cell at the commit that is checked out in a folder; None if it does not build."""
    config = settings.read(folder)
    shutil.rmtree(place, ignore_errors=True)
    os.makedirs(place)
    root = os.path.join(place, "build")
    if build.build(config.plugins, folder, root):
        return None
    store = os.path.join(place, "cell.db")
    measure.run(measure.plan_text(measure.OneCell(cell), 60.0, 0), store, root, 600, "--only-accuracy")
    rows = measure.rows(store, root)
    if len(rows) != 1:
        raise Fault("%d cells fit; name the formulation: %s" % (len(rows), ", ".join(sorted(rows)) or
                                                               "the solver declines this problem"))
    row = next(iter(rows.values()))
    if count and row["outcome"] == "ok":
        row["instructions"] = measure.count_one(root, place, row)
    return row


def quantities(row):
    """What may separate two ends, the clearest first; numbers or words."""
    return {"outcome": row["outcome"], "events": tuple(sorted(row.get("events", {}).items())),
            "digits": row.get("mescd"), "work": row.get("n_f"), "instructions": row.get("instructions")}


def separates(good, bad, asked):
    """The quantity by which the ends differ."""
    g, b = quantities(good), quantities(bad)
    for name in [asked] if asked else list(g):
        if g[name] is None or b[name] is None or g[name] == b[name]:
            continue
        if name in LEAST and abs(g[name] - b[name]) <= LEAST[name] * (1 if name == "digits" else g[name]):
            continue
        return name
    raise Fault("GOOD and BAD do not differ in %s of this cell: %s" % (asked or "anything", g))


def is_bad(row, good, bad, name):
    """Is the value nearer to that of the bad end?"""
    value, g, b = (quantities(r)[name] for r in (row, good, bad))
    if isinstance(g, (int, float)) and isinstance(value, (int, float)):
        return abs(value - b) < abs(value - g)
    return value != g


def _search(tree, ends, cell, place, name, count):
    """Runs git bisect by hand: each answer is good, bad or skip. Returns git's last words."""
    good, bad = ends["good"], ends["bad"]
    said = checkout.git(tree, "bisect", "start", bad["commit"], good["commit"])
    while "is the first bad commit" not in said and "only 'skip'ped commits" not in said:
        commit = checkout.commit_of(tree, "HEAD")
        row = try_commit(tree, cell, place, count)
        word = "skip" if row is None else "bad" if is_bad(row, good["row"], bad["row"], name) else "good"
        print("%s  %-4s %s" % (commit[:10], word, quantities(row)[name] if row else "does not build"), flush=True)
        done = subprocess.run(["git", "-C", tree, "bisect", word], capture_output=True, text=True,
                              errors="replace")
        said = done.stdout + done.stderr
        if done.returncode and "only 'skip'ped commits" not in said:
            raise Fault("git bisect: %s" % said.strip())
    return said


def bisect(bad, good, options):
    if not options.get("cell"):
        raise Fault("--cell names the cell to run, as in --cell 'hires mysolver@ode rtol=1e-6'")
    top, cell = checkout.top(), parse_cell(options["cell"])
    folder = os.path.abspath(options["output"])
    place = os.path.join(folder, "bisect")
    count = options.get("by") == "instructions"
    ends = {}
    for word, asked in (("good", good), ("bad", bad)):
        commit = checkout.commit_of(top, asked)
        with checkout.Tree(top, commit, os.path.join(folder, "trees")) as tree:
            row = try_commit(tree, cell, place, count)
        if row is None:
            raise Fault("%s %s does not build" % (word.upper(), commit[:10]))
        ends[word] = {"commit": commit, "row": row}
    name = separates(ends["good"]["row"], ends["bad"]["row"], options.get("by"))
    print("by %s: good %s, bad %s" % (name, quantities(ends["good"]["row"])[name],
                                      quantities(ends["bad"]["row"])[name]), flush=True)
    with checkout.Tree(top, ends["bad"]["commit"], os.path.join(folder, "trees")) as tree:
        try:
            return _search(tree, ends, cell, place, name, count)
        finally:
            checkout.git(tree, "bisect", "reset", check=False)


def main(bad, good, options):
    try:
        said = bisect(bad, good, options)
    except Fault as wrong:
        print("ivpbench bisect: %s" % wrong, file=sys.stderr)
        return 3
    first = re.search(r"^([0-9a-f]{40}) is the first bad commit", said, re.M)
    if not first:
        print("several commits that do not build are left:\n" + said.strip())
        return 1
    about = checkout.described(".", first[1])
    print("%s is the first bad commit: %s" % (about["commit"][:10], about["subject"]))
    return 0
