# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""The cells of one commit: outcomes, digits, counters, instructions, CPU time."""

import fnmatch
import json
import math
import os
import shutil
import signal
import subprocess
import time

from ivpbench import program
from ivpbench.ci import Fault, build

COUNTERS = ("accepted", "rejected", "failed", "n_f", "n_jac", "n_lu", "n_solve", "n_newton", "n_project")
COORDINATES = ("problem", "parameters", "formulation", "solver", "options", "rtol", "h", "no_events")
KEPT = ("outcome", "detail", "t_reached", "scd", "mescd", "irreproducible", "instructions") + COUNTERS
EVENTS = ("missed", "spurious", "duplicated", "reordered")
FAILS_THE_JOB = 4 # exit code of `run`: a solver failed, which is a result here


class NoCell(Fault):
    """No solver takes any problem of a plan."""


class Clock:
    """The budget: parts of it end at given shares."""

    def __init__(self, minutes):
        self.start, self.seconds = time.monotonic(), 60 * minutes

    def left(self, share=1.0):
        return self.start + share * self.seconds - time.monotonic()


def plan_text(settings, timeout_s, workers):
    """A plan of the cells of the settings."""
    what = ""
    if settings.problems:
        what += "problems = [%s]; " % ", ".join('"%s"' % p for p in settings.problems)
    if settings.tags:
        what += "tags = \"%s\"; " % settings.tags
    return ("defaults = { timeout_s = %.1f; workers = %d; min_time_s = 0.02; series = \"none\"; };\n"
            "groups = { cells = { %ssolvers = [%s]; %s }; };\n" %
            (timeout_s, workers, what, settings.solver_list(), settings.ladders()))


