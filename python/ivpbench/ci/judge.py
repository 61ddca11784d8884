# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""`ivpbench ci`: base and head of a repository, built, run, compared."""

import concurrent.futures
import os
import shutil
import sys

from ivpbench.ci import Fault, build, checkout, digest, measure, record, settings, verdict, write

# shares of the budget by which each part ends
ACCURACY, COUNTS, TIMES = 0.5, 0.7, 0.9


def say(text):
    print("ivpbench ci: " + text, file=sys.stderr, flush=True)


class Side:
    """One commit: where its plug-ins and stores lie."""

    def __init__(self, name, commit, folder, tree):
        self.name, self.commit, self.tree = name, commit, tree
        self.root = os.path.join(folder, "builds", commit["commit"])
        self.place, self.records = os.path.join(folder, name), os.path.join(folder, "records")
        self.plugins, self.key = [], ""
        shutil.rmtree(self.place, ignore_errors=True)
        os.makedirs(self.place)

    def store(self, name):
        return os.path.join(self.place, name + ".db")

    def record(self):
        return os.path.join(self.records, self.key + ".json")


def _built(side, config):
    """Builds the plug-ins of a side, as its own ivpbench.cfg says where it has one; those that are there from an
    earlier time stay, of commits. Sets the key of what was built."""
    done = os.path.join(side.root, "built")
    with side.tree as folder:
        side.plugins = settings.plugins_of(folder, config)
        if side.commit["commit"] != "working tree" and digest.is_text(done, repr(side.plugins)):
            return {}
        shutil.rmtree(side.root, ignore_errors=True)
        broken = build.build(side.plugins, folder, side.root)
    if not broken:
        with open(done, "w", encoding="utf-8") as file:
            file.write(repr(side.plugins))
    return broken


def _contracts(side):
    return {p["name"]: build.contract(p["name"], side.root) for p in side.plugins}


def _solve_one(side, part, clock):
    """Accuracy of the cells of one problem on one side; False where the budget ended it."""
    return clock.left(ACCURACY) > 0 and measure.run(
        measure.plan_text(part, 30.0, 0), side.store("accuracy"), side.root, clock.left(ACCURACY), "--only-accuracy")


def _solve(sides, known, config, clock, notes):
    """Accuracy of all cells that are not known, problem by problem on both sides, so that what the budget leaves
    out is left out on both. False where it left something out."""
    for problem in measure.problems_of(config):
        for side in sides:
            part = config.of_problem(problem, side.plugins)
            if problem in known[side.key]["solved"] or not part.solvers:
                continue
            try:
                if not _solve_one(side, part, clock):
                    return False
                known[side.key]["solved"].append(problem)
            except measure.NoCell:
                notes.append("no solver of %s takes %s" % (side.name, problem))
    return True


def _records(sides, config, of_cells, clock, notes, keep):
    """What each side gives, but for its times. What was recorded of the same machine code is not run again. Both
    sides of one code with known cells run nothing, unless the record of head is to be kept, which is whole."""
    distinct = list({side.key: side for side in reversed(sides)}.values())[::-1]
    known = {side.key: record.known(side.record(), of_cells) for side in distinct}
    for side in distinct:
        there = known[side.key]
        say("%s %s: %s" % (side.name, write.short(side.commit["commit"]), "%d cells are known" % len(there["cells"])
                           if there["cells"] else "contract, then its cells"))
        there.update(side.commit)
        there["contract"] = there["contract"] or _contracts(side)
    nothing = len(distinct) == 1 < len(sides) and there["cells"] and not keep
    whole = nothing or _solve(distinct, known, config, clock, notes)
    for side in distinct:
        if os.path.exists(side.store("accuracy")):
            known[side.key]["cells"].update(measure.rows(side.store("accuracy"), side.root))
    if not nothing:
        _count(distinct, known, clock)
    for side in distinct:
        record.write(side.record(), record.without_time_limits(known[side.key]))
    found = [dict(known[side.key], **side.commit) for side in sides]
    if not whole:
        notes.append("the budget ended before all cells had run" + _leave_out_alone(found))
    return found


def _leave_out_alone(records):
    """Drops cells that the end of the budget left to one side, as those that it left to none; says so."""
    common = set.intersection(*(set(r["cells"]) for r in records))
    alone = sum(len(r["cells"]) for r in records) - len(common) * len(records)
    for r in records:
        r["cells"] = {name: r["cells"][name] for name in r["cells"] if name in common}
    return ", %d had run on one side only and are left out" % alone if alone else ""


