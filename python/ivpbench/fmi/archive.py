# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""The zip file of an FMU. A name in it is data of a stranger: none becomes a path that leaves the
folder, and no member is larger than what may be taken."""

import platform
import zipfile
import zlib

from . import Refused

MEMBERS_MOST = 20000
DESCRIPTION_MOST = 64 << 20  # bytes of modelDescription.xml
TAKEN_MOST = 64 << 20        # bytes of all that goes into the plug-in


def library_folder(version):
    """Where an FMU has its library for this machine; 2.0 has a name of its own for x86-64 alone."""
    machine = platform.machine()
    return "binaries/linux64/" if version == 2 and machine == "x86_64" else "binaries/%s-linux/" % machine


class Archive:
    def __init__(self, path):
        self.path = path
        try:
            self.zip = zipfile.ZipFile(path)
            self.names = self.zip.namelist()
        except (OSError, zipfile.BadZipFile, ValueError, NotImplementedError, EOFError) as error:
            raise Refused("%s is no FMU, which is a zip file: %s" % (path, error)) from None
        if len(self.names) > MEMBERS_MOST:
            raise Refused("%s has %d members; at most %d are read" % (path, len(self.names), MEMBERS_MOST))
        self.left = TAKEN_MOST

    def has(self, name):
        return name in self.names

    def below(self, folder):
        """Names of the files in a folder and below it, each once, in the order of the archive."""
        found = [n for n in dict.fromkeys(self.names) if n.startswith(folder) and not n.endswith("/")]
        for name in found:
            parts = name.split("/")
            if ".." in parts or "" in parts or "." in parts or "\\" in name or not name.isprintable() \
                    or not name.isascii() or len(name) > 300:
                raise Refused("%s: %r is no name of a file that can be taken" % (self.path, name))
        return found

    def read(self, name, most):
        try:
            with self.zip.open(name) as file:
                data = file.read(most + 1)
        except KeyError:
            raise Refused("%s has no %s" % (self.path, name)) from None
        except (OSError, zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError,
                NotImplementedError) as error:
            raise Refused("%s: %s cannot be unpacked: %s" % (self.path, name, error)) from None
        if len(data) > most:
            raise Refused("%s: %s has more than %d bytes" % (self.path, name, most))
        return data

    def take(self, name):
        """Bytes of a file for the plug-in; all of them together are bounded."""
        data = self.read(name, self.left)
        self.left -= len(data)
        return data
