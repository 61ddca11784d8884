# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""notebook.py STORE -- what docs/python-package.md promises of stores and references, by assertions: run by
test_notebook.c with the folder of the package in PYTHONPATH."""

import os
import shutil
import sqlite3
import sys
import zlib

import ivpbench

path = sys.argv[1]


def refused(kind, says, work):
    try:
        work()
    except kind as error:
        assert says in str(error), "'%s' does not say '%s'" % (error, says)
    else:
        raise AssertionError("nothing is refused where '%s' is expected" % says)


def spoiled(name, *statements):
    """A copy of the store in which these were executed."""
    shutil.copy(path, name)
    db = sqlite3.connect(name)
    for statement in statements:
        db.execute(statement)
    db.commit()
    db.close()
    return name


# ---- cells ------------------------------------------------------------------------------------
with ivpbench.open(path) as store:
    cells = store.cells(frame=False)
    assert [c["solver"] for c in cells] == ["bdf", "dopri5"], cells
    for c in cells:
        assert c["outcome"] == "ok" and c["problem"] == "circular_track" and c["n_accepted"] > 10
        assert len(c["cpu_s"]) >= 1 and min(c["cpu_s"]) > 0
        assert abs(sum(c["end_state"][k] ** 2 for k in ("q1", "q2"))) > 0
    scored = store.cells(scores=True, frame=False)
    assert all(s["scd"] > 1 and s["n_f"] == c["n_f"] for s, c in zip(scored, cells))
    series = store.series(cells[0]["key"])
    assert len(series["t"]) > 10 and list(series["t"]) == sorted(series["t"])
    assert series["q1"][-1] == cells[0]["end_state"]["q1"]
    try:
        import pandas
        assert len(store.cells()) == 2 and isinstance(store.cells(), pandas.DataFrame)
    except ImportError:
        assert isinstance(store.cells(), list)
        refused(ImportError, "pandas", lambda: store.cells(frame=True))
    key = cells[0]["key"]
    refused(sqlite3.OperationalError, "readonly", lambda: store._db.execute("DELETE FROM result"))
    refused(ivpbench.StoreError, "no series", lambda: store.series("x"))

# ---- damage -----------------------------------------------------------------------------------
refused(ivpbench.StoreError, "no such file", lambda: ivpbench.open("nowhere.db"))
with open("text.db", "w") as text:
    text.write("no store\n" * 500)
refused(ivpbench.StoreError, "not a database", lambda: ivpbench.open("text.db"))
sqlite3.connect("empty.db").execute("CREATE TABLE meta (key, value)")
refused(ivpbench.StoreError, "is no store of ivpbench", lambda: ivpbench.open("empty.db"))
refused(ivpbench.StoreError, "has schema 1, expected is 4", lambda: ivpbench.open(
    spoiled("old.db", "UPDATE meta SET value = '1' WHERE key = 'schema'")))
refused(ivpbench.StoreError, "is no store of ivpbench", lambda: ivpbench.open(spoiled(
    "view.db", "ALTER TABLE event RENAME TO other", "CREATE VIEW event AS SELECT * FROM other")))
refused(ivpbench.StoreError, "is damaged: not as it was written", lambda: ivpbench.open(
    spoiled("counters.db", "UPDATE result SET counters = '{'")).cells())
refused(ivpbench.StoreError, "is damaged: not as it was written", lambda: ivpbench.open(
    spoiled("sample.db", "UPDATE sample SET cpu_s = cpu_s / 2")).cells())
refused(ivpbench.StoreError, "series q1 is damaged", lambda: ivpbench.open(spoiled(
    "series.db", "UPDATE series SET data = x'00' WHERE name = 'q1'")).series(key))
zeros = zlib.compress(bytes(8 * len(series["q1"]))).hex()
refused(ivpbench.StoreError, "series q1 is damaged", lambda: ivpbench.open(spoiled(
    "zeros.db", "UPDATE series SET data = x'%s' WHERE name = 'q1'" % zeros)).series(key))
refused(ivpbench.StoreError, "series q1 is damaged", lambda: ivpbench.open(spoiled(
    "long.db", "UPDATE series SET n = n - 1 WHERE name = 'q1'")).series(key))
shutil.copy(path, "torn.db")
os.truncate("torn.db", os.path.getsize("torn.db") // 2)
refused(ivpbench.StoreError, "", lambda: ivpbench.open("torn.db").cells())

# ---- references -------------------------------------------------------------------------------
end = ivpbench.reference("andrews")
assert abs(end["q1"] - 15.8107711951537) < 1e-12 and 0 < end.bars["q1"] < 1e-18
assert end.digits["q1"].startswith("15.810771195153705831553")
assert ivpbench.reference("andrews", 0.03)["q1"] == end["q1"] != ivpbench.reference("andrews", 0.01)["q1"]
refused(LookupError, "no problem 'nonesuch'", lambda: ivpbench.reference("nonesuch"))
refused(LookupError, "is no time in the interval", lambda: ivpbench.reference("andrews", 99))
print("all is kept")
