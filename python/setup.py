# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""The wheel: pure Python, built without network by `pip install --no-build-isolation ./python`.

It notes the source tree or the PREFIX from which it was built, where the package looks for libivp.so
(ivpbench/program.py). Nothing is written beside the sources."""

import atexit
import os
import shutil
import tempfile

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = os.path.dirname(os.path.abspath(__file__))


def version():
    """Of the tree, or of the installation."""
    for path in ("../VERSION", "ivpbench/version.txt"):
        try:
            with open(os.path.join(HERE, path), encoding="utf-8") as file:
                return file.read().strip()
        except OSError:
            continue
    raise FileNotFoundError("neither VERSION nor ivpbench/version.txt is beside %s" % HERE)


def place():
    """The folder of the build in a tree, else the PREFIX."""
    build = os.path.normpath(os.path.join(HERE, "../build"))
    tree = os.path.exists(os.path.join(HERE, "../Makefile"))
    return build if tree else os.path.normpath(os.path.join(HERE, "../../.."))


class Build(build_py):
    def run(self):
        super().run()
        for name, text in (("place.txt", place()), ("version.txt", version())):
            with open(os.path.join(self.build_lib, "ivpbench", name), "w", encoding="utf-8") as file:
                file.write(text + "\n")


scratch = tempfile.mkdtemp(prefix="ivpbench-wheel-")
atexit.register(shutil.rmtree, scratch, ignore_errors=True)
setup(version=version(), cmdclass={"build_py": Build},
      options={"build": {"build_base": scratch}, "egg_info": {"egg_base": scratch}})
