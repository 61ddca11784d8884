# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""What decides the results of a commit, as digests (SHA-256): equal ones need no second run.

    of_cells   the cells; the program, its library and problems; processor and C library
    of_folder  that, and all files that were built of a commit, without what is there for debuggers"""

import glob
import hashlib
import os
import platform
import shutil
import subprocess
import tempfile

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


def _content(path):
    """The bytes of a file; of a shared object, where `strip` is installed, those that are loaded: lines for
    debuggers and names of temporary files differ between equal builds."""
    with open(path, "rb") as file:
        content = file.read()
    if not content.startswith(b"\x7fELF") or not shutil.which("strip"):
        return content
    with tempfile.NamedTemporaryFile() as bare:
        done = subprocess.run(["strip", "--strip-all", "-R", ".note.gnu.build-id", "-R", ".comment", "-o", bare.name,
                               path], capture_output=True)
        if done.returncode:
            return content
        with open(bare.name, "rb") as file:
            return file.read()


def _add_file(body, name, content):
    body.update(b"%s %s\n" % (name.encode(), hashlib.sha256(content).hexdigest().encode()))


def of_cells(config):
    body = hashlib.sha256((config.cells_digest_text() + _machine()).encode())
    for path in _files_of_program():
        with open(path, "rb") as file:
            _add_file(body, os.path.basename(path), file.read())
    return body.hexdigest()


def of_folder(folder, cells):
    body = hashlib.sha256(cells.encode())
    for place, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(place, name)
            _add_file(body, os.path.relpath(path, folder), _content(path))
    return body.hexdigest()
