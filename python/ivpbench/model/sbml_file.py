# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""A file of SBML, looked at before and after libsbml reads it.

Before: expat counts bytes, elements and depth, and refuses a document type: SBML has none, and
entities stand there. After: what libsbml's own checks call an error is refused with its line, and so
are packages that change what a model means. Needs Debian's python3-sbml5."""

import xml.parsers.expat

from .model import Refused

BYTES, ELEMENTS, DEPTH = 32 << 20, 1 << 20, 120


class _Bounds:
    def __init__(self, path, parser):
        self.path, self.depth, self.elements, self.parser = path, 0, 0, parser
        parser.StartElementHandler, parser.EndElementHandler = self.enter, self.leave
        parser.StartDoctypeDeclHandler, parser.XmlDeclHandler = self.doctype, self.declaration

    def refuse(self, words):
        raise Refused("%s:%d: %s" % (self.path, self.parser.CurrentLineNumber, words))

    def declaration(self, _, encoding, __):
        if encoding and encoding.lower() not in ("utf-8", "us-ascii"):
            self.refuse("the encoding %s, expected is UTF-8" % encoding[:40])

    def doctype(self, *_):
        self.refuse("a document type, which SBML does not have: remove <!DOCTYPE ...>")

    def enter(self, name, _):
        self.depth, self.elements = self.depth + 1, self.elements + 1
        if self.elements == 1 and name.split(":")[-1] != "sbml":
            self.refuse("the first element is <%s>, expected is <sbml>" % name[:40])
        if self.depth > DEPTH:
            self.refuse("elements are nested more than %d deep" % DEPTH)
        if self.elements > ELEMENTS:
            self.refuse("more than %d elements" % ELEMENTS)

    def leave(self, _):
        self.depth -= 1


def checked_bytes(path):
    """The bytes of a file that is XML within bounds."""
    try:
        with open(path, "rb") as f:
            content = f.read(BYTES + 1)
    except OSError as error:
        raise Refused("%s cannot be read: %s" % (path, error)) from error
    if len(content) > BYTES:
        raise Refused("%s: more than %d MB" % (path, BYTES >> 20))
    parser = xml.parsers.expat.ParserCreate("UTF-8")
    _Bounds(path, parser)
    try:
        parser.Parse(content, True)
    except xml.parsers.expat.ExpatError as error:
        raise Refused("%s:%d: no XML: %s" % (path, error.lineno,
                                             xml.parsers.expat.ErrorString(error.code))) from error
    return content


# Packages that leave the equations as they are.
_HARMLESS = {"layout", "render", "groups", "l3v2extendedmath"}


def _packages(document, path):
    for i in range(document.getNumPlugins()):
        name = document.getPlugin(i).getPackageName()
        if name not in _HARMLESS:
            raise Refused("%s: the package %s" % (path, name))
    for i in range(document.getNumUnknownPackages()):
        prefix = document.getUnknownPackagePrefix(i)
        if document.getPackageRequired(document.getUnknownPackageURI(i)):
            raise Refused("%s: the package %s" % (path, prefix))


def _errors(document, sbml, path):
    for i in range(document.getNumErrors()):
        error = document.getError(i)
        if error.getSeverity() >= sbml.LIBSBML_SEV_ERROR:
            said = " ".join(error.getMessage().split())
            raise Refused("%s:%d: no valid SBML: %s" % (path, error.getLine(), said[:300]))


def document(path):
    """libsbml's document of the file, valid; or Refused."""
    import libsbml as sbml
    try:
        text = checked_bytes(path).decode("utf-8")
    except UnicodeDecodeError as error:
        raise Refused("%s: not in UTF-8 (byte %d)" % (path, error.start)) from error
    if "\0" in text:
        raise Refused("%s: a byte 0" % path)
    read = sbml.readSBMLFromString(text)
    _errors(read, sbml, path)
    _packages(read, path)
    for kind in (sbml.LIBSBML_CAT_UNITS_CONSISTENCY, sbml.LIBSBML_CAT_MODELING_PRACTICE,
                 sbml.LIBSBML_CAT_SBO_CONSISTENCY):
        read.setConsistencyChecks(kind, False)
    read.checkConsistency()
    _errors(read, sbml, path)
    if read.getModel() is None:
        raise Refused("%s: there is no model in it" % path)
    return read
