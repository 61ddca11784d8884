# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""repositories.py IVPBENCH FOLDER -- three repositories of tiny solvers, in C, Fortran and Python, that use
ivpbench from outside: from nothing to a comment, a fault in each, the recipes of docs/examples/ci.

Prints what it does with its seconds, then "all is kept"."""

import os
import re
import subprocess
import sys
import time

program, folder = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
examples = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs/examples/ci")
environment = dict(os.environ, PATH=os.path.dirname(program) + ":" + os.environ["PATH"],
                   GIT_AUTHOR_NAME="a", GIT_AUTHOR_EMAIL="a@b", GIT_COMMITTER_NAME="a",
                   GIT_COMMITTER_EMAIL="a@b")
for name in ("GITHUB_BASE_REF", "GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY", "IVPBENCH_PLUGIN_PATH"):
    environment.pop(name, None)

CONFIG = """plugins = ( { name = "%s"; files = [ %s ]; } );
problems = [ "circular_track", "bouncing_balls", "brusselator_1d" ];
tolerances = { from = 2; to = 4; };
steps = { share = 1e-3; halvings = 2; };
minutes = 10;
"""


def run(where, *words, code=0):
    done = subprocess.run(words, cwd=where, env=environment, capture_output=True, text=True)
    if code is not None and done.returncode != code:
        raise SystemExit("%s ends with %d, not %d:\n%s%s" % (" ".join(words), done.returncode, code,
                                                            done.stdout[-3000:], done.stderr[-3000:]))
    return done.stdout


def commit(where, message):
    run(where, "git", "add", "-A")
    run(where, "git", "commit", "-qm", message)


def change(where, name, pattern, to):
    path = os.path.join(where, name)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    new, n = re.subn(pattern, to, text, count=1)
    if not n:
        raise SystemExit("%s has no %s" % (name, pattern))
    with open(path, "w", encoding="utf-8") as file:
        file.write(new)


def begin(language):
    """A repository with a solver by `ivpbench new`, as its documentation says."""
    where = os.path.join(folder, language)
    os.makedirs(where)
    run(where, "git", "init", "-q", "-b", "main")
    run(where, program, "new", "solver", "mine", "--language", language)
    files = sorted((f for f in os.listdir(where) if f.startswith("mine")),
                   key=lambda f: (f.endswith(".c"), f))
    plugin = os.path.splitext(files[-1])[0]
    with open(os.path.join(where, "ivpbench.cfg"), "w", encoding="utf-8") as file:
        file.write(CONFIG % (plugin, ", ".join('"%s"' % f for f in files)))
    with open(os.path.join(where, ".gitignore"), "w", encoding="utf-8") as file:
        file.write("out\n")
    commit(where, "Begin")
    return where, files


def faulty(where, language, files):
    """One fault: a weight that is off by some per cent."""
    if language == "c":
        change(where, files[0], r"\(s->k1\[i\] \+ s->k2\[i\]\) / 2", "(1.02 * s->k1[i] + 0.98 * s->k2[i]) / 2")
    elif language == "fortran":
        change(where, files[0], r"WORK\(I,3\)\)/2", "WORK(I,3))/1.98D0")
    else:
        change(where, files[0], r"/ 2\b", "/ 1.98")


for language in ("c", "fortran", "python"):
    begun = time.monotonic()
    where, files = begin(language)
    with open(os.path.join(where, "README"), "w", encoding="utf-8") as file:
        file.write("A text alone.\n")
    commit(where, "A text alone")
    said = run(where, program, "ci", "--only-accuracy")
    assert "no change" in said and "all to the last bit" in said, said
    assert os.path.exists(os.path.join(where, "out/ci/comment.md"))
    faulty(where, language, files)
    commit(where, "Weights")
    said = run(where, "sh", os.path.join(examples, "judge.sh"), code=1)
    assert "regression" in said, said
    run(where, program, "ci", "--only-accuracy", "--record", "out/records", code=1)
    run(where, program, "ci", "--head", "HEAD~1", "--only-accuracy", "--record", "out/records")
    assert "Weights" in run(where, program, "history", "out/records", "-o", "out/history.html")
    cell = re.search(r"circular_track \S+ (rtol|h)=\S+", open(os.path.join(where, "out/ci/ci.tap"),
                                                          encoding="utf-8").read())[0]
    assert "first bad commit: Weights" in run(where, program, "bisect", "HEAD", "HEAD~2", "--cell", cell)
    assert not run(where, "git", "status", "--porcelain"), "the working tree is as it was"
    assert len(run(where, "git", "worktree", "list").splitlines()) == 1, "no checkout is left"
    print("%s: %.0f s" % (language, time.monotonic() - begun), flush=True)

run(os.path.join(folder, "c"), "sh", os.path.join(examples, "nightly.sh"), code=None)
assert run(os.path.join(folder, "c"), "git", "log", "-1", "--format=%s", "ivpbench-history").startswith("record ")
assert os.path.exists(os.path.join(folder, "c/out/history.html"))
print("all is kept")