def _count(sides, known, clock):
    """Instructions of the same cells on both sides, as many at a time as there are processors: their number does
    not depend on what runs beside. The first cell is counted whatever the time: without it a change of a few per
    cent is not seen at all."""
    names = measure.cells_to_count([known[side.key] for side in sides])
    missing = [(side, known[side.key]["cells"][name], name == names[0]) for name in names for side in sides
               if name in known[side.key]["cells"] and not known[side.key]["cells"][name].get("instructions")]

    def count(number):
        side, row, first = missing[number]
        if first or clock.left(COUNTS) > 0:
            row["instructions"] = measure.count_one(side.root, os.path.join(side.place, str(number)), row)
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        list(pool.map(count, range(len(missing))))


def _empty(side, of_cells):
    return dict(record.empty(of_cells), **side.commit)


def _sides(options, top, config_folder):
    head_name = options.get("head", "")
    head_commit = checkout.commit_of(top, head_name or "HEAD")
    of_tree = not head_name and checkout.changed_files(top)
    base_commit = checkout.base_of(top, options.get("base", ""), head_commit, of_tree)
    if base_commit == head_commit and not of_tree:
        raise Fault("base and head are one commit, %s: --base names another" % write.short(head_commit))
    trees = os.path.join(config_folder, "trees")
    base = Side("base", checkout.described(top, base_commit), config_folder,
                checkout.Tree(top, base_commit, trees))
    described = checkout.described(top, head_commit)
    if of_tree:
        described = dict(described, commit="working tree", parents=[head_commit])
        return base, Side("head", described, config_folder, checkout.Here(top))
    return base, Side("head", described, config_folder, checkout.Tree(top, head_commit, trees))


def _times(base, head, records, clock):
    """Times of the cells that both sides solve with the same counters."""
    pairs = {n: p for n, p in
             ((n, (records[0]["cells"][n], records[1]["cells"][n])) for n in records[0]["cells"]
              if n in records[1]["cells"])}
    cells = {n: b for n, (b, h) in pairs.items() if b["outcome"] == "ok" and h["outcome"] == "ok"}
    stores = base.store("times"), head.store("times")
    n = measure.time_both((base.root, head.root), stores, cells, clock, TIMES)
    say("timed %d of %d cells" % (n, len(cells)))
    return measure.compared_times(stores, head.place) if n else {}


def _write(v, folder, stores):
    os.makedirs(folder, exist_ok=True)
    for name, form in write.FORMATS:
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(form(v))
    if all(os.path.exists(s) for s in stores):
        measure.page(stores, os.path.join(folder, "page"))
    summary = os.environ.get("GITHUB_STEP_SUMMARY")
    if summary:
        with open(summary, "a", encoding="utf-8") as file:
            file.write(write.markdown(v))
    if os.environ.get("GITHUB_ACTIONS"):
        print(write.annotations(v), end="")


def judge(options):
    """The verdict on head; see `ivpbench help ci`."""
    top = checkout.top()
    config = settings.read(top)
    if options.get("minutes"):
        config.minutes = float(options["minutes"])
    folder = os.path.abspath(options["output"])
    base, head = _sides(options, top, folder)
    clock, notes = measure.Clock(config.minutes), []
    broken = {side.name: _built(side, config) for side in (base, head)}
    if broken["base"]:
        notes.append("base does not build: " + ", ".join(sorted(broken["base"])))
    notes += ["base has no plug-in " + p["name"] for p in head.plugins
              if p["name"] not in {q["name"] for q in base.plugins}]
    builds, of_cells = [side for side in (base, head) if not broken[side.name]], digest.of_cells(config)
    for side in builds:
        side.key = digest.of_folder(side.root, of_cells)
    of_side = dict(zip([s.name for s in builds], _records(builds, config, of_cells, clock, notes,
                                                          options.get("record"))))
    records = [of_side.get(side.name) or _empty(side, of_cells) for side in (base, head)]
    same = base.key and base.key == head.key
    if same:
        notes.append("base and head are built to the same machine code: it ran once")
    ratios = {} if same or options.get("only-accuracy") else _times(base, head, records, clock)
    v = verdict.Verdict(records[0], records[1], ratios, config.limits, broken["head"], notes)
    _write(v, folder, (base.store("times"), head.store("times")))
    if options.get("record") and not broken["head"]:
        record.write(os.path.join(options["record"], head.commit["commit"].replace(" ", "-") + ".json"),
                     records[1])
    print(write.markdown(v), end="")
    return v


def main(options):
    try:
        v = judge(options)
    except Fault as wrong:
        say(str(wrong))
        return 3
    if v.is_empty():
        say("; ".join([v.line()] + v.notes))
        return 3
    return 1 if v.failed() else 0
