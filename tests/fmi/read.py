# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""read.py refusals | fuzz N: descriptions and archives that are not what they should be. Each is either
read or refused with a sentence; nothing else may be raised."""

import io
import os
import random
import re
import resource
import sys
import tempfile
import time
import zipfile

_HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(_HERE, "../../python"), _HERE]

import toy  # noqa: E402
from ivpbench.fmi import Refused, description, model, write  # noqa: E402

_LIBRARY = b"\x7fELF not loaded here"
_FOLDER = {2: "linux64", 3: "x86_64-linux"}


def archive(version, text, extra=()):
    return [("modelDescription.xml", text), ("binaries/%s/toy.so" % _FOLDER[version], _LIBRARY), *extra]


def read(path):
    return write.c_file(model.Model(path), "toy")


# version, what is replaced by what, the words of the refusal
_REFUSED = [
    (2, 'fmiVersion="2.0"', 'fmiVersion="1.0"', "this is FMI 1.0; 2.0 and 3.0 are read"),
    (2, 'fmiVersion="2.0"', 'fmiVersion="7"', "fmiVersion is '7'"),
    (2, "<ModelExchange ", "<CoSimulation ", "no ModelExchange; its interface is CoSimulation"),
    (3, "<ModelExchange ", "<ScheduledExecution ", "its interface is ScheduledExecution"),
    (2, 'modelIdentifier="toy"', 'modelIdentifier="../toy"', "expected is a name of C"),
    (2, 'modelIdentifier="toy"', 'modelIdentifier="toy" needsExecutionTool="true"', "needsExecutionTool"),
    (2, 'modelIdentifier="toy"', 'modelIdentifier="other"', "no library for this kind of machine"),
    (3, '<Int32 name="n"', '<Clock name="n"', "has clocks"),
    (3, '<Int32 name="limit" valueReference="7" causality="parameter"',
     '<Int32 name="limit" valueReference="7" causality="structuralParameter"', "structural parameter"),
    (3, '<Float64 name="h"', '<Float32 name="h"', "the state 'h' is of type Float32"),
    (3, 'causality="output" start="1"/>', 'causality="output" start="1"><Dimension start="2"/></Float64>',
     "is an array"),
    (2, 'derivative="1"', 'derivative="99"', "does not say of which state"),
    (3, 'derivative="2"', "", "does not say of which state"),
    (2, 'index="3"', 'index="0"', "expected is a whole number"),
    (2, 'index="3"', 'index="1000"', "expected is a whole number"),
    (2, 'valueReference="5"', 'valueReference="-1"', "expected is a whole number"),
    (2, 'numberOfEventIndicators="1"', 'numberOfEventIndicators="99999999"', "expected is a whole number"),
    (2, 'start="9.81"', 'start="fast"', "expected is a number"),
    (2, 'start="9.81"', 'start="INF"', "expected is a number"),
    (2, 'start="100"', 'start="1.5"', "expected is a whole number"),
    (2, 'start="true"', 'start="yes"', "expected is true or false"),
    (2, 'stopTime="2.2"', 'stopTime="-1"', "the interval begins at"),
    (2, "<ModelStructure>", "<ModelStructur>", "not well-formed"),
    (2, "<fmiModelDescription", "<html", "not well-formed"),
    (3, 'EventIndicator valueReference="1"', 'EventIndicator valueReference="77"', "which there is none"),
    (2, '<?xml version="1.0" encoding="UTF-8"?>', '<!DOCTYPE x [<!ENTITY a "b">]>', "document type"),
    (2, '<?xml version="1.0" encoding="UTF-8"?>', '<!DOCTYPE x SYSTEM "file:///etc/passwd">',
     "document type"),
    (2, '<?xml version="1.0" encoding="UTF-8"?>',
     '<!DOCTYPE x [<!ENTITY a "%s"><!ENTITY b "%s">]>' % ("x" * 1000, "&a;" * 1000), "document type"),
    (2, 'name="g"', 'name="%s"' % ("g" * 100000), "characters"),
    (2, "<ModelVariables>", "<ModelVariables>" + "<a>" * 40 + "</a>" * 40, "within each other"),
]


def _expect(path, words):
    try:
        read(path)
    except Refused as refusal:
        assert words in str(refusal), (words, str(refusal)[:300])
        return
    raise AssertionError("not refused: %s" % words)


def refusals():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "toy.fmu")
        for version in 2, 3:
            toy.write(path, archive(version, toy.description(version, ())))
            read(path)
        for version, old, new, words in _REFUSED:
            text = toy.description(version, ())
            assert old in text, old
            toy.write(path, archive(version, text.replace(old, new, 1)))
            _expect(path, words)
        text = toy.description(2, ())
        for name in ("resources/../../x", "resources//x", "resources/a\\b", "resources/\x07", "resources/./x"):
            toy.write(path, archive(2, text, [(name, "x")]))
            _expect(path, "is no name of a file")
        toy.write(path, [("a", "b")])
        _expect(path, "has no modelDescription.xml")
        with open(path, "w", encoding="utf-8") as file:
            file.write("PK\3\4 and no more")
        _expect(path, "is no FMU, which is a zip file")
        _bomb(path)


def _bomb(path):
    """A description of 2 GB in 2 MB is refused before it is unpacked."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        with file.open("modelDescription.xml", "w") as member:
            for _ in range(70):
                member.write(b" " * (1 << 20))
    _expect(path, "has more than")


