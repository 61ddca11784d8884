# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""What a store holds, for people with notebooks: see docs/python-package.md.

The file is opened for reading alone; only the tables that the harness makes are read, so that
triggers and views of a stranger's file do not run. What is damaged raises StoreError."""

import array
import hashlib
import json
import os
import sqlite3
import struct
import sys
import urllib.parse
import zlib

from ivpbench import program

SCHEMA = "4"
TABLES = ("meta", "run", "cell", "planned", "described", "result", "sample", "series", "event")

# one cell counts among those of one description on one machine: the one planned last (docs/store.md)
_COUNT = """
WITH places AS (SELECT p.cell, u.machine, row_number() OVER (PARTITION BY u.machine, c.problem,
    c.parameters, c.formulation, c.solver, c.options, c.rtol, c.atol, c.h0, c.h, c.events
    ORDER BY u.started DESC, u.id DESC, n.finished DESC, p.cell DESC) AS place
  FROM planned p JOIN run u ON u.id = p.run JOIN cell c ON c.key = p.cell
  LEFT JOIN result n ON n.cell = p.cell AND n.machine = u.machine)
SELECT c.key, r.machine, c.problem, c.parameters, c.formulation, c.solver, c.options, c.rtol, c.atol,
  c.h0, c.h, c.events, r.outcome, r.status, r.detail, r.t_reached, r.irreproducible, r.peak_kb,
  r.setup_s, r.overhead_s, r.counters, r.end_state, d.scoring AS shared, r.scoring,
  c.seal IS seal(c.key, c.problem, c.parameters, c.formulation, c.solver, c.options, c.rtol, c.atol,
    c.h0, c.h, c.events, c.files, c.spec)
  AND r.seal IS seal(r.number, r.cell, r.machine, r.run, r.finished, r.outcome, r.status, r.detail,
    r.output, r.t_reached, r.irreproducible, r.counters, r.end_state, r.described, d.scoring, r.scoring,
    r.peak_kb, r.setup_s, r.overhead_s,
    (SELECT seals(worker, n, wall_s, cpu_s, instructions) FROM sample t WHERE t.result = r.number),
    (SELECT seals(n, t, guard, direction) FROM event t WHERE t.result = r.number),
    (SELECT seals(name, n, sha256, position) FROM series t WHERE t.result = r.number)) AS sealed
FROM places k JOIN result r ON r.cell = k.cell AND r.machine = k.machine JOIN cell c ON c.key = r.cell
  LEFT JOIN described d ON d.digest = r.described
WHERE k.place = 1 AND r.finished IS NOT NULL
ORDER BY c.problem, c.parameters, c.formulation, c.solver, c.options, c.h, c.rtol DESC, r.machine
"""


class StoreError(Exception):
    """The file is no store, or a part of it is damaged."""


def _digest(values):
    """SHA-256 of a row: for each value its type as SQLite numbers it, its length, its bytes."""
    parts = []
    for value in values:
        if value is None:
            parts.append(struct.pack("<q", 5))
        elif isinstance(value, int):
            parts.append(struct.pack("<qq", 1, value))
        elif isinstance(value, float):
            parts.append(struct.pack("<qd", 2, value + 0.0))
        else:
            data = value.encode() if isinstance(value, str) else value
            parts.append(struct.pack("<qq", 3 if isinstance(value, str) else 4, len(data)) + data)
    return hashlib.sha256(b"".join(parts))


class _Seals:
    """Of all rows, in whatever order: their digests, added without carry."""

    def __init__(self):
        self.sum = None

    def step(self, *values):
        one = int.from_bytes(_digest(values).digest(), "big")
        self.sum = one if self.sum is None else self.sum ^ one

    def finalize(self):
        return None if self.sum is None else self.sum.to_bytes(32, "big")


def table(rows, frame=None):
    """Rows as a pandas DataFrame, or as they are: frame None takes pandas where it is there."""
    if frame is False:
        return rows
    try:
        import pandas
    except ImportError:
        if frame:
            raise
        return rows
    return pandas.DataFrame(rows)


