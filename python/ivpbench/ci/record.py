# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""What is kept of a commit: one JSON file, "COMMIT.json", that can live in a folder or a branch."""

import fnmatch
import json
import os
import tempfile

from ivpbench.ci import Fault

SCHEMA = "ivpbench.record/1"


def write(path, values):
    """All of the file or nothing of it."""
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with tempfile.NamedTemporaryFile("w", dir=os.path.dirname(path) or ".", delete=False,
                                     encoding="utf-8") as file:
        json.dump(values, file, indent=1, sort_keys=True)
        file.write("\n")
        file.flush()
        os.fsync(file.fileno())
    os.chmod(file.name, 0o644)
    os.replace(file.name, path)


def read(path):
    """A record; Fault with the file where it is none."""
    try:
        with open(path, encoding="utf-8") as file:
            values = json.load(file)
    except OSError as wrong:
        raise Fault("%s: %s" % (path, wrong.strerror)) from None
    except ValueError as wrong:
        raise Fault("%s is no JSON: %s" % (path, wrong)) from None
    if not isinstance(values, dict) or values.get("schema") != SCHEMA:
        raise Fault("%s: its schema is %r, but must be %s" %
                    (path, values.get("schema") if isinstance(values, dict) else None, SCHEMA))
    for name in ("commit", "date", "subject", "digest", "cells", "contract"):
        if name not in values:
            raise Fault("%s: %s is missing" % (path, name))
    return values


def empty(digest):
    """Of nothing that is known. `solved` names the problems whose cells have all run."""
    return {"schema": SCHEMA, "digest": digest, "cells": {}, "contract": {}, "solved": []}


def known(path, digest):
    """The record if it is there and was made of the same cells by the same program, else an empty one."""
    try:
        values = read(path)
    except Fault:
        return empty(digest)  # none, or half a file of another time: it is made anew
    return dict(empty(digest), **values) if values["digest"] == digest else empty(digest)


def without_time_limits(values):
    """What later runs may use: where a cell reached its time limit, its problem runs again."""
    slow = {cell["problem"] for cell in values["cells"].values() if cell["outcome"] == "timeout"}
    return dict(values, solved=[name for name in values["solved"]
                                if not any(fnmatch.fnmatch(s, name.split("(")[0]) for s in slow)])
