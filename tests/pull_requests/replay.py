# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""replay.py IVPBENCH FOLDER [--commits N] [--again N,N] [--same N] [--minutes X] -- how good are verdicts?

Makes a repository of one solver (replay/mine.c) with 60 commits, 20 of them faulty, each repaired by the
commit after it, the others harmless: comments, names, another order of a sum, flags. Judges each commit
against the one before, as `ivpbench ci` does in a pull request, and prints a row: found, missed, false alarm.
A fault may make some things better, such as evaluations by an error test that is blind. Its repair makes them
worse again: "mirrored", if the fault was told to make each of them better. "none": no cell ran on both sides.
--same N: judges one commit against itself N times. Finished rows stay in FOLDER/rows.json; --again judges those
with these numbers anew. Exit code 1: more than one fault missed, a false alarm, or no verdict on one in ten."""

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import time

here = os.path.dirname(os.path.abspath(__file__))

CONFIG = """plugins = ( { name = "mine"; files = [ "mine.c" ]; flags = [ "-O2" ]; } );
problems = [ "circular_track", "bouncing_balls", "pleiades", "brusselator_1d", "car_axle" ];
tolerances = { from = 2; to = 5; };
minutes = %s;
"""

# subject, text, text in its place: faults, all different in kind
FAULTS = (
    ("Weight of the second stage", "R(0.33333333333333333), R(0.4", "R(0.33433333333333333), R(0.4"),
    ("Weights that do not add up", "R(0.22222222222222222)", "R(0.22322222222222222)"),
    ("Node of the second stage", "{ 0, R(0.5), R(0.75), 1 }", "{ 0, R(0.45), R(0.75), 1 }"),
    ("Estimate ten times too small", "s->error[i] = h * sum", "s->error[i] = R(0.1) * h * sum"),
    ("Estimate without a weight", "R(0.11111111111111111), R(-0.125)", "R(0.11111111111111111), 0"),
    ("Last component left out", "i < s->n; i++) {\n        real sum = 0;\n        for (int j = 0; j < STAGES",
     "i < s->n - 1; i++) {\n        real sum = 0;\n        for (int j = 0; j < STAGES"),
    ("Order of the test", "s->error), 2 }", "s->error), 4 }"),
    ("Slope kept after a projection", "if (verdict == IVP_MOVED) s->fresh = false;", ""),
    ("Slope kept after a restart", "    s->fresh = false;\n    return", "    return"),
    ("Sign in dense output", "- theta * rest * bend", "+ theta * rest * bend"),
    ("Dense output of a line", "- theta * rest * bend", ""),
    ("One evaluation more a step", "ivp_status st = s->fresh ?", "ivp_status st = false ?"),
    ("First step twice", "    s->fresh = true;\n", "    s->fresh = trial->t > 0;\n"),
    ("Three to seven per cent more instructions", "    if (st) return st;\n    for",
     "    if (st) return st;\n    for (volatile int k = 0; k < 6 * s->n; k++) continue;\n    for"),
    ("A leak", "static void destroy(void *self) { free(self); }",
     "static void destroy(void *self) { (void)self; }"),
    ("A crash on one problem", "    if (st) return st;\n    for",
     "    if (st) return st;\n    if (s->n == 28) abort();\n    for"),
    ("A write behind the end", "    s->h = h;\n", "    s->h = h;\n    trial->y1[s->n] = 0;\n"),
    ("NaN on one problem", "    s->h = h;\n",
     "    s->h = h;\n    if (s->n == 28 && trial->t > 1) trial->y1[0] = NAN;\n"),
    ("Depends on what it ran before", "    s->h = h;\n",
     "    s->h = h;\n    static real last;\n    trial->y1[0] += 1e-9 * last;\n    last = trial->y1[0];\n"),
    ("Gives up early", "    if (st) return st;\n    for",
     "    if (st) return st;\n    if (h < 1e-4) return IVP_E_STEP_TOO_SMALL;\n    for"),
)
# harmless ones: what they replace is there again in the end, so that each may come several times
HARMLESS = (
    ("Comment", "struct method {", "/* One integration. */\nstruct method {"),
    ("Another order of a sum", "rest * s->y0[i] + theta * s->y1[i] -", "theta * s->y1[i] + rest * s->y0[i] -"),
    ("A name", "real sum = 0;\n        for (int j = 0; j < stage; j++) sum +=",
     "real total = 0;\n        for (int j = 0; j < stage; j++) total +="),
    ("Associate otherwise", "s->error[i] = h * sum", "s->error[i] = sum * h * R(1.0)"),
    ("Flags: -O3", "-O2", "-O3"),
    ("Flags: fused multiply-adds", "-O3", "-O3\", \"-march=native\", \"-ffp-contract=fast"),
    ("A loop backwards", "for (int j = 0; j < STAGES; j++) sum += e[j] * s->k[j][i];",
     "for (int j = STAGES; j-- > 0;) sum += e[j] * s->k[j][i];"),
    ("Constants by division", "R(0.33333333333333333), R(0.4", "R(1.0) / 3, R(0.4"),
    ("An assertion", "    struct method *s = self;\n    const real t = trial->t",
     "    struct method *s = self;\n    if (trial->h == 0) return IVP_E_STEP_TOO_SMALL;\n    const real t = trial->t"),
    ("One block for the state", "    s->error = s->y1 + n;", "    s->error = s->y0 + 2 * n;"),
)


def texts():
    with open(os.path.join(here, "replay/mine.c"), encoding="utf-8") as file:
        return {"mine.c": file.read()}


def replaced(files, old, new):
    """The files with one text replaced, the name of the changed one; the text must be there."""
    for name in files:
        if old in files[name]:
            after = files[name].replace(old, new, 1)
            if name == "mine.c" and new == "real total = 0;\n        for (int j = 0; j < stage; j++) total +=":
                after = after.replace("h * sum;\n    }\n}", "h * total;\n    }\n}", 1)
            return dict(files, **{name: after})
    raise SystemExit("replay.py: no file has \"%s\"" % old)


def commits(n):
    """(subject, files, faulty): first the beginning, then a fault and its repair with harmless ones
    between them. A repair is no fault: its verdict may be an improvement."""
    begin = dict(texts(), **{"ivpbench.cfg": CONFIG})
    yield "Begin", begin, False
    for k in range(n // 3):
        if k < len(FAULTS):
            subject, old, new = FAULTS[k]
            yield subject, replaced(begin, old, new), True
            yield "Repair: " + subject, begin, False
        subject, old, new = HARMLESS[k % len(HARMLESS)]
        begin = replaced(begin, old, new) if k < len(HARMLESS) else dict(
            begin, README="%d\n" % k)
        yield subject if k < len(HARMLESS) else "Text", begin, False


def git(where, *words):
    subprocess.run(["git", "-C", where, "-c", "user.name=a", "-c", "user.email=a@b", *words], check=True,
                   stdout=subprocess.DEVNULL)


def put(where, files, subject):
    for name, text in files.items():
        with open(os.path.join(where, name), "w", encoding="utf-8") as file:
            file.write(text)
    git(where, "add", "-A")
    git(where, "commit", "-q", "--allow-empty", "-m", subject)


def spent():
    """Wall time, and CPU time of all processes that ended."""
    of = resource.getrusage(resource.RUSAGE_CHILDREN)
    return {"seconds": time.monotonic(), "cpu_s": of.ru_utime + of.ru_stime}


def judged(program, where, extra=()):
    """The verdict on HEAD against HEAD~1, or as `extra` says: the parsed ci.json. Without a cell in common, as on a
    machine that gives no time, there is none."""
    begun, path = spent(), os.path.join(where, "out/ci/ci.json")
    if os.path.exists(path):
        os.remove(path)
    done = subprocess.run([program, "ci", "--head", "HEAD", *extra], cwd=where, capture_output=True, text=True)
    if done.returncode not in (0, 1) and not (done.returncode == 3 and os.path.exists(path)):
        raise SystemExit("ivpbench ci ends with %d: %s" % (done.returncode, done.stderr[-2000:]))
    with open(path, encoding="utf-8") as file:
        found = json.load(file)
    found["known"] = done.returncode != 3
    if found["known"] and bool(done.returncode) != found["failed"]:
        raise SystemExit("ivpbench ci ends with %d, its verdict is: %s" % (done.returncode, found["verdict"]))
    return dict(found, **{name: end - begun[name] for name, end in spent().items()})


def row_of(number, subject, faulty, found, before=None):
    """before: the row of the fault that a repair undoes."""
    def places(chosen):
        return sorted({(f["kind"], f["where"]) for f in found["findings"] if chosen(f)})
    fails = places(lambda f: f["fails"])
    mirrored = before and all(list(place) in before["better"] for place in fails)
    verdict = ("found" if fails else "MISSED") if faulty else "none" if not found["known"] else \
        "silent" if not fails else "mirrored" if mirrored else "FALSE ALARM"
    return {"number": number, "subject": subject, "faulty": faulty, "verdict": verdict,
            "seconds": found["seconds"], "cpu_s": found["cpu_s"], "says": found["verdict"], "fails": [list(p) for p in fails],
            "better": [list(p) for p in places(lambda f: f["verdict"] == "better")]}


def show(row):
    print("%2d %-12s %-40s %4.0f s %3.0f CPU s  %s" % (row["number"], row["verdict"], row["subject"][:40],
                                                     row["seconds"], row["cpu_s"], row["says"][:110]),
          flush=True)


def kept_rows(path, again):
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as file:
        return {row["number"]: row for row in json.load(file) if row["number"] not in again}


def keep_rows(path, rows):
    with open(path, "w", encoding="utf-8") as file:
        json.dump([rows[k] for k in sorted(rows)], file, indent=1)


def replay(program, folder, asked, extra):
    """Rows of all commits. An interrupted replay goes on where it was."""
    where, path = os.path.join(folder, "repository"), os.path.join(folder, "rows.json")
    rows = kept_rows(path, asked.again)
    shutil.rmtree(os.path.join(where, ".git"), ignore_errors=True)
    os.makedirs(where, exist_ok=True)
    git(where, "init", "-q")
    for number, (subject, files, faulty) in enumerate(commits(asked.commits)):
        put(where, dict(files, **{"ivpbench.cfg": files["ivpbench.cfg"] % asked.minutes,
                                  ".gitignore": "out\n"}), subject)
        if number == 0 or number in rows:
            continue
        before = rows.get(number - 1) if subject.startswith("Repair: ") else None
        rows[number] = row_of(number, subject, faulty, judged(program, where, extra), before)
        show(rows[number])
        keep_rows(path, rows)
    return list(rows.values())


def same(program, where, asked, extra):
    """Rows of one commit against one with a constant that nothing reads, again and again. (Built to the same
    files, both would run once.)"""
    shutil.rmtree(where, ignore_errors=True)
    os.makedirs(where)
    git(where, "init", "-q")
    subject, files, _ = next(commits(1))
    put(where, dict(files, **{"ivpbench.cfg": files["ivpbench.cfg"] % asked.minutes,
                              ".gitignore": "out\n"}), subject)
    put(where, {"mine.c": files["mine.c"] + "\nextern const char mine_note[];\nconst char mine_note[] = \"same\";\n"},
        "The same")
    rows = []
    for k in range(asked.same):
        shutil.rmtree(os.path.join(where, "out/ci/records"), ignore_errors=True) # both sides run
        rows.append(row_of(k + 1, "the same", False, judged(program, where, extra)))
        show(rows[-1])
    return rows


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("folder")
    parser.add_argument("--commits", type=int, default=60)
    parser.add_argument("--again", type=lambda text: [int(k) for k in text.split(",")], default=[])
    parser.add_argument("--same", type=int, default=0)
    parser.add_argument("--minutes", default="0.7")
    parser.add_argument("--only-accuracy", action="store_true")
    asked = parser.parse_args()
    extra = ("--only-accuracy",) if asked.only_accuracy else ()
    program = os.path.abspath(asked.program)
    folder = os.path.abspath(asked.folder)
    rows = same(program, os.path.join(folder, "same"), asked, extra) if asked.same else \
        replay(program, folder, asked, extra)
    faults = [r for r in rows if r["faulty"]]
    missed = sum(r["verdict"] == "MISSED" for r in faults)
    alarms = sum(r["verdict"] == "FALSE ALARM" for r in rows)
    mirrored, none = (sum(r["verdict"] == word for r in rows) for word in ("mirrored", "none"))
    seconds, cpu = (sorted(r[name] for r in rows) for name in ("seconds", "cpu_s"))
    print("%d of %d faults found; of %d other commits %d false alarms, %d mirrored, %d without a verdict; seconds a "
          "commit: median %.0f, mean %.0f, at most %.0f; CPU seconds: median %.0f, at most %.0f" % (
              len(faults) - missed, len(faults), len(rows) - len(faults), alarms, mirrored, none,
              seconds[len(seconds) // 2], sum(seconds) / len(seconds), seconds[-1], cpu[len(cpu) // 2], cpu[-1]))
    return missed > 1 or alarms > 0 or none > len(rows) // 10


if __name__ == "__main__":
    sys.exit(main())
