# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""Ranks and work-precision diagrams of a store, as `ivpbench rank` and the page have them."""

import csv
import io
import os

from ivpbench import program, store as stores, trial

_MARKERS = {7: "o", 5: "s", 9: "^", 13: "D", 11: "v", 15: "p"}  # gnuplot's numbers of shapes
_DASHES = {"1": "-", "2": "--", "4": "-.", "5": (0, (8, 2, 1, 2, 1, 2)), "3": ":",
           "(20,4)": (0, (12, 3)), "(3,6)": (0, (2, 4))}


def _path(store):
    """The store that is given, of this session's trials, or the usual one."""
    return os.fspath(store or trial.session_store() or "out/bench.db")


def _rows(*words):
    try:
        return list(csv.DictReader(io.StringIO(program.output(*words))))
    except RuntimeError as error:
        raise stores.StoreError(str(error)) from None


def _number(text):
    try:
        return float(text)
    except (TypeError, ValueError):
        return text or None


def rank(problem=None, *, digits=6, by="configuration", metric="scd", cost="cpu", store=None):
    """Who is cheapest at so many digits: the rows of `ivpbench rank`, the cheapest first."""
    words = ["rank", *([problem] if problem else []), "--digits", repr(float(digits)), "--by", by,
             "--metric", metric, "--cost", cost, "--store", _path(store), "--format", "csv"]
    return stores.table([{k: _number(v) for k, v in row.items()} for row in _rows(*words)])


def _lines(problem, parameters, metric, store):
    """Label -> style and points (digits, seconds) of one problem."""
    with stores.open(_path(store)) as results:
        cells = {(c["key"], c["machine"]): c for c in results.cells(scores=True, frame=False)}
    lines = {}
    for style in _rows("export", "--store", _path(store), "--table", "styles"):
        cell = cells.get((style["key"], style["machine"]))
        if not cell or cell["problem"] != problem or parameters not in (None, cell["parameters"]):
            continue
        digits, spent = cell.get(metric), cell.get("cpu_median_s")
        _, points = lines.setdefault((style["label"], style["machine"]), (style, []))
        if cell["outcome"] == "ok" and digits is not None and spent:
            points.append((digits, spent))
    return lines


def plot(problem, *, parameters=None, metric="scd", store=None, axes=None):
    """A work-precision diagram with matplotlib: digits to the right, CPU time upward, a line for each
    configuration in the colours of the page. Returns the axes."""
    lines = _lines(problem, parameters, metric, store)
    if not any(points for _, points in lines.values()):
        raise LookupError("%s holds no timed result of %s with digits" % (_path(store), problem))
    if axes is None:
        from matplotlib import pyplot
        axes = pyplot.subplots()[1]
    for (label, _), (style, points) in sorted(lines.items()):
        if points:
            axes.plot(*zip(*points), label=label, color=style["colour"],
                      marker=_MARKERS.get(int(style["shape"]), "o"),
                      linestyle=_DASHES.get(style["dash"], "-"))
    axes.set_yscale("log")
    axes.set_xlabel("correct digits, %s" % metric)
    axes.set_ylabel("CPU time [s]")
    axes.set_title(problem)
    axes.legend()
    return axes
