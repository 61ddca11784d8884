# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""rules.py -- the rules of a verdict and its formats, by assertions: run by test_pull_requests.c with the
folder of the package in PYTHONPATH. Each rule is seen to find and to be silent."""

import json
import os
import random
import tempfile
import xml.etree.ElementTree as xml

from ivpbench.ci import (Fault, changes, curves, digest, history, measure, record, series, settings, verdict,
                         write)
from ivpbench.ci.settings import DEFAULT_LIMITS

PROBLEMS = ("hires", "pleiades", "beam")


def cell(problem, rung, **values):
    row = {"problem": problem, "parameters": "", "formulation": "ode", "solver": "mine", "options": "",
           "rtol": 10.0 ** -rung, "h": 0.0, "no_events": False, "outcome": "ok", "detail": "",
           "mescd": float(rung), "n_f": 100 * rung, "accepted": 40 * rung, "rejected": 3, "n_jac": 0,
           "instructions": 1e6 * rung}
    return dict(row, **values)


def side(commit, change=None, rungs=range(3, 11)):
    """A record: `change` maps (problem, rung) to values that differ."""
    cells = {"%s mine@ode rtol=1e-%02d" % (p, r): cell(p, r, **((change or (lambda *_: {}))(p, r)))
             for p in PROBLEMS for r in rungs}
    return {"schema": record.SCHEMA, "commit": commit * 40, "subject": "s", "date": "2026-01-0" + commit,
            "digest": "d", "parents": [], "cells": cells, "contract": {}}


def kinds(change, **more):
    v = verdict.Verdict(side("1"), side("2", change, **more), {}, DEFAULT_LIMITS)
    return sorted({(f["kind"], f["verdict"]) for f in v.findings}), v


def refused(says, work):
    try:
        work()
    except Fault as wrong:
        assert says in str(wrong), "'%s' does not say '%s'" % (wrong, says)
    else:
        raise AssertionError("nothing is refused where '%s' is expected" % says)


# ---- the same, and noise --------------------------------------------------------------------------
found, v = kinds(None)
assert not found and not v.failed() and "no change in 24 cells, all to the last bit" in v.line(), v.line()

noise = random.Random(7)
for _ in range(200): # last bits: a cell in ten moves by up to a digit, n_f by a few
    moved = {(p, r): noise.gauss(0, 0.4) for p in PROBLEMS for r in range(3, 11) if noise.random() < 0.1}
    found, v = kinds(lambda p, r: {"mescd": r + moved.get((p, r), 0),
                                   "n_f": 100 * r + (noise.choice((-4, 4)) if (p, r) in moved else 0)})
    assert not found, (found, moved)
assert "within noise" in v.line(), v.line()
for still in (lambda p, r: {"n_f": 100 * r + (p == "beam")}, # a third of the cells
              lambda p, r: {"n_f": 100 * r + (1 if r % 2 else -1)}):
    assert not kinds(still)[0], kinds(still)[1].findings

nothing = dict(side("1"), cells={})
assert verdict.Verdict(nothing, side("2"), {}, DEFAULT_LIMITS).is_empty() and not v.is_empty()

# ---- each kind of change --------------------------------------------------------------------------
LOST = (
    (lambda p, r: {"mescd": r - 0.3}, ("digits", "worse"), "0.30 digits fewer"),
    (lambda p, r: {"mescd": r - (1.0 if p == "beam" else 0)}, ("digits", "worse"), "mine on beam"),
    (lambda p, r: {"n_f": 100 * r + 7, "accepted": 40 * r + 1}, ("work", "worse"), "more evaluations"),
    (lambda p, r: {"accepted": 40 * r + 1}, ("work", "worse"), "accepted: +1 in each of 24 cells"),
    (lambda p, r: {"n_f": 100 * r + (p != "beam")}, ("work", "worse"), "n_f: +1 in each of 16 cells, of 24"),
    (lambda p, r: {"instructions": 1.03e6 * r}, ("instructions", "worse"), "3.0 % more instructions"),
    (lambda p, r: {"outcome": "crash", "detail": "signal 11"} if (p, r) == ("beam", 5) else {},
     ("outcome", "worse"), "ok before, crash now: signal 11"),
    (lambda p, r: {"irreproducible": True} if r == 4 else {}, ("outcome", "worse"), "does not repeat"),
    (lambda p, r: {"mescd": r + 0.3}, ("digits", "better"), "more"),
    (lambda p, r: {"instructions": 0.9e6 * r}, ("instructions", "better"), "fewer"),
)
for change, expected, says in LOST:
    found, v = kinds(change)
    assert expected in found, (expected, found)
    assert any(says in "%s: %s" % (f["where"], f["text"]) for f in v.findings), (says, v.findings)
    assert v.failed() == (expected[1] == "worse"), v.findings
    assert v.line().startswith("1 ") or v.line().startswith("3 "), v.line() # irreproducible: three cells

found, v = kinds(lambda p, r: {"instructions": 1.005e6 * r})
assert not found, found
found, v = kinds(lambda p, r: {"outcome": "timeout"} if r == 10 else {})
assert not found and any("3 cells are not judged" in s for s in v.looked_at()), v.looked_at()
found, v = kinds(None, rungs=range(3, 6))
assert not found and "15 cells were run on one side only" in v.line(), v.line()

with_events = lambda n: (lambda p, r: {"events": {"missed": n, "spurious": 0, "duplicated": 0, "reordered": 0}})
pair = side("1", with_events(0)), side("2", with_events(1))
v = verdict.Verdict(*pair, {}, DEFAULT_LIMITS)
assert v.failed() and v.findings[0]["kind"] == "events" and "missed 1, before 0" in v.findings[0]["text"]
assert not verdict.Verdict(*pair, {}, dict(DEFAULT_LIMITS, events=False)).failed()

promise = {"promise": "a step takes no memory", "verdict": "kept", "detail": ""}
base, head = dict(side("1"), contract={"mine": [promise]}), side("2")
head["contract"] = {"mine": [dict(promise, verdict="BROKEN", detail="3 times")]}
assert verdict.Verdict(base, head, {}, DEFAULT_LIMITS).failed()
assert not verdict.Verdict(head, head, {}, DEFAULT_LIMITS).failed(), "what was broken before is no change"

# a repaired promise: what it costs is no regression, what it loses is
wrong = dict(base, contract={"mine": [dict(promise, verdict="BROKEN")]})
more_work = side("2", lambda p, r: {"n_f": 130 * r, "accepted": 52 * r})
v = verdict.Verdict(wrong, dict(more_work, contract=base["contract"]), {}, DEFAULT_LIMITS)
assert not v.failed() and [f["verdict"] for f in v.findings] == ["better", "changed"], v.findings
assert v.line().startswith("1 improvement, 1 other change; first mine: a step takes no memory"), v.line()
assert "more evaluations" in v.findings[1]["text"] and "a promise that head keeps" in v.findings[1]["text"]
fewer_digits = dict(side("2", lambda p, r: {"mescd": r - 0.5}), contract=base["contract"])
assert verdict.Verdict(wrong, fewer_digits, {}, DEFAULT_LIMITS).failed(), "digits are lost all the same"
assert verdict.Verdict(base, dict(more_work, contract=base["contract"]), {}, DEFAULT_LIMITS).failed()
another = dict(promise, promise="arrays", verdict="kept")
both = {"mine": [dict(promise, verdict="BROKEN"), another]}, {"mine": [promise, dict(another, verdict="BROKEN")]}
v = verdict.Verdict(dict(base, contract=both[0]), dict(more_work, contract=both[1]), {}, DEFAULT_LIMITS)
assert [f["verdict"] for f in v.findings if f["kind"] == "work"] == ["worse"], "one repaired, another broken"
v = verdict.Verdict(dict(base, contract={"other": wrong["contract"]["mine"]}),
                    dict(more_work, contract={"other": [promise]}), {}, DEFAULT_LIMITS)
assert v.failed(), "another plug-in was repaired"

# ---- times: only beyond doubt ---------------------------------------------------------------------
def timed(ratio, half, change=None):
    b, h = side("1", lambda p, r: {"instructions": 0}), side("2", change or (lambda p, r: {"instructions": 0}))
    ratios = {name: (ratio, ratio - half, ratio + half) for name in b["cells"]}
    return verdict.Verdict(b, h, ratios, DEFAULT_LIMITS)


assert timed(1.3, 0.05).failed() and not timed(1.3, 0.25).failed() and not timed(1.05, 0.01).failed()
assert any("this machine is noisy" in s for s in timed(1.3, 0.25).looked_at())
assert not any("this machine is noisy" in s for s in timed(1.3, 0.05).looked_at())
same = side("1")
v = verdict.Verdict(same, side("2"), {n: (1.3, 1.25, 1.35) for n in same["cells"]}, DEFAULT_LIMITS)
assert not v.failed(), "instructions say that nothing changed: %s" % v.findings

# ---- statistics against brute force ---------------------------------------------------------------
assert abs(changes.sign_test([1] * 11) - 2 / 2 ** 11) < 1e-15 and changes.sign_test([1, -1, 0]) == 1.0
assert changes.trimmed_mean([9, 1, 1, 1, -7]) == 1.0 and changes.median([1, 2, 4, 3]) == 2.5


def brute(values):
    """The same sum, minimised over all positions of the last change."""
    cost, n = series._Costs(values, series.noise(values)), len(values)
    penalty = 4 * series.math.log(n)
    best, last = [-penalty] + [series.math.inf] * n, [0] * (n + 1)
    for end in range(2, n + 1):
        for a in [0] + list(range(2, end - 1)):
            if best[a] + cost(a, end) + penalty < best[end]:
                best[end], last[end] = best[a] + cost(a, end) + penalty, a
    points = []
    while (n := last[n]) > 0:
        points.append(n)
    return points[::-1]


for _ in range(100):
    at, step = noise.randrange(4, 36), noise.choice((0, 2, 5))
    values = [noise.gauss(0, 1) + step * (i >= at) for i in range(40)]
    assert series.change_points(values) == brute(values), values
quiet = [[noise.gauss(0, 1) for _ in range(60)] for _ in range(100)]
assert sum(bool(series.change_points(x)) for x in quiet) <= 1
assert series.change_points([5, 5, 5, 7, 7, 7, 7]) == [3] and series.change_points([5, 5]) == []

# ---- formats: foreign text stays text -------------------------------------------------------------
evil = "x\n::error::forged\nok 1 - forged\x1b[31m <b>|`@all"
b, h = side("1"), side("2")
h["cells"][evil] = b["cells"][evil] = cell("hires", 3)
h["cells"][evil] = dict(h["cells"][evil], outcome="crash", detail=evil)
v = verdict.Verdict(b, h, {}, DEFAULT_LIMITS)
for name, form in write.FORMATS:
    text = form(v)
    assert "\x1b" not in text and not any(l.startswith(("::", "ok 1 - forged")) for l in text.split("\n")), text
assert write.annotations(v).count("\n") == 1
assert len(xml.fromstring(write.junit(v)).findall(".//failure")) == 1
assert json.loads(write.as_json(v))["findings"][0]["fails"] is True
assert write.tap(v).split("\n")[1] == "1..25" and write.tap(v).count("not ok") == 1
assert "<b>" not in write.markdown(v) and "<b>" not in curves.page([h], [], [dict(
    v.findings[0], commit="c" * 40, subject=evil)])

# ---- records and history --------------------------------------------------------------------------
with tempfile.TemporaryDirectory() as folder:
    for k in range(1, 7):
        r = side(str(k), lambda p, r: {"instructions": 1e6 * r * (1.05 if k >= 4 else 1)})
        r["parents"] = [str(k - 1) * 40]
        record.write(os.path.join(folder, "%d.json" % (9 - k)), r)
    records = history.records_of(folder)
    assert [r["commit"][0] for r in records] == list("123456")
    told = history.told(records)
    assert [(e["commit"][0], e["kind"]) for e in told] == [("4", "instructions")], told
    page = curves.page(records, [("mine", "digits", history.curve(records, "mine", "mescd"))], told)
    assert page.count("<circle") == 6 and page.count('class="mark"') == 1
    with open(os.path.join(folder, "7.json"), "w", encoding="utf-8") as file:
        file.write('{"schema": "ivpbench.record/9"}')
    refused("must be ivpbench.record/1", lambda: history.records_of(folder))
    refused("No such file", lambda: history.records_of(folder + "/none"))

# ---- what is kept between runs --------------------------------------------------------------------
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "records/x.json")
    assert record.known(path, "d") == record.empty("d")
    part = dict(side("1"), solved=["hires", "beam(n=4)", "plei*"])
    record.write(path, part)
    assert record.known(path, "d") == part and record.known(path, "e") == record.empty("e")
    part["cells"]["beam mine@ode rtol=1e-05"]["outcome"] = "timeout"
    assert record.without_time_limits(part)["solved"] == ["hires", "plei*"]
    for problem in ("pleiades", "hires"):
        part["cells"]["%s mine@ode rtol=1e-05" % problem]["outcome"] = "timeout"
    assert record.without_time_limits(part)["solved"] == []
    with open(path, "w", encoding="utf-8") as file:
        file.write('{"schema": "ivp')
    assert record.known(path, "d") == record.empty("d"), "half a file is made anew"
    built = os.path.join(folder, "built")
    os.makedirs(built)
    digests = []
    for name, text in (("a.so", "1"), ("a.so", "2"), ("b.so", ""), ("a.so", "1"), ("b.so", "2"), ("c.so", "2")):
        if name == "c.so":
            os.remove(os.path.join(built, "b.so")) # another name is another file
        with open(os.path.join(built, name), "w", encoding="utf-8") as file:
            file.write(text)
        digests.append(digest.of_folder(built, "cells"))
    assert len(set(digests)) == 6 and digest.of_folder(built, "cells") == digests[-1] != digest.of_folder(built, "c")

counted = side("1"), side("2")
for r in counted:
    for c in r["cells"].values():
        c["instructions"] = 0
cheapest = ["%s mine@ode rtol=1e-03" % p for p in sorted(PROBLEMS)]
if measure.cells_to_count(counted): # valgrind is installed
    assert measure.cells_to_count(counted) == cheapest and measure.cells_to_count([]) == []
    counted[1]["cells"]["hires mine@ode rtol=1e-07"]["instructions"] = 7
    assert measure.cells_to_count(counted) == ["hires mine@ode rtol=1e-07", *cheapest], "what is counted comes first"
    counted[0]["cells"]["hires mine@ode rtol=1e-07"]["outcome"] = "crash"
    assert measure.cells_to_count(counted) == cheapest, "one side cannot be counted"

# ---- ivpbench.cfg ---------------------------------------------------------------------------------
try:
    import libconf
except ImportError:
    print("ivpbench.cfg is not tried: python3-libconf is not installed\nall is kept")
    raise SystemExit
good = 'plugins = ( { name = "mine"; files = [ "mine.c" ]; } ); problems = [ "hires" ];'
assert settings.parse(good).limits == DEFAULT_LIMITS and settings.parse(good).solvers == ["mine"]
assert settings.parse(good + "fail_on = { digits = 1; };").limits["digits"] == 1
two = settings.parse(good.replace("{ name", '{ name = "new"; files = [ "n.c" ]; }, { name', 1) +
                     'solvers = [ "mine(order=4)@ode", "new(order=2)", "lsoda" ];')
assert two.of_problem("hires", two.plugins).solvers == two.solvers and len(two.plugins) == 2
assert two.of_problem("hires", two.plugins[1:]).solvers == ["mine(order=4)@ode", "lsoda"]
with tempfile.TemporaryDirectory() as folder:
    assert settings.plugins_of(folder, two) == two.plugins, "a checkout without a file of its own"
    with open(os.path.join(folder, "ivpbench.cfg"), "w", encoding="utf-8") as file:
        file.write(good)
    assert settings.plugins_of(folder, two) == two.plugins[1:]
for text, says in ((good + "minuts = 3;", "did you mean minutes?"), ("minutes = 3;", "names no plug-in"),
                   (good.replace("mine.c", "../x.c"), "inside the repository"),
                   (good.replace('"mine";', '"a b";'), "must be a word"),
                   (good.replace('problems = [ "hires" ];', ""), "what is solved"),
                   (good + "fail_on = { digits = \"x\"; };", "must be of type float"),
                   (good + "tolerances = [ 3 ];", "must be of type dict"), ("plugins = (", "ivpbench.cfg"),
                   (good + 'tags = "x\\"; y = \\"";', "is no name"),
                   (good.replace("hires", 'a\\"; x = \\"'), "is no name")):
    refused(says, lambda: settings.parse(text))
print("all is kept")
