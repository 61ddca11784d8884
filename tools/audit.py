#!/usr/bin/env python3
"""audit.py BUILD PAIRS PLAN [OPTION...] -- what the checks of times cost, and whether they change a ranking.

Runs the plan with the checks and without them (IVPBENCH_AUDIT=off), in turns, PAIRS times. Prints the CPU
time of all processes, the cells that the checks flag, and the pairs of configurations that both runs rank
beyond doubt in opposite orders. Options are those of `ivpbench run`. Exit code 1: a cell is flagged, or a
pair changes its order.
SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins"""
import itertools
import json
import os
import resource
import subprocess
import sys
import tempfile

LEVELS = ("2", "4", "6")


def run(program, store, options, audit):
    """CPU seconds of a run and of all processes below it."""
    env = dict(os.environ) if audit else dict(os.environ, IVPBENCH_AUDIT="off")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    code = subprocess.run([program, "run", *options, "-q", "-o", store], env=env,
                          stdout=subprocess.DEVNULL).returncode
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if code not in (0, 4):
        sys.exit(f"audit.py: ivpbench run ended with {code}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def cells(program, store):
    text = subprocess.run([program, "export", "--store", store, "--format", "jsonl"], check=True,
                          stdout=subprocess.PIPE, text=True).stdout
    return [json.loads(line) for line in text.splitlines()]


def rankings(program, store):
    """{(problem, parameters, digits): {configuration: (lowest, highest) ratio to the first}}"""
    found = {}
    for level in LEVELS:
        text = subprocess.run([program, "rank", "--store", store, "--digits", level, "--json"], check=True,
                              stdout=subprocess.PIPE, text=True).stdout
        for r in json.loads(text)["rankings"]:
            found[r["problem"], r["parameters"], level] = {
                p["label"]: (p.get("ratio_sure_low", 1), p.get("ratio_sure_high", 1)) for p in r["places"]}
    return found


def order(ranked, a, b):
    """-1: a is cheaper beyond doubt; 1: b; 0: the samples do not tell."""
    return (ranked[b][1] < ranked[a][0]) - (ranked[a][1] < ranked[b][0])


def changes(one, two):
    """Pairs that both decide, and those of them in opposite orders."""
    decided, opposite = 0, []
    for key in one.keys() & two.keys():
        for a, b in itertools.combinations(sorted(one[key].keys() & two[key].keys()), 2):
            x, y = order(one[key], a, b), order(two[key], a, b)
            decided += x * y != 0
            if x * y < 0:
                opposite.append((*key, a, b))
    return decided, opposite


def main(build, pairs, *options):
    program, spent, bad = os.path.join(build, "ivpbench"), {True: 0.0, False: 0.0}, 0
    for pair in range(int(pairs)):
        with tempfile.TemporaryDirectory() as folder:
            stores = {audit: os.path.join(folder, f"{audit}.db") for audit in (True, False)}
            for audit in (True, False) if pair % 2 else (False, True):
                spent[audit] += run(program, stores[audit], options, audit)
            flagged = [c for c in cells(program, stores[True]) if c["outcome"] == "misbehaved"]
            decided, opposite = changes(*(rankings(program, stores[a]) for a in (True, False)))
            arrived = sum(c["outcome"] == "ok" for c in cells(program, stores[True]))
        for c in flagged:
            print("flagged:", c["problem"], c["solver"], c["detail"])
        for o in opposite:
            print("opposite:", *o)
        print(f"{arrived} cells arrive, {len(flagged)} are flagged; {decided} pairs are decided in both, "
              f"{len(opposite)} in opposite orders")
        bad += len(flagged) + len(opposite)
    print(f"CPU {spent[True]:.1f} s with the checks, {spent[False]:.1f} s without: "
          f"{100 * (spent[True] / spent[False] - 1):+.1f} %")
    return bad > 0


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
