# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""page.py IVPBENCH FOLDER -- from nothing to a comment by docs/pull-requests.md: its file and its command as
they stand there, in a new repository of one solver, within ten minutes.

Set-up of packages is left out. Prints the seconds, then "all is kept"."""

import os
import re
import subprocess
import sys
import time

LIMIT_S = 600
program, where = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
page = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs/pull-requests.md")
environment = dict(os.environ, PATH=os.path.dirname(program) + ":" + os.environ["PATH"], GIT_AUTHOR_NAME="a",
                   GIT_AUTHOR_EMAIL="a@b", GIT_COMMITTER_NAME="a", GIT_COMMITTER_EMAIL="a@b")
for name in ("GITHUB_BASE_REF", "GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY", "IVPBENCH_PLUGIN_PATH"):
    environment.pop(name, None)


def run(line, code=0):
    done = subprocess.run(["sh", "-c", line], cwd=where, env=environment, capture_output=True, text=True)
    if done.returncode != code:
        raise SystemExit("%s ends with %d, not %d:\n%s%s" % (line, done.returncode, code, done.stdout[-3000:],
                                                            done.stderr[-3000:]))
    return done.stdout


def write(name, text):
    with open(os.path.join(where, name), "w", encoding="utf-8") as file:
        file.write(text)


def change(name, old, new):
    with open(os.path.join(where, name), encoding="utf-8") as file:
        text = file.read()
    assert old in text, "%s has no %s" % (name, old)
    write(name, text.replace(old, new))


with open(page, encoding="utf-8") as file:
    part = file.read().split("## From nothing to a comment")[1].split("\n## ")[0]
blocks = re.findall(r"```(?:sh)?\n(.*?)```", part, re.S)
config, command = blocks[0], blocks[1].strip()
assert command == "ivpbench ci" and "plugins" in config, blocks

begun = time.monotonic()
os.makedirs(os.path.join(where, "src"))
run("git init -q -b main && cd src && ivpbench new solver mysolver --language c")
write("ivpbench.cfg", config)
write(".gitignore", "out\n")
run("git add -A && git commit -qm Begin")
change("src/mysolver.c", "(s->k1[i] + s->k2[i]) / 2", "(1.02 * s->k1[i] + 0.98 * s->k2[i]) / 2")
comment = run(command, code=1)
seconds = time.monotonic() - begun
assert re.match(r"\*\*ivpbench: \d+ regressions?; first mysolver", comment), comment
print("%.0f s: %s" % (seconds, comment.splitlines()[0]))
assert seconds < LIMIT_S
print("all is kept")
