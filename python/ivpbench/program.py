# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""Where the program ivpbench and libivp.so are, and what the program prints. It alone works out scores
of stores.

Both lie together in the `build` folder of a source tree, or below a PREFIX in bin and lib. These
places are looked at, one after the other:

    the program that the variable IVPBENCH names
    the tree or PREFIX that holds this package
    the one from which the wheel of this package was built (place.txt beside this file)
    the program in the search path
    the PREFIX of this Python, /usr/local, /usr
"""

import os
import shutil
import subprocess
import sys

_HERE = os.path.dirname(os.path.abspath(__file__))


def _beside(program):
    """The folders that may belong to a program."""
    folder = os.path.dirname(os.path.realpath(program))
    return [folder, os.path.dirname(folder)]


def _of_wheel():
    try:
        with open(os.path.join(_HERE, "place.txt"), encoding="utf-8") as file:
            return [file.read().rstrip("\n")]
    except OSError:
        return []


def _places():
    named, found = os.environ.get("IVPBENCH"), shutil.which("ivpbench")
    places = _beside(named) if named else []
    places += [os.path.join(_HERE, "../../build"), os.path.join(_HERE, "../../../..")]
    places += _of_wheel() + (_beside(found) if found else [])
    return places + [sys.prefix, "/usr/local", "/usr"]


def _look(names, what):
    places = _places()
    for place in places:
        for name in names:
            path = os.path.normpath(os.path.join(place, name))
            if os.path.isfile(path):
                return path
    raise FileNotFoundError(
        "%s is not found: build ivpbench (make runs) or install it, or name its program by the "
        "variable IVPBENCH; looked in %s" % (what, ", ".join(map(os.path.normpath, places))))


def find():
    """The path of the program."""
    named = os.environ.get("IVPBENCH")
    if named and os.access(named, os.X_OK):
        return named
    return _look(("ivpbench", "bin/ivpbench"), "the program ivpbench")


def library():
    """The path of libivp.so."""
    return _look(("libivp.so", "lib/libivp.so"), "libivp.so")


def output(*arguments):
    """What it prints; RuntimeError with what it complains of."""
    done = subprocess.run([find(), *arguments], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr.strip() or "ivpbench ends with %d" % done.returncode)
    return done.stdout
