# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""`ivpbench history FOLDER`: what changed from commit to commit, and curves of it.

A folder holds one record for each commit (record.py). Neighbours are compared by the rules of a verdict
(changes.py). CPU times and instructions of each solver are also looked at as a series (series.py), for many
small steps make a large one."""

import math
import os
import sys

from ivpbench.ci import Fault, changes, record, series
from ivpbench.ci.curves import page
from ivpbench.ci.settings import DEFAULT_LIMITS
from ivpbench.ci.write import plain

SCHEMA = "ivpbench.history/1"


def records_of(folder):
    """All records of a folder, each behind its parents; then by date."""
    try:
        names = sorted(n for n in os.listdir(folder) if n.endswith(".json"))
    except OSError as wrong:
        raise Fault("%s: %s" % (folder, wrong.strerror)) from None
    found = {r["commit"]: r for r in (record.read(os.path.join(folder, n)) for n in names)}
    if not found:
        raise Fault("%s has no record: `ivpbench ci --record %s` writes one" % (folder, folder))
    return _in_order(found)


def _in_order(found):
    """Depth first from the oldest, without recursion: a history may be long."""
    order, placed = [], set()
    for first in sorted(found.values(), key=lambda r: (r["date"], r["commit"])):
        stack = [first]
        while stack:
            r = stack[-1]
            waiting = [found[p] for p in r.get("parents", []) if p in found and p not in placed]
            if waiting and len(stack) <= len(found):
                stack.append(waiting[0])
                continue
            stack.pop()
            if r["commit"] not in placed:
                placed.add(r["commit"])
                order.append(r)
    return order


def steps(records):
    """For each record but the first: (record, findings against the one before)."""
    return [(head, changes.all_of(base, head, {}, DEFAULT_LIMITS))
            for base, head in zip(records, records[1:])]


def solvers_of(records):
    return sorted({c["solver"] for r in records for c in r["cells"].values()})


def curve(records, solver, quantity):
    """The mean of a quantity over the cells that all records have: digits, or the mean of the logarithm.
    None where no cell has it everywhere."""
    def has(r, name):
        cell = r["cells"].get(name, {})
        return cell.get("outcome") == "ok" and (cell.get(quantity) or 0) > 0
    names = [n for n, c in records[0]["cells"].items()
             if c["solver"] == solver and all(has(r, n) for r in records)]
    if not names:
        return None
    take = (lambda x: x) if quantity == "mescd" else math.log
    means = [sum(take(r["cells"][n][quantity]) for n in names) / len(names) for r in records]
    return means if quantity == "mescd" else [math.exp(m) for m in means]


CURVES = (("mescd", "digits (mescd), mean"), ("n_f", "evaluations (n_f), geometric mean"),
          ("instructions", "instructions, geometric mean"), ("cpu_median_s", "CPU time in s, geometric mean"))
NOISY = ("instructions", "cpu_median_s")


def curves_of(records):
    """(solver, quantity, title, a value for each record) of all that every record has."""
    return [(solver, name, title, values) for solver in solvers_of(records) for name, title in CURVES
            if (values := curve(records, solver, name))]


def levels(records):
    """Changes of level of noisy series: (record, solver, quantity, before, after)."""
    found = []
    for solver in solvers_of(records):
        for quantity in NOISY:
            values = curve(records, solver, quantity)
            points = series.change_points([math.log(v) for v in values]) if values else []
            edges = [0, *points, len(records)]
            for left, at, right in zip(edges, edges[1:], edges[2:]):
                before, after = (changes.median(values[a:b]) for a, b in ((left, at), (at, right)))
                if abs(after / before - 1) > DEFAULT_LIMITS["instructions"] / 2:
                    found.append((records[at], solver, quantity, before, after))
    return found


def told(records):
    """One entry for each change: commit, subject, finding."""
    entries = []
    for head, found in steps(records):
        entries += [dict(f, commit=head["commit"], subject=head["subject"]) for f in found]
    for r, solver, quantity, before, after in levels(records):
        kind = "instructions" if quantity == "instructions" else "time"
        if any(e["commit"] == r["commit"] and e["kind"] == kind and e["where"] == solver for e in entries):
            continue
        entries.append(dict(changes.finding(kind, changes.WORSE if after > before else changes.BETTER, solver,
                                            "level %.4g before, %.4g from here on" % (before, after)),
                            commit=r["commit"], subject=r["subject"]))
    return entries


def as_json(records, entries):
    """What `ivpbench report --history` reads."""
    return {"schema": SCHEMA, "commits": [r["commit"] for r in records], "changes": entries,
            "records": [{name: r[name] for name in ("commit", "date", "subject")} for r in records],
            "curves": [{"solver": solver, "quantity": name, "title": title, "values": values}
                       for solver, name, title, values in curves_of(records)]}


def main(folder, options):
    try:
        records = records_of(folder)
    except Fault as wrong:
        print("ivpbench history: %s" % wrong, file=sys.stderr)
        return 3
    entries = told(records)
    if options.get("json"):
        record.write(options["json"], as_json(records, entries))
    for e in entries:
        print("%s  %-8s %-12s %s: %s  (%s)" % (e["commit"][:10], e["verdict"], e["kind"], plain(e["where"]),
                                             plain(e["text"]), plain(e["subject"])))
    print("%d commits, %d changes" % (len(records), len(entries)))
    if options.get("output"):
        curves = [(solver, title, values) for solver, _, title, values in curves_of(records)]
        with open(options["output"], "w", encoding="utf-8") as file:
            file.write(page(records, curves, entries))
    return 0
