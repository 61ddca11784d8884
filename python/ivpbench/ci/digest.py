# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""What decides the results of a commit, as digests (SHA-256): equal ones need no second run.

    of_cells   the cells; the program, its library and problems; processor and C library
    of_folder  that, and all files that were built of a commit"""

import glob
import hashlib
import os
import platform

from ivpbench import program

ABOUT = ("model name", "flags", "Features") # lines of /proc/cpuinfo: code is chosen by them


def is_text(path, text):
    """Is there a file with this text?"""
    try:
        with open(path, encoding="utf-8") as file:
            return file.read() == text
    except OSError:
        return False


def _machine():
    words = [platform.machine(), *platform.libc_ver()]
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            words += sorted({line.strip() for line in file if line.startswith(ABOUT)})
    except OSError:
        pass  # no such file: another system
    return "\n".join(words)


def _files_of_program():
    """The program, libivp.so, and the problems beside them."""
    library = program.library()
    beside = os.path.join(os.path.dirname(library), "{}double/problems/*.so")
    return [program.find(), library, *sorted(glob.glob(beside.format("")) or glob.glob(beside.format("ivpbench/")))]


def _add_file(body, name, path):
    with open(path, "rb") as file:
        body.update(b"%s %s\n" % (name.encode(), hashlib.sha256(file.read()).hexdigest().encode()))


def of_cells(config):
    body = hashlib.sha256((config.cells_digest_text() + _machine()).encode())
    for path in _files_of_program():
        _add_file(body, os.path.basename(path), path)
    return body.hexdigest()


def of_folder(folder, cells):
    body = hashlib.sha256(cells.encode())
    for place, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(place, name)
            _add_file(body, os.path.relpath(path, folder), path)
    return body.hexdigest()
