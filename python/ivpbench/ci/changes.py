# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""What changed from base to head beyond doubt: a list of findings from two tables of cells.

Three rules, each with its noise (docs/gates.md): last bits that move change single cells by a digit,
the mean of four on one problem by 0.39, that of twenty of one solver by 0.02 digit and 0.4 % of n_f.

    mean    10 % trimmed mean of the changes of at least MANY cells of a solver, FEW on a problem
    signs   the sign test (Dixon and Mood 1946): changes go one way in so many cells that chance does so
            in one case of a thousand; and their median reaches a fifth of the limit
    exact   outcomes, events, promises; and counters that move by one number wherever they move

Instructions are compared where all counters agree, for then the work is the same."""

import math

from ivpbench.ci.measure import COUNTERS, EVENTS

MANY, FEW = 20, 4
OF_SOLVER = {"digits": 0.05, "work": 0.02}
OF_PROBLEM = {"digits": 0.5, "work": 0.2}
CHANCE = 1e-3
TIME_LIMITS = ("timeout",)
COSTS = ("work", "instructions", "time")
WORSE, BETTER, OTHER = "worse", "better", "changed"


def trimmed_mean(values):
    """A tenth of the values is left out at either end; of 4 to 19 values one."""
    values = sorted(values)
    cut = len(values) // 10 or (1 if len(values) >= FEW else 0)
    kept = values[cut:len(values) - cut] or values
    return sum(kept) / len(kept)


def median(values):
    values = sorted(values)
    n = len(values)
    return (values[n // 2] + values[(n - 1) // 2]) / 2


def sign_test(values):
    """How likely chance gives signs as unequal as these: two-sided, zeros left out."""
    up, down = sum(v > 0 for v in values), sum(v < 0 for v in values)
    n = up + down
    tail = sum(math.comb(n, k) for k in range(min(up, down) + 1)) / 2 ** n
    return min(1.0, 2 * tail)


def finding(kind, verdict, where, text, cells=()):
    return {"kind": kind, "verdict": verdict, "where": where, "text": text, "cells": sorted(cells)}


def pairs_of(base, head):
    """Cells that both sides have: name -> (base, head)."""
    return {name: (base[name], head[name]) for name in base if name in head}


def _arrived(pair):
    return pair[0]["outcome"] == "ok" and pair[1]["outcome"] == "ok"


def outcomes(pairs):
    """Cells that end otherwise. A time limit says nothing where the other side did not fail."""
    found = []
    for name, (b, h) in pairs.items():
        before, now = b["outcome"], h["outcome"]
        if before == now or now in TIME_LIMITS or before in TIME_LIMITS:
            continue
        verdict = WORSE if before == "ok" else BETTER if now == "ok" else OTHER
        detail = ": " + h["detail"] if h.get("detail") else ""
        found.append(finding("outcome", verdict, name, "%s before, %s now%s" % (before, now, detail),
                             [name]))
    return found


def not_judged(pairs):
    """Cells where a time limit hides what happened."""
    return [name for name, (b, h) in pairs.items()
            if b["outcome"] != h["outcome"] and TIME_LIMITS[0] in (b["outcome"], h["outcome"])]


def irreproducible(pairs):
    return [finding("outcome", WORSE, name, "a second run does not repeat the first", [name])
            for name, (b, h) in pairs.items() if h.get("irreproducible") and not b.get("irreproducible")]


def events(pairs):
    """Events that are missed, spurious, duplicated or out of order."""
    found = []
    for name, (b, h) in pairs.items():
        before, now = b.get("events"), h.get("events")
        if not before or not now or not _arrived((b, h)):
            continue
        words = ["%s %d, before %d" % (k, now[k], before[k]) for k in EVENTS if now[k] != before[k]]
        if words:
            more = sum(now.values()) - sum(before.values())
            verdict = WORSE if more > 0 else BETTER if more < 0 else OTHER
            found.append(finding("events", verdict, name, "events " + ", ".join(words), [name]))
    return found


def _groups(changes, pairs):
    """Changes by solver, and by solver on a problem: (label, least number, kind of group, changes)."""
    by = {}
    for name, change in changes.items():
        cell = pairs[name][1]
        by.setdefault((cell["solver"], ""), {})[name] = change
        by.setdefault((cell["solver"], cell["problem"]), {})[name] = change
    for (solver, problem), part in sorted(by.items()):
        yield ("%s on %s" % (solver, problem) if problem else solver), not problem, part


def _systematic(part, least):
    """Do the changes go one way beyond chance, and are they no trifle?"""
    moved = [c for c in part.values() if c]
    return moved and sign_test(moved) < CHANCE and abs(median(moved)) >= least and \
        len(moved) >= len(part) / 2


def _moved(kind, whole, part, limit):
    """Has a group of cells changed beyond noise?"""
    many = whole and len(part) >= MANY
    least = OF_SOLVER[kind] if many else max(OF_PROBLEM[kind], limit)
    by_mean = len(part) >= FEW and abs(trimmed_mean(part.values())) > least
    return by_mean or _systematic(part, limit / 5)


def _judge(kind, changes, pairs, limit, say):
    """Findings of one quantity; changes: cell -> how much worse (a positive number) it became. What
    moved on some problems of a solver is told by problem; what moved on all or on none, by solver."""
    found, by_solver = [], {}
    for label, whole, part in _groups(changes, pairs):
        groups = by_solver.setdefault(label.split(" on ")[0], ([], [], []))
        moved = _moved(kind, whole, part, limit)
        groups[0 if whole and moved else 1 if moved else 2].append((label, whole, part))
    for of_solver, of_problems, still in by_solver.values():
        local = of_problems and any(not whole for _, whole, _ in still)
        for label, _, part in of_problems if local or not of_solver else of_solver:
            mean = trimmed_mean(part.values())
            found.append(finding(kind, WORSE if mean > 0 else BETTER, label, say(mean, part),
                                 [name for name, c in part.items() if c]))
    return found


def digits(pairs, limit):
    changes = {}
    for name, (b, h) in pairs.items():
        if _arrived((b, h)) and "mescd" in b and "mescd" in h:
            changes[name] = b["mescd"] - h["mescd"]

    def say(mean, part):
        moved = sum(1 for c in part.values() if c)
        return "%.2f digits %s on average, %d of %d cells" % (
            abs(mean), "fewer" if mean > 0 else "more", moved, len(part))
    return _judge("digits", changes, pairs, limit, say)


def _work(cell):
    """What a cell costs, in evaluations: n_f, or steps where f is not counted."""
    return cell.get("n_f") or cell.get("accepted") or 0


def work(pairs, limit):
    changes = {name: math.log(_work(h) / _work(b)) for name, (b, h) in pairs.items()
               if _arrived((b, h)) and _work(b) > 0 and _work(h) > 0}

    def say(mean, part):
        moved = sum(1 for c in part.values() if c)
        return "%.1f %% %s evaluations on average, %d of %d cells" % (
            100 * abs(math.expm1(mean)), "more" if mean > 0 else "fewer", moved, len(part))
    return _judge("work", changes, pairs, limit, say) or _same_shift(pairs)


def _same_shift(pairs):
    """A counter that moves by one number wherever it moves, in half of the cells of a solver or more: no
    chance does that."""
    found, by = [], {}
    for name, pair in pairs.items():
        if _arrived(pair):
            by.setdefault(pair[1]["solver"], {})[name] = pair
    for solver, part in sorted(by.items()):
        for counter in COUNTERS:
            shifts = {name: h.get(counter, 0) - b.get(counter, 0) for name, (b, h) in part.items()}
            moved = {name: shift for name, shift in shifts.items() if shift}
            if len(moved) >= max(FEW, len(part) / 2) and len(set(moved.values())) == 1:
                shift = next(iter(moved.values()))
                found.append(finding("work", WORSE if shift > 0 else BETTER, solver,
                                     "%s: %+d in each of %d cells, of %d" % (
                                         counter, shift, len(moved), len(part)), moved))
    return found


def same_work(pair):
    return all(pair[0].get(c) == pair[1].get(c) for c in COUNTERS)


def instructions(pairs, limit):
    """By solver: where the work is the same, its instructions must be."""
    by = {}
    for name, (b, h) in pairs.items():
        if _arrived((b, h)) and b.get("instructions") and h.get("instructions") and same_work((b, h)):
            by.setdefault(h["solver"], {})[name] = math.log(h["instructions"] / b["instructions"])
    found = []
    for solver, part in sorted(by.items()):
        mean = trimmed_mean(part.values())
        if abs(math.expm1(mean)) > limit:
            found.append(finding("instructions", WORSE if mean > 0 else BETTER, solver,
                                 "%.1f %% %s instructions for the same work, mean of %d cell%s" % (
                                     100 * abs(math.expm1(mean)), "more" if mean > 0 else "fewer",
                                     len(part), "s" * (len(part) > 1)), part))
    return found


def noise_of(times):
    """Median half width of the intervals of the ratios, as a share."""
    return median([(high - low) / (2 * ratio) for ratio, low, high in times.values()]) if times else 0.0


def times(pairs, ratios, counted, limit):
    """CPU time, by solver. A verdict needs instructions that went the same way for the same work; where
    none are counted, intervals of more than half of the cells beyond the limit."""
    found, by = [], {}
    for name, (ratio, low, high) in ratios.items():
        if name in pairs and same_work(pairs[name]):
            by.setdefault(pairs[name][1]["solver"], {})[name] = (ratio, low, high)
    has_counts = any(b.get("instructions") and h.get("instructions") for b, h in pairs.values())
    agreed = {f["where"] for f in counted}
    for solver, part in sorted(by.items()):
        mean = math.exp(trimmed_mean([math.log(r[0]) for r in part.values()]))
        slower = sum(low > 1 + limit for _, low, _ in part.values())
        faster = sum(high < 1 / (1 + limit) for _, _, high in part.values())
        sure = max(slower, faster) > len(part) / 2
        if len(part) >= FEW and sure and (solver in agreed or not has_counts):
            found.append(finding("time", WORSE if slower > faster else BETTER, solver,
                                 "%.2f times the CPU time, %d of %d intervals beyond %.2f" % (
                                     mean, max(slower, faster), len(part),
                                     1 + limit if slower > faster else 1 / (1 + limit)), part))
    return found


def promises(base, head):
    """Promises of the contract: name of the plug-in -> list; a promise is known by its text."""
    found = []
    for name, list_of in head.items():
        before = {p["promise"]: p["verdict"] for p in base.get(name, [])}
        for p in list_of:
            was = before.get(p["promise"])
            if p["verdict"] == "BROKEN" and was != "BROKEN":
                found.append(finding("contract", WORSE, name, "%s: BROKEN: %s" %
                                     (p["promise"], p["detail"])))
            elif p["verdict"] == "kept" and was == "BROKEN":
                found.append(finding("contract", BETTER, name, "%s: kept again" % p["promise"]))
    return found


def _repaired(found):
    """Plug-ins that keep a promise again, and break none that they kept."""
    of = {WORSE: set(), BETTER: set()}
    for f in found:
        if f["kind"] == "contract":
            of[f["verdict"]].add(f["where"])
    return of[BETTER] - of[WORSE]


def without_cost_of_repairs(found):
    """What a wrong method cost is no standard: where head keeps a promise that base broke, a higher cost is
    told as a change and is no regression. Digits, events and outcomes stay what they are."""
    repaired = _repaired(found)
    return [dict(f, verdict=OTHER, text=f["text"] + "; base broke a promise that head keeps")
            if f["kind"] in COSTS and f["verdict"] == WORSE and f["where"].split(" on ")[0] in repaired else f
            for f in found]


def all_of(base, head, ratios, limits):
    """base and head are records (record.py); ratios as compared_times() gives them."""
    pairs = pairs_of(base["cells"], head["cells"])
    counted = instructions(pairs, limits["instructions"])
    return without_cost_of_repairs(
        promises(base["contract"], head["contract"]) + outcomes(pairs) + irreproducible(pairs) + events(pairs) +
        digits(pairs, limits["digits"]) + work(pairs, limits["work"]) + counted +
        times(pairs, ratios, counted, limits["time"]))
