#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""fuzz.py COUNT [SEED] -- the models of this folder with bytes and elements changed, taken out, doubled and
exchanged: the converter must write a problem or refuse with a sentence, within limits. Each in a process of
its own. Ends with "N converted, N refused, N bad"."""

import glob
import os
import random
import re
import resource
import sys
import tempfile
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../python"))
SECONDS, BYTES = 20, 2 << 30
WORDS = [b"x", b"0", b"-1", b"1e308", b"1e-400", b"NaN", b"INF", b"true", b"", b"99999999999999999999", b"time",
         b"&amp;", b"&#0;", b"\xff", b"V", b"A"]


def changed(text, others, draw):
    """One change of a text."""
    parts = [m.span() for m in re.finditer(rb"<[^<>]+>", text)] or [(0, len(text))]
    a, b = draw.choice(parts)
    c, d = draw.choice(parts)
    at = draw.randrange(len(text) + 1)
    values = [m.span(1) for m in re.finditer(rb'[">]([^"<>\s]+)["<]', text)] or [(at, at)]
    e, f = draw.choice(values)
    other = draw.choice(others)
    g, h = draw.choice([m.span() for m in re.finditer(rb"<(\w+)[^<>]*>.*?</\1>", other, re.S)] or [(0, 0)])
    i, j = draw.choice(values)
    return draw.choice([
        text[:e] + draw.choice(WORDS) + text[f:],
        text[:e] + text[i:j] + text[f:],
        text[:a] + text[b:],
        text[:b] + text[c:d] + text[b:],
        text[:b] + other[g:h] + text[b:],
        text[:at] + bytes([draw.randrange(256)]) + text[at + 1:],
        text[:at],
    ])


def child(path, said):
    """Exit code of the converter in this process."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    os.dup2(said, 2)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    from ivpbench.model import __main__
    return __main__.main([path, "mutant", "5"])


def one(path):
    """What becomes of the file: converted, refused, or what is wrong."""
    with tempfile.TemporaryFile() as said:
        pid = os.fork()
        if pid == 0:
            code = 99
            try:
                code = child(path, said.fileno())
            except BaseException:
                traceback.print_exc()
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
        status = os.waitpid(pid, 0)[1]
        said.seek(0)
        words = said.read().decode(errors="replace").strip()
    code = os.waitstatus_to_exitcode(status)
    if code == 0:
        return "converted"
    good = code == 2 and words.startswith(path) and "\n" not in words and "Traceback" not in words
    return "refused" if good else "code %d: %s" % (code, words[-300:])


def main(count, seed):
    import libsbml  # noqa: F401  loaded once, before the processes are made
    import sympy  # noqa: F401
    from ivpbench.model import sbml, write  # noqa: F401
    texts = [open(f, "rb").read() for f in sorted(glob.glob(HERE + "/*.xml"))]
    draw, counts = random.Random(seed), {"converted": 0, "refused": 0, "bad": 0}
    with tempfile.TemporaryDirectory() as folder:
        for k in range(count):
            text = draw.choice(texts)
            for _ in range(draw.choice((1, 1, 2, 5))):
                text = changed(text, texts, draw)
            path = folder + "/mutant.xml"
            with open(path, "wb") as f:
                f.write(text)
            word = one(path)
            counts[word if word in counts else "bad"] += 1
            if word not in counts:
                print("change %d of seed %d: %s" % (k, seed, word))
                with open("/tmp/sbml_mutant_%d.xml" % k, "wb") as f:
                    f.write(text)
    print(", ".join("%d %s" % (n, w) for w, n in counts.items()))
    return counts["bad"] != 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1))
