# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""repositories.py IVPBENCH FOLDER [LANGUAGE ...] -- three repositories of tiny solvers, in C, Fortran and Python,
that use ivpbench from outside: from nothing to a comment, two faults in each. Then the templates of
docs/examples/ci, in the repository of the first language and in clones of it.

Prints what it does with its seconds, then "all is kept"."""

import json
import os
import re
import shutil
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
        change(where, files[0], r"h \* \(k1 \+ k2\) / 2", "h * (k1 + k2) / 1.98")


def leaking(where, language, files):
    """Another: a piece of memory is kept of each step."""
    if language == "c":
        change(where, files[0], r"(static ivp_status attempt\([^)]*\)\n\{\n)",
               r"\1    static void *volatile last;\n    last = malloc(64);\n    (void)last;\n")
    elif language == "fortran":
        change(where, files[0], r"      IRTRN=0\n", "      DOUBLE PRECISION, POINTER :: P(:)\n      IRTRN=0\n")
        change(where, files[0], r"   10 LAST", "   10 ALLOCATE(P(8))\n      P(1)=X\n      LAST")
    else:
        change(where, files[0], r"\n\nclass ", "\nHISTORY = []\n\n\nclass ")
        change(where, files[0], r"        return self.t, self.y", "        HISTORY.append(self.y.copy())\n"
               "        return self.t, self.y")


def most_changed(where):
    """The cell whose digits the last commit changed most, by the records."""
    sides = []
    for commit_name in ("HEAD~1", "HEAD"):
        path = "out/records/%s.json" % run(where, "git", "rev-parse", commit_name).strip()
        with open(os.path.join(where, path), encoding="utf-8") as file:
            sides.append(json.load(file)["cells"])
    both = [n for n in sides[0] if "mescd" in sides[0][n] and "mescd" in sides[1].get(n, {})]
    return max(both, key=lambda n: abs(sides[0][n]["mescd"] - sides[1][n]["mescd"]))


def text_alone(where):
    """A change of no plug-in: no verdict without a cell, no change with them."""
    with open(os.path.join(where, "README"), "w", encoding="utf-8") as file:
        file.write("A text alone.\n")
    commit(where, "A text alone")
    run(where, program, "ci", "--only-accuracy", "--minutes", "0.001", code=3)
    said = run(where, program, "ci", "--only-accuracy")
    assert "no change" in said and "all to the last bit" in said and "same machine code" in said, said
    assert os.path.exists(os.path.join(where, "out/ci/comment.md"))


def fault_is_found(where, language, files):
    """By the verdict, the history and the search for its commit."""
    faulty(where, language, files)
    commit(where, "Weights")
    said = run(where, "sh", os.path.join(examples, "judge.sh"), code=1)
    assert "regression" in said, said
    run(where, program, "ci", "--only-accuracy", "--record", "out/records", code=1)
    said = run(where, program, "ci", "--head", "HEAD~1", "--only-accuracy", "--record", "out/records")
    assert "Base %s, head" % run(where, "git", "rev-parse", "HEAD~2")[:10] in said, said
    run(where, program, "ci", "--base", "HEAD", "--only-accuracy", code=3)
    assert "Weights" in run(where, program, "history", "out/records", "-o", "out/history.html")
    cell = most_changed(where)
    assert "first bad commit: Weights" in run(where, program, "bisect", "HEAD", "HEAD~2", "--cell", cell)
    run(where, "git", "revert", "--no-edit", "HEAD")


def leak_is_found(where, language, files):
    leaking(where, language, files)
    commit(where, "Leak")
    said = run(where, program, "ci", "--only-accuracy", code=1)
    assert "runs that are repeated hold no more memory: BROKEN" in said, said
    assert not run(where, "git", "status", "--porcelain"), "the working tree is as it was"
    assert len(run(where, "git", "worktree", "list").splitlines()) == 1, "no checkout is left"


def timed(name, work, *arguments):
    begun = time.monotonic()
    found = work(*arguments)
    print("%s: %.0f s" % (name, time.monotonic() - begun), flush=True)
    return found


def of_language(language):
    where, files = begin(language)
    text_alone(where)
    fault_is_found(where, language, files)
    leak_is_found(where, language, files)
    return where


def template(where, name, pattern, **variables):
    """The shell lines of a template in a clean clone, with the cache that it asks for."""
    with open(os.path.join(examples, name), encoding="utf-8") as file:
        lines = re.search(pattern, file.read(), re.S)[1]
    clone = os.path.join(folder, "clone of " + name)
    run(folder, "git", "clone", "-q", where, clone)
    for part in ("builds", "records"):
        shutil.copytree(os.path.join(where, "out/ci", part), os.path.join(clone, "out/ci", part))
    said = run(clone, "env", *("%s=%s" % v for v in variables.items()), "bash", "-e", "-c",
               re.sub(r"^ *(- )?", "", lines, flags=re.M), code=1)
    assert "runs that are repeated hold no more memory: BROKEN" in said, said
    assert os.path.exists(os.path.join(clone, "out/ci/page/index.html"))


def templates(where):
    base = run(where, "git", "rev-parse", "HEAD~1").strip()
    template(where, "action.yml", r"run: \|\n(.*)", BASE=base, MINUTES="1", RECORD="")
    template(where, "gitlab-ci.yml", r"script:\n(.*?)  artifacts:", CI_MERGE_REQUEST_DIFF_BASE_SHA=base)


def nightly(where):
    """The first night finds the leak; in the second nothing is new."""
    script = os.path.join(examples, "nightly.sh")
    for code in (1, 0):
        run(where, "sh", script, code=code)
        said = run(where, "git", "log", "--format=%s", "ivpbench-history").splitlines()
        assert [line[:7] for line in said] == ["record ", "Records"], said
    assert os.path.exists(os.path.join(where, "out/history.html"))


os.makedirs(folder, exist_ok=True)
places = [timed(language, of_language, language) for language in sys.argv[3:] or ("c", "fortran", "python")]
timed("templates", templates, places[0])
timed("nightly", nightly, places[0])
print("all is kept")