# ---- fuzz ---------------------------------------------------------------------------------------

_WORDS = [b"", b"<", b">", b"\"", b"&#0;", b"&a;", b"-1", b"0", b"1e999", b"nan", b"4294967296", b"\xff\xfe",
          b"<![CDATA[", b"]]>", b"<!--", b"<?a ?>", b"%s%n", b"\\x", b"??/", b"*/", b"\n#error\n"]


def _mutated(data, chance):
    data = bytearray(data)
    for _ in range(chance.randrange(1, 6)):
        at = chance.randrange(len(data)) if data else 0
        kind = chance.randrange(4)
        if kind == 0 and data:
            data[at] ^= 1 << chance.randrange(8)
        elif kind == 1:
            data[at:at + chance.randrange(30)] = chance.choice(_WORDS)
        elif kind == 2:
            end = min(len(data), at + chance.randrange(60))
            data[at:at] = data[at:end]
        else:
            del data[at:at + chance.randrange(40)]
    return bytes(data)


def _replaced(data, chance):
    """The value of an attribute, or a name, by one of another place or by a word."""
    places = list(re.finditer(rb'"([^"<>&]*)"|(?<=<)[A-Za-z]+', data))
    at, other = chance.choice(places), chance.choice(places)
    new = chance.choice([other.group(0), b'"%s"' % chance.choice(_WORDS[6:])])
    return data[:at.start()] + new + data[at.end():]


def _packed(members):
    target = io.BytesIO()
    toy.write(target, members)
    return target.getvalue()


def _one(path, chance):
    version = chance.choice((2, 3))
    text = toy.description(version, ()).encode()
    if chance.randrange(4):
        change = _replaced if chance.randrange(3) else _mutated
        data = _packed(archive(version, change(text, chance)))
    else:
        data = _mutated(_packed(archive(version, text)), chance)
    with open(path, "wb") as file:
        file.write(data)
    try:
        code = read(path)
    except Refused as refusal:
        assert str(refusal).startswith(path), str(refusal)
        return 0
    # what is read is a C file of known lines: text of the archive stands in literals alone
    plain = re.sub(r'"(?:[^"\\\n]|\\.)*"', "", code)
    assert '"' not in plain and "error" not in plain and "*/" not in plain, code
    return 1


def fuzz(count, seed=1):
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
    good = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "toy.fmu")
        for k in range(count):
            began = time.process_time()
            try:
                good += _one(path, random.Random(seed * 1000003 + k))
            except Exception:
                sys.stderr.write("seed %d, input %d\n" % (seed, k))
                raise
            assert time.process_time() - began < 2, k
    print("%d inputs: %d read, %d refused" % (count, good, count - good))
    assert 0 < good < count


if __name__ == "__main__":
    refusals() if sys.argv[1] == "refusals" else fuzz(*map(int, sys.argv[2:]))
