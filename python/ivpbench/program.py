"""The program ivpbench: it alone works out scores and evaluates references."""

import os
import shutil
import subprocess


def find():
    """$IVPBENCH, beside this package in a source tree or installed, or in the search path."""
    here = os.path.dirname(os.path.abspath(__file__))
    places = (os.environ.get("IVPBENCH"), os.path.join(here, "../../build/ivpbench"),
              os.path.join(here, "../../../../bin/ivpbench"), shutil.which("ivpbench"))
    for place in places:
        if place and os.access(place, os.X_OK):
            return place
    raise FileNotFoundError("the program ivpbench is not found: name it by the variable IVPBENCH")


def output(*arguments):
    """What it prints; RuntimeError with what it complains of."""
    done = subprocess.run([find(), *arguments], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr.strip() or "ivpbench ends with %d" % done.returncode)
    return done.stdout
