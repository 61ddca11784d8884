# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""modelDescription.xml as a tree. Expat reads it; a document type, and so any entity, is refused.
Number, depth and length of what is kept are bounded."""

from xml.parsers import expat

from . import Refused

ELEMENTS_MOST = 2000000
DEPTH_MOST = 32
TEXT_MOST = 1 << 16  # characters of an attribute


class Element:
    __slots__ = ("tag", "attributes", "children")

    def __init__(self, tag, attributes):
        self.tag, self.attributes, self.children = tag, attributes, []

    def get(self, name, otherwise=None):
        return self.attributes.get(name, otherwise)

    def child(self, *tags):
        """The first child with one of these tags, or None."""
        return next((c for c in self.children if c.tag in tags), None)

    def all(self, *tags):
        return [c for c in self.children if c.tag in tags]


class _Reader:
    def __init__(self, where):
        self.where, self.open, self.root, self.count = where, [], None, 0

    def refuse(self, *_):
        raise Refused("%s has a document type or an entity, which a model description never has"
                      % self.where)

    def start(self, tag, attributes):
        self.count += 1
        if self.count > ELEMENTS_MOST or len(self.open) >= DEPTH_MOST:
            raise Refused("%s has more than %d elements, or more than %d within each other"
                          % (self.where, ELEMENTS_MOST, DEPTH_MOST))
        if any(len(v) > TEXT_MOST for v in attributes.values()):
            raise Refused("%s: an attribute of %s has more than %d characters"
                          % (self.where, tag, TEXT_MOST))
        element = Element(tag, attributes)
        if self.open:
            self.open[-1].children.append(element)
        self.root = self.root or element
        self.open.append(element)

    def end(self, _):
        self.open.pop()


def read(data, where):
    """The root element of the bytes of a file."""
    reader, parser = _Reader(where), expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = reader.start, reader.end
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = reader.refuse
    parser.ExternalEntityRefHandler = reader.refuse
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, ValueError, LookupError) as error:
        raise Refused("%s is not well-formed XML: %s" % (where, error)) from None
    if reader.root.tag != "fmiModelDescription":
        raise Refused("%s begins with %.40r, not with fmiModelDescription" % (where, reader.root.tag))
    return reader.root
