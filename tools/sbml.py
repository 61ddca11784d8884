#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""sbml.py BUILD SUITE OUT [CASE ...] -- the semantic cases of the SBML test suite (a copy of its folder
cases/semantic), converted and integrated by two unlike solvers. All rows and variables of the suite's results
are judged by its own tolerances.

    right     both solvers agree with every row of the results
    wrong     one of them does not
    refused   the converter names what it does not take, or the run an event that cannot be followed
    failed    it was converted, and a solver does not reach the end

At the time of an event a row may be the state before it or behind it. Writes OUT/cases.txt, a line for each
case, and OUT/sbml.md, the table. Exit code 1: some case is wrong or failed. What is in OUT is not run anew
where the problem in C is the same."""

import csv
import glob
import hashlib
import json
import multiprocessing
import os
import re
import signal
import subprocess
import sys

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(HERE, "python"))
SOLVERS = ("dop853", "radau5")
SECONDS = 120
EVENT_LOST = "-5 "  # IVP_E_EVENT_LOST


def settings(folder, case):
    with open("%s/%s-settings.txt" % (folder, case), encoding="utf-8", errors="replace") as f:
        pairs = [line.split(":", 1) for line in f if ":" in line]
    return {k.strip(): v.strip() for k, v in pairs}


def newest(folder, case):
    """The model in the highest level and version."""
    return sorted(glob.glob("%s/%s-sbml-l?v?.xml" % (folder, case)))[-1]


def results(folder, case):
    with open("%s/%s-results.csv" % (folder, case), encoding="utf-8") as f:
        rows = [[w.strip() for w in row] for row in csv.reader(f) if any(w.strip() for w in row)]
    return [dict(zip(rows[0], map(float, row))) for row in rows[1:]]


def names_of(text):
    return [w.strip() for w in text.split(",") if w.strip()]


# ---- conversion ---------------------------------------------------------------------------------

def converted(path, case, end, interval, asked):
    """The problem in C with an event that samples it, and what its variables are; or Refused."""
    import sympy as sp
    from ivpbench.model import sbml, sbml_file, write
    from ivpbench.model.model import Event, time
    document = sbml_file.document(path)
    network, model = sbml.parts_of(document.getModel(), path, "sbml" + case, end)
    model.check()
    step = sp.Rational(interval)
    model.events.append(Event("sample", sp.sin(sp.pi * time / step), 0, "record"))
    seen = [o.name for o in model.observables]
    fixed = {}
    for name in names_of(asked["variables"]):
        homes = {network.quantities[name].home} if name in network.quantities else set()
        for n in {name} | homes - {""}:
            if n not in seen and "n_" + n not in seen and network.has_value(n):
                fixed[n] = float(network.in_numbers(network.along.name(n)))
    kinds = {n: (q.home, q.intensive) for n, q in network.quantities.items() if q.kind == "species"}
    return write.c_file(model), dict(seen=seen, fixed=fixed, kinds=kinds)


# ---- runs ---------------------------------------------------------------------------------------

def essential(text):
    """The problem without units and meanings, which no run reads."""
    return re.sub(r'("\w+", )"[^"]*",(\s+)"[^"]*",(\s+)(?=\.component|observable_)', r"\1\2\3",
                  re.sub(r'(= \{ "\w+", "[^"]*",)\s+"[^"]*"', r"\1", text))


def compiled(build, out, name, text):
    for arithmetic, number in (("double", 1), ("complex", 2)):
        target = "%s/plugins/%s/problems" % (out, arithmetic)
        os.makedirs(target, exist_ok=True)
        subprocess.run(["gcc", "-std=c11", "-O0", "-w", "-fPIC", "-shared", "-DIVP_ARITH=%d" % number,
                        "-I", HERE + "/include", "-x", "c", "-", "-o", "%s/%s.so" % (target, name), "-lm"],
                       input=text, text=True, check=True)


def run(build, out, name, solver, absolute, interval):
    """Rows (t, values) and the outcome."""
    done = subprocess.run([build + "/tests/sbml_rows", name, solver, "1e-9", repr(absolute * 1e-5), interval],
                          env={**os.environ, "IVPBENCH_PLUGIN_PATH": out + "/plugins:" + build},
                          capture_output=True, text=True, timeout=600, check=False)
    lines = done.stdout.splitlines()
    if not lines or not lines[-1].startswith("outcome "):
        return [], "ended by %d" % done.returncode
    rows = [(float(w[0]), list(map(float, w[2:]))) for w in map(str.split, lines[:-1])]
    code, said = lines[-1].split(" ", 2)[1:]
    return rows, "" if code == "0" else "%s %s" % (code, said)


def value_of(name, values, about, asked):
    """What the suite asks for: a value, an amount or a concentration."""
    def get(n):
        return values[about["seen"].index(n)] if n in about["seen"] else about["fixed"][n]
    if "n_" + name in about["seen"] and name not in about["seen"] and name in names_of(asked["amount"]):
        return get("n_" + name)
    x = get(name)
    if name not in about["kinds"]:
        return x
    home, intensive = about["kinds"][name]
    if intensive and name in names_of(asked.get("amount", "")):
        return x * get(home)
    if not intensive and name in names_of(asked.get("concentration", "")):
        return x / get(home)
    return x


def distance(got, want, asked):
    """Of a row, in units of the tolerance; NaN and infinities must be the same."""
    if got != got or want != want or abs(want) == float("inf"):
        return 0 if got == want or (got != got and want != want) else float("inf")
    return abs(got - want) / (float(asked["absolute"]) + float(asked["relative"]) * abs(want))


def judged(rows, table, about, asked):
    """The worst row: (distance, what)."""
    worst = 0, ""
    for row in table:
        t = row.get("time", row.get("Time"))
        here = [v for s, v in rows if abs(s - t) <= 1e-9 * max(1, abs(t))]
        if not here:
            return float("inf"), "no state at t = %g" % t
        best = None
        for values in here:
            far = max((distance(value_of(n, values, about, asked), row[n], asked),
                       "%s at t = %g: %g, expected is %g" % (n, t, value_of(n, values, about, asked),
                                                             row[n]))
                      for n in names_of(asked["variables"]))
            best = far if best is None else min(best, far)
        worst = max(worst, best)
    return worst


# ---- one case -----------------------------------------------------------------------------------

def verdict(build, out, folder, case):
    from ivpbench.model.model import Refused
    asked = settings(folder, case)
    if not asked.get("steps"):
        return "refused", "no time course: " + "flux balance"
    end = float(asked["start"]) + float(asked["duration"])
    interval = repr(float(asked["duration"]) / int(asked["steps"]))
    name = "sbml" + case
    try:
        text, about = converted(newest(folder, case), case, repr(end), interval, asked)
    except Refused as refusal:
        return "refused", re.sub(r"^.*?not converted: |^.*?\.xml:? ?", "", str(refusal))
    digest = hashlib.sha256(essential(text).encode()).hexdigest()
    kept = "%s/%s.json" % (out, case)
    if os.path.exists(kept):
        old = json.load(open(kept, encoding="utf-8"))
        if old["digest"] == digest:
            return old["verdict"], old["what"]
    compiled(build, out, name, text)
    with open("%s/%s.c" % (out, case), "w", encoding="utf-8") as f:
        f.write(text)
    word, what = integrated(build, out, name, results(folder, case), about, asked, interval)
    with open(kept, "w", encoding="utf-8") as f:
        json.dump(dict(digest=digest, verdict=word, what=what), f)
    return word, what


def integrated(build, out, name, table, about, asked, interval):
    worst = 0, ""
    for solver in SOLVERS:
        rows, failed = run(build, out, name, solver, float(asked["absolute"]), interval)
        if failed:
            named = failed.startswith(EVENT_LOST)  # the run refuses an event by its name (docs/events.md)
            return "refused" if named else "failed", "%s: %s" % (solver, failed)
        worst = max(worst, judged(rows, table, about, asked))
    return ("right" if worst[0] <= 1 else "wrong"), "%.2g %s" % worst


def one(job):
    build, out, suite, case = job
    signal.signal(signal.SIGVTALRM, lambda *_: (_ for _ in ()).throw(TimeoutError()))
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        return (case, *verdict(build, out, suite + "/" + case, case))
    except TimeoutError:
        return case, "failed", "the conversion takes more than %d s" % SECONDS
    except Exception as error:  # a fault of the converter: shown with the case
        return case, "failed", "%s: %s" % (type(error).__name__, str(error).splitlines()[:1])
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


# ---- the table ----------------------------------------------------------------------------------

# What a refusal is for: the first of these words in its sentence.
REASONS = """an event with delay|an event with priority|the MathML function delay|the package comp|the package fbc
    |flux balance|no differential equation|an algebraic rule|fast reaction|without a kinetic law|which has no value
    |without a formula|without otherwise|at one time|at its threshold|to its threshold|can be located
    |a stoichiometry|a constraint|of what varies|in place of a condition|without a trigger
    |ever shorter pauses|no valid SBML|the number|a condition"""


def reason(what):
    for words in REASONS.split("|"):
        if words.strip() in what:
            return words.strip()
    return what


def ranges(cases):
    """1-3, 7 of the numbers of cases."""
    parts = []
    for n in sorted(map(int, cases)):
        if parts and parts[-1][1] == n - 1:
            parts[-1][1] = n
        else:
            parts.append([n, n])
    return ", ".join("%d" % a if a == b else "%d-%d" % (a, b) for a, b in parts)


def tags(folder, case):
    with open("%s/%s-model.m" % (folder, case), encoding="utf-8", errors="replace") as f:
        words = [line.split(":", 1)[1] for line in f if line.startswith(("componentTags:", "testTags:"))]
    return {w.strip() for line in words for w in line.split(",") if w.strip()}


def table(suite, verdicts):
    """Features by verdict, then reasons by case."""
    words = ("right", "refused", "failed", "wrong")
    count = {}
    for case, word, _ in verdicts:
        for tag in tags(suite + "/" + case, case):
            count.setdefault(tag, dict.fromkeys(words, 0))[word] += 1
    yield "| feature of the suite | cases | %s |\n|---|---|---|---|---|---|\n" % " | ".join(words)
    for tag, row in sorted(count.items(), key=lambda pair: (-sum(pair[1].values()), pair[0])):
        yield "| %s | %d | %s |\n" % (tag, sum(row.values()), " | ".join(str(row[w]) for w in words))
    groups = {}
    for case, word, what in verdicts:
        if word != "right":
            groups.setdefault((word, reason(what)), []).append(case)
    yield "\n| verdict | for | cases | which |\n|---|---|---|---|\n"
    for (word, what), cases in sorted(groups.items(), key=lambda pair: -len(pair[1])):
        yield "| %s | %s | %d | %s |\n" % (word, what, len(cases), ranges(cases))


def main(arguments):
    if len(arguments) < 3:
        print(__doc__)
        return 2
    build, suite, out = map(os.path.abspath, arguments[:3])
    cases = arguments[3:] or sorted(c for c in os.listdir(suite) if c.isdigit())
    os.makedirs(out, exist_ok=True)
    with multiprocessing.Pool(int(os.environ.get("JOBS", "2"))) as pool:
        verdicts = []
        for v in pool.imap(one, [(build, out, suite, c) for c in cases], 4):
            verdicts.append(v)
            if arguments[3:]:
                print(*v)
    with open(out + "/cases.txt", "w", encoding="utf-8") as f:
        f.writelines("%s %s %s\n" % v for v in verdicts)
    with open(out + "/sbml.md", "w", encoding="utf-8") as f:
        f.writelines(table(suite, verdicts))
    count = {w: sum(v[1] == w for v in verdicts) for w in ("right", "wrong", "refused", "failed")}
    print(", ".join("%d %s" % (n, w) for w, n in count.items()))
    return 1 if count["wrong"] or count["failed"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
