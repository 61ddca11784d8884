# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""The plug-ins of one commit: built into a folder of its own, and their contract."""

import os
import re
import subprocess

from ivpbench import program
from ivpbench.ci import Fault


def environment(root):
    """Where `ivpbench` finds these plug-ins before all others."""
    return dict(os.environ, IVPBENCH_PLUGIN_PATH=root, LC_ALL="C.UTF-8")


def _run(command, folder, root):
    return subprocess.run(command, cwd=folder, env=environment(root), capture_output=True, text=True,
                          errors="replace", stdin=subprocess.DEVNULL)


def _build_one(plugin, folder, root):
    """None, or why it cannot be built: the end of what the compiler says."""
    if plugin["before"]:
        done = subprocess.run(plugin["before"], shell=True, cwd=folder, capture_output=True, text=True,
                              errors="replace", stdin=subprocess.DEVNULL)
        if done.returncode:
            return "`%s` ends with %d: %s" % (plugin["before"], done.returncode, done.stderr[-2000:])
    flags = ["--", *plugin["flags"]] if plugin["flags"] else []
    done = _run([program.find(), "plugin", "build", *plugin["files"], "--root", root, *flags], folder,
                root)
    return None if done.returncode == 0 else (done.stderr or done.stdout)[-2000:]


def build(plugins, folder, root):
    """Builds all plug-ins of a checkout; returns name -> why, of those that cannot be built."""
    os.makedirs(root, exist_ok=True)
    why = {p["name"]: _build_one(p, folder, root) for p in plugins}
    return {name: text for name, text in why.items() if text}


def contract(name, root):
    """The promises of a plug-in: a list of (promise, "kept", "BROKEN" or why it was not tried)."""
    done = _run([program.find(), "plugin", "test", name, "--root", root], root, root)
    found = []
    for line in done.stdout.splitlines():
        parts = re.match(r"(\S.*?)\s{2,}(kept|BROKEN|does not apply|not tried|could not be tried)"
                         r"(?:: (.*))?$", line)
        if parts:
            found.append({"promise": parts[1], "verdict": parts[2], "detail": parts[3] or ""})
    if not found:
        raise Fault("`ivpbench plugin test %s` printed no promise: %s" % (name, done.stderr[-500:]))
    return found