class Store:
    def __init__(self, path):
        self.path = os.fspath(path)
        if not os.path.isfile(self.path):
            raise StoreError("%s: there is no such file" % self.path)
        self._db = self._connect()
        try:
            self._check()
        except BaseException:
            self._db.close()
            raise

    def _connect(self):
        uri = "file:" + urllib.parse.quote(os.path.abspath(self.path))
        beside = os.access(os.path.dirname(os.path.abspath(self.path)), os.W_OK)
        db = sqlite3.connect(uri + ("?mode=ro" if beside else "?immutable=1"), uri=True)
        db.create_function("seal", -1, lambda *values: _digest(values).hexdigest())
        db.create_aggregate("seals", -1, _Seals)
        return db

    def _check(self):
        self._ask("PRAGMA trusted_schema = OFF")
        kinds = dict(self._ask("SELECT name, type FROM sqlite_master"))
        if any(kinds.get(table) != "table" for table in TABLES):
            raise StoreError("%s is no store of ivpbench: a table is missing" % self.path)
        schema = self._ask("SELECT value FROM meta WHERE key = 'schema'")
        if schema != [(SCHEMA,)]:
            raise StoreError("%s has schema %s, expected is %s; ivpbench store migrate makes one"
                             % (self.path, schema[0][0] if schema else "none", SCHEMA))
        said = self._ask("PRAGMA integrity_check(1)")[0][0]
        if said != "ok":
            raise StoreError("%s is damaged: %s; ivpbench store repair saves what is whole"
                             % (self.path, said))

    def _ask(self, sql, arguments=()):
        try:
            return self._db.execute(sql, arguments).fetchall()
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise StoreError("%s: %s" % (self.path, error)) from None

    def _json(self, key, name, text):
        try:
            value = json.loads(text)
        except (TypeError, ValueError):
            value = None
        if not isinstance(value, dict):
            raise StoreError("%s: cell %.12s: %s is damaged" % (self.path, key, name))
        return value

    def _samples(self):
        samples = {}
        for cell, machine, cpu in self._ask(
                "SELECT cell, machine, cpu_s FROM sample JOIN result ON number = result"
                " ORDER BY result, worker, n"):
            samples.setdefault((cell, machine), []).append(cpu)
        return samples

    def _row(self, names, values, samples):
        row = dict(zip(names, values))
        if not row.pop("sealed"):
            raise StoreError("%s: cell %.12s is damaged: not as it was written" % (self.path, row["key"]))
        counters = self._json(row["key"], "counters", row.pop("counters"))
        end_state = self._json(row["key"], "end_state", row.pop("end_state"))
        scoring = self._json(row["key"], "description", row.pop("shared"))
        scoring.update(self._json(row["key"], "scoring", row.pop("scoring") or "{}"))
        row["irreproducible"] = bool(row["irreproducible"])
        row.update(counters)
        row["times_contain"] = scoring.get("solver_times", "")
        row["not_deterministic"] = scoring.get("not_deterministic", "")
        row["cpu_s"] = samples.get((row["key"], row["machine"]), [])
        row["end_state"] = end_state
        return row

    def cells(self, scores=False, frame=None):
        """One dict a cell that counts: what was asked, what came out. With scores, all columns of
        `ivpbench export` too (scd, mescd, cpu_median_s ...), which that program works out."""
        try:
            cursor = self._db.execute(_COUNT)
            names = [column[0] for column in cursor.description]
            rows = cursor.fetchall()
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise StoreError("%s: %s" % (self.path, error)) from None
        samples = self._samples()
        rows = [self._row(names, values, samples) for values in rows]
        if scores:
            more = {(e["key"], e["machine"]): e for e in self._export()}
            rows = [{**more.get((r["key"], r["machine"]), {}), **r} for r in rows]
        return table(rows, frame)

    def _export(self):
        text = program.output("export", "--store", self.path, "--format", "jsonl")
        return [json.loads(line) for line in text.splitlines()]

    def series(self, key, machine=None):
        """The stored series of one cell: name -> array of doubles. See docs/store.md."""
        where, arguments = "cell = ?", [key]
        if machine is not None:
            where, arguments = where + " AND machine = ?", [key, machine]
        out = {}
        for name, n, data, digest in self._ask(
                "SELECT name, n, data, sha256 FROM series JOIN result ON number = result WHERE %s"
                " ORDER BY result, position" % where, arguments):
            out[name] = self._numbers(key, name, n, data, digest)
        if not out:
            raise StoreError("%s holds no series of cell %.12s" % (self.path, key))
        return out

    def trajectory(self, key, machine=None, frame=None):
        """The series of one cell side by side: a DataFrame with a row for each stored point, or a dict
        of lists."""
        series = {name: list(values) for name, values in self.series(key, machine).items()}
        rows = max(map(len, series.values()))
        return table({name: values for name, values in series.items() if len(values) == rows}, frame)

    def _numbers(self, key, name, n, data, digest):
        numbers = array.array("d")
        good = isinstance(data, bytes) and hashlib.sha256(data).digest() == digest
        if good and isinstance(n, int) and 0 <= n < 1 << 28:
            unpacker = zlib.decompressobj()
            raw = unpacker.decompress(data, 8 * n + 1)  # no more than is said
            good = len(raw) == 8 * n
            numbers.frombytes(raw if good else b"")
        else:
            good = False
        if not good:
            raise StoreError("%s: cell %.12s: series %s is damaged" % (self.path, key, name))
        if sys.byteorder == "big":
            numbers.byteswap()
        return numbers

    def close(self):
        self._db.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def open(path):
    """A store for reading."""
    return Store(path)