def run(plan, store, root, seconds, *options):
    """Runs a plan for at most so long; returns False where the time ended it."""
    path = store + ".cfg"
    with open(path, "w", encoding="utf-8") as file:
        file.write(plan)
    command = [program.find(), "run", path, "-o", store, "-q", *options]
    process = subprocess.Popen(command, env=build.environment(root), stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        said = process.communicate(timeout=max(1.0, seconds))[1]
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
        process.communicate()
        return False
    if process.returncode and "no cell is left to run" in said:
        raise NoCell(said.strip())
    if process.returncode not in (0, FAILS_THE_JOB):
        raise Fault("`ivpbench run` ends with %d: %s" % (process.returncode, said.strip()[-1500:]))
    return True


def cell_name(row):
    """A cell in one line, as `compare` prints it."""
    step = "h=%r" % row["h"] if row.get("h") else "rtol=%r" % row["rtol"]
    words = [row["problem"] + ("(%s)" % row["parameters"] if row["parameters"] else ""),
             row["solver"] + ("(%s)" % row["options"] if row["options"] else "") + "@" +
             row["formulation"], step]
    return " ".join(words + (["no events"] if row["no_events"] else []))


def rows(store, root):
    """The cells of a store: name -> what of it is compared."""
    done = subprocess.run([program.find(), "export", "--store", store, "--format", "jsonl"],
                          env=build.environment(root), capture_output=True, text=True)
    if done.returncode:
        raise Fault("`ivpbench export` ends with %d: %s" % (done.returncode, done.stderr.strip()[-500:]))
    found = {}
    for line in done.stdout.splitlines():
        row = json.loads(line)
        cell = {name: row[name] for name in COORDINATES + KEPT if name in row}
        cell["machine"] = row["machine"]
        if "events" in row:
            cell["events"] = {name: row["events"].get(name, 0) for name in EVENTS}
        found[cell_name(row)] = cell
    return found


def problems_of(config):
    """The problems of the settings as a plan names them; those of `tags` by name."""
    if not config.tags:
        return config.problems
    done = subprocess.run([program.find(), "list", "problems", "--names", "--tags", config.tags],
                          capture_output=True, text=True)
    if done.returncode or not done.stdout.split():
        raise Fault("tags = \"%s\": %s" % (config.tags, done.stderr.strip() or "no problem has them"))
    names = done.stdout.split()
    return [n for n in names if not config.problems or
            any(fnmatch.fnmatch(n, p.split("(")[0]) for p in config.problems)]


def cells_to_count(records):
    """Names of cells whose instructions are worth counting: those that a record has, and the cheapest that ends
    well of each problem and solver. What is counted already comes first, then what costs least."""
    if not shutil.which("valgrind"):
        return []
    cheapest = {}
    for name, cell in (records[0]["cells"] if records else {}).items():
        key = cell["problem"], cell["solver"], cell["formulation"]
        if cell["outcome"] == "ok" and (key not in cheapest or cell["n_f"] < cheapest[key][0]):
            cheapest[key] = cell["n_f"], name
    counted = [n for r in records for n, c in r["cells"].items() if c.get("instructions")]
    everywhere = set.intersection(*({n for n, c in r["cells"].items() if c["outcome"] == "ok"} for r in records)) \
        if records else set()
    names = everywhere & {*counted, *(name for _, name in cheapest.values())}
    return sorted(names, key=lambda n: (-counted.count(n), max(r["cells"][n].get("n_f", 0) for r in records), n))


def _count(root, place, cell):
    """cell -> instructions; empty where the run or valgrind fails."""
    os.makedirs(place, exist_ok=True)
    store = os.path.join(place, "counted.db")
    for name in (store, store + "-wal", store + "-shm"):
        if os.path.exists(name):
            os.remove(name)
    run(plan_text(OneCell(cell), 60.0, 0), store, root, 120, "--only-accuracy")
    subprocess.run([program.find(), "speed", "count", store], env=build.environment(root),
                   capture_output=True, text=True)
    return {name: row["instructions"] for name, row in rows(store, root).items()
            if "instructions" in row}


def count_one(root, place, cell):
    """The instructions of one cell, or None."""
    return next(iter(_count(root, place, cell).values()), None)


class OneCell:
    """The settings of a plan of one cell."""

    def __init__(self, cell):
        parameters = "(%s)" % cell["parameters"] if cell["parameters"] else ""
        options = "(%s)" % cell["options"] if cell["options"] else ""
        self.tags, self.problems = "", [cell["problem"] + parameters]
        self.solvers = ["%s%s%s" % (cell["solver"], options,
                                    "@" + cell["formulation"] if cell["formulation"] != "*" else "")]
        self.rung = cell

    def ladders(self):
        if self.rung.get("h"):
            return "steps = { hmax = %.17g; halvings = 0; };" % self.rung["h"]
        digits = -math.log10(self.rung["rtol"])
        return "tolerances = { from = %.12g; to = %.12g; };" % (digits, digits)

    def solver_list(self):
        return '"%s"' % self.solvers[0]


def time_both(roots, stores, cells, clock, share):
    """CPU times of base and head: cell by cell, the one first that came second before. Cheap cells
    first, until the time ends. roots and stores are (base, head)."""
    order = sorted((c for c in cells.values() if c["outcome"] == "ok"), key=lambda c: c["n_f"])
    turn, timed = 0, 0
    for cell in order:
        plan = plan_text(OneCell(cell), 20.0, 3)
        for side in ((0, 1), (1, 0))[turn % 2]:
            if clock.left(share) <= 0:
                return timed
            run(plan, stores[side], roots[side], 60)
        turn, timed = turn + 1, timed + 1
    return timed


def compared_times(stores, place):
    """What `compare` says of the CPU times of both: cell -> (ratio, low, high)."""
    path = os.path.join(place, "compared.json")
    done = subprocess.run([program.find(), "compare", *stores, "--json", path], capture_output=True,
                          text=True)
    if done.returncode not in (0, 1) or not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as file:
        found = json.load(file)["cells"]
    return {cell_name(c): (c["ratio"], c["ratio_low"], c["ratio_high"]) for c in found if "ratio" in c}


def page(stores, folder):
    """The page with both stores; without it the verdict stands all the same."""
    subprocess.run([program.find(), "report", stores[0], "--store", stores[1], "--output", folder],
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
