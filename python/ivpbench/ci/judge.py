# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""`ivpbench ci`: base and head of a repository, built, run, compared."""

import hashlib
import os
import shutil
import sys

from ivpbench import program
from ivpbench.ci import Fault, build, checkout, measure, record, settings, verdict, write

# shares of the budget by which each part ends
ACCURACY, COUNTS, TIMES = 0.5, 0.75, 1.0


def say(text):
    print("ivpbench ci: " + text, file=sys.stderr, flush=True)


class Side:
    """One commit: where its plug-ins and stores lie."""

    def __init__(self, name, commit, folder, tree):
        self.name, self.commit, self.tree = name, commit, tree
        self.root = os.path.join(folder, "builds", commit["commit"])
        self.place = os.path.join(folder, name)
        self.record = os.path.join(folder, "records", commit["commit"] + ".json")
        shutil.rmtree(self.place, ignore_errors=True)
        os.makedirs(self.place)

    def store(self, name):
        return os.path.join(self.place, name + ".db")


def _digest(config):
    """Of what decides a record: the cells, the program."""
    path = program.find()
    with open(path, "rb") as file:
        body = hashlib.sha256(file.read())
    body.update(config.cells_digest_text().encode())
    return body.hexdigest()


def _built(side, config):
    """Builds the plug-ins of a side; those that are there from an earlier time stay, of commits."""
    done = os.path.join(side.root, "built")
    if side.commit["commit"] != "working tree" and os.path.exists(done):
        return {}
    shutil.rmtree(side.root, ignore_errors=True)
    with side.tree as folder:
        broken = build.build(config, folder, side.root)
    if not broken:
        with open(done, "w", encoding="utf-8"):
            pass
    return broken


def _contracts(side, config):
    return {p["name"]: build.contract(p["name"], side.root) for p in config.plugins}


def _solve_one(side, part, clock):
    """Accuracy of the cells of one problem on one side; False where the budget ended it."""
    return clock.left(ACCURACY) > 0 and measure.run(
        measure.plan_text(part, 30.0, 0), side.store("accuracy"), side.root, clock.left(ACCURACY), "--only-accuracy")


def _solve(sides, config, clock, notes):
    """Accuracy of all cells, problem by problem on both sides, so that what the budget leaves out is
    left out on both. False where it left something out."""
    for problem in measure.problems_of(config):
        part = config.of_problem(problem)
        for side in sides:
            try:
                if not _solve_one(side, part, clock):
                    return False
            except measure.NoCell:
                notes.append("no solver of %s takes %s" % (side.name, problem))
    return True


def _records(sides, config, digest, clock, notes):
    """What each side gives, but for its times. A commit that was recorded before is not run again."""
    kept = [record.read_if_same(side.record, digest) for side in sides]
    new = [side for side, r in zip(sides, kept) if not r]
    for side, r in zip(sides, kept):
        say("%s %s: %s" % (side.name, write.short(side.commit["commit"]),
                           "as recorded before" if r else "contract, then its cells"))
    contracts = [_contracts(side, config) for side in new]
    whole = _solve(new, config, clock, notes)
    for side, contract in zip(new, contracts):
        found = _empty(side, digest)
        found["contract"] = contract
        if os.path.exists(side.store("accuracy")):
            found["cells"] = measure.rows(side.store("accuracy"), side.root)
        kept[sides.index(side)] = found
    if not whole:
        notes.append("the budget ended before all cells had run" + _leave_out_alone(kept))
    _count(sides, kept, clock)
    for side in new:
        if whole and side.commit["commit"] != "working tree":
            record.write(side.record, kept[sides.index(side)])
    return kept


def _leave_out_alone(records):
    """Drops cells that the end of the budget left to one side, as those that it left to none; says so."""
    common = set.intersection(*(set(r["cells"]) for r in records))
    alone = sum(len(r["cells"]) for r in records) - len(common) * len(records)
    for r in records:
        r["cells"] = {name: r["cells"][name] for name in r["cells"] if name in common}
    return ", %d had run on one side only and are left out" % alone if alone else ""


def _count(sides, records, clock):
    """Instructions of the same cells on both sides: those that a side has already, or the cheapest. The first
    is counted whatever the time: without it a change of a few per cent is not seen at all. A side that was
    recorded may lack the counts of the cells that both have."""
    cells = measure.cells_to_count(records)
    for number, name in enumerate(cells):
        for side, record_of in zip(sides, records):
            row = record_of["cells"].get(name)
            if row and not row.get("instructions") and (number == 0 or clock.left(COUNTS) > 0):
                row["instructions"] = measure.count_one(side.root, side.place, row)


def _empty(side, digest):
    return dict(side.commit, schema=record.SCHEMA, digest=digest, cells={}, contract={})


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


def _times(base, head, config, records, clock):
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
    clock, digest, notes = measure.Clock(config.minutes), _digest(config), []
    broken = {side.name: _built(side, config) for side in (base, head)}
    if broken["base"]:
        notes.append("base does not build: " + ", ".join(sorted(broken["base"])))
    builds = [side for side in (base, head) if not broken[side.name]]
    of_side = dict(zip([s.name for s in builds], _records(builds, config, digest, clock, notes)))
    records = [of_side.get(side.name) or _empty(side, digest) for side in (base, head)]
    ratios = _times(base, head, config, records, clock) if not options.get("only-accuracy") else {}
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
