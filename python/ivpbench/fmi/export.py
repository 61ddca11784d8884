# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""A problem of the source tree, y' = f(t, y), as an FMU for model exchange: its source, a library for
this machine, and a page with its parameters and its reference.

The sources are sources/*.c beside this file, the problem as it is, and the headers that it includes.
An annotation says two things that an importer of ivpbench uses: that guards fire at a zero up to
rounding, and where the break points are, which are all of its time events."""

import argparse
import hashlib
import html
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import zipfile

from ivpbench import program, references

from . import Refused, archive
from .variables import Description, meaning

_HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "sources")
_FORMS = {2: "M y' = f(t, y)", 3: "F(t, y, y') = 0", 4: "mechanical"}
_DATE = (1980, 1, 1, 0, 0, 0)


def _folder(*places):
    """Of the source tree or of an installation, beside the program."""
    beside = os.path.dirname(os.path.realpath(program.find()))
    for place in places:
        path = os.path.normpath(os.path.join(beside, place))
        if os.path.isdir(path):
            return path
    raise Refused("the sources of the problems are not beside %s" % program.find())


def _bytes(path):
    with open(path, "rb") as file:
        return file.read()


# ---- sources ------------------------------------------------------------------------------------

def _included(path, problems):
    """The file and all that it includes by a name in quotes: path in the FMU -> path here."""
    found, waiting = {}, [path]
    while waiting:
        here = waiting.pop()
        name = os.path.relpath(here, problems)
        if name in found:
            continue
        found[name] = here
        with open(here, encoding="utf-8") as file:
            words = re.findall(r'^\s*#\s*include\s+"([^"]+)"', file.read(), re.M)
        for word in words:
            beside = [os.path.join(os.path.dirname(here), word), os.path.join(problems, word)]
            waiting.append(os.path.normpath(next((p for p in beside if os.path.isfile(p)), beside[0])))
    return found


class Sources:
    """What a compiler needs, in a folder of its own."""

    def __init__(self, name, folder, version):
        self.name, self.folder = name, folder
        problems = _folder("tree/problems", "../share/doc/ivpbench/problems")
        include = _folder("tree/include", "../include")
        path = os.path.join(problems, name + ".c")
        if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or not os.path.isfile(path):
            raise Refused("%r is no problem of %s: problems with their source there can be exported"
                          % (name, problems))
        paths = _included(path, problems)
        for header in ("base.h", "problem.h", "lanes.h", "lanes_turn.h"):
            paths["ivp/" + header] = os.path.join(include, "ivp", header)
        for file in ("model.h", "describe.c", "fmi%d.c" % version):
            paths[file] = os.path.join(_HERE, file)
        self.files = {n: _bytes(p) for n, p in paths.items()}
        for n, data in self.files.items():
            self._write(n, data)

    def _write(self, name, data):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)

    def choose(self, values, token=""):
        """chosen.h with a text for each parameter."""
        rows = ["    %s,\n" % json.dumps(v) for v in values]
        self.files["chosen.h"] = (
            '/* The problem, and the values of its parameters. */\n#include <ivp/problem.h>\n\n'
            'extern const ivp_problem ivp_problem_%s;\n#define PROBLEM      ivp_problem_%s\n'
            '#define CHOSEN_NAME  "%s"\n'
            '#define CHOSEN_TOKEN "%s"\n\nstatic const char *const chosen[] = {\n%s    0,\n};\n'
            % (self.name, self.name, self.name, token, "".join(rows))).encode()
        self._write("chosen.h", self.files["chosen.h"])

    def compile(self, source, output, *more):
        compiler = shlex.split(os.environ.get("CC") or "cc")
        command = compiler + ["-std=c11", "-O2", "-w", "-DIVP_ARITH=1", "-D__STDC_WANT_IEC_60559_TYPES_EXT__",
                              "-D__STDC_WANT_IEC_60559_FUNCS_EXT__", "-I", ".", source, self.name + ".c",
                              "-o", output, *more, "-lm"]
        try:
            done = subprocess.run(command, cwd=self.folder, stderr=subprocess.PIPE, check=False)
        except OSError as error:
            raise Refused("the compiler %s cannot be started: %s" % (compiler[0], error)) from None
        if done.returncode:
            raise Refused("%s does not compile: %s" % (source, done.stderr.decode(errors="replace")[:600]))


def _describe(sources):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "describe")
        sources.compile("describe.c", path)
        return json.loads(subprocess.run([path], stdout=subprocess.PIPE, check=True).stdout)


def _default_texts(sources):
    """Name, value and words of each parameter of the descriptor."""
    text = ('#include <ivp/problem.h>\n#include <stdio.h>\nextern const ivp_problem ivp_problem_%s;\n'
            'int main(void)\n{\n    const ivp_param *p = ivp_problem_%s.params;\n'
            '    for (; p && p->name; p++)\n        printf("%%s\\t%%s\\t%%s\\n", p->name, p->value, '
            'p->choices ? p->choices : "");\n    return 0;\n}\n' % (sources.name, sources.name))
    with tempfile.TemporaryDirectory() as folder:
        source, path = os.path.join(folder, "defaults.c"), os.path.join(folder, "defaults")
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        sources.compile(source, path)
        lines = subprocess.run([path], stdout=subprocess.PIPE, check=True).stdout.decode().splitlines()
    return [line.split("\t") for line in lines]


def _choose(defaults, settings):
    """Texts of all parameters, with "name=value name=value" in place of defaults."""
    values = {name: value for name, value, _ in defaults}
    choices = {name: words.split() for name, _, words in defaults}
    for setting in settings.split():
        name, equals, value = setting.partition("=")
        if name not in values or not equals:
            raise Refused("there is no parameter %r: there are %s" % (name, ", ".join(values) or "none"))
        if choices[name] and value not in choices[name]:
            raise Refused("%s is one of %s, not %r" % (name, ", ".join(choices[name]), value))
        if not choices[name] and not re.fullmatch(r"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?", value):
            raise Refused("%s=%s: expected is a number" % (name, value))
        values[name] = value
    return list(values.values())


# ---- documentation ------------------------------------------------------------------------------

def _head(text):
    """The comment at the top of the problem's file."""
    found = re.match(r"/\*(.*?)\*/", text, re.S)
    lines = [re.sub(r"^ \*? ?", "", line) for line in (found[1] if found else "").splitlines()]
    return "\n".join(lines).strip()


def _rows(rows, heads):
    cells = ["<tr>%s</tr>" % "".join("<%s>%s</%s>" % (tag, html.escape(str(c)), tag) for c in row)
             for tag, row in [("th", heads)] + [("td", r) for r in rows]]
    return "<table>\n%s\n</table>" % "\n".join(cells)


def _reference(name, is_default):
    if not is_default:
        return "<p>References are kept for the default parameters; these differ from them.</p>"
    try:
        values = references.reference(name)
    except LookupError as error:
        return "<p>There is no reference: %s</p>" % html.escape(str(error))
    rows = [(c, values.digits[c], values.bars[c]) for c in values]
    return "<p>The solution at the end of the interval, and its error bar.</p>\n" + \
        _rows(rows, ("component", "value", "bar"))


def _page(description, text, is_default):
    f = description.facts
    parameters = _rows([(p["name"], p["value"], meaning(p),
                         "fixed" if not description.is_free(p) else "parameter")
                        for p in f["params"] if not p["hidden"]], ("name", "value", "meaning", "in the FMU"))
    return "\n".join([
        "<!DOCTYPE html>", '<html lang="en"><head><meta charset="utf-8"><title>%s</title></head><body>'
        % html.escape(f["title"]), "<h1>%s</h1>" % html.escape(f["title"]),
        "<p>%s</p>" % html.escape(f["source"]), "<pre>%s</pre>" % html.escape(_head(text)),
        "<h2>Interval</h2><p>%s .. %r</p>" % (html.escape(f["t0"]), f["t1"]),
        "<h2>Parameters</h2>", parameters, "<h2>Reference</h2>", _reference(description.name, is_default),
        "</body></html>", ""])


# ---- the file -----------------------------------------------------------------------------------

def _refuse_form(facts, name):
    if facts["form"] != 1:
        raise Refused("%s is %s: FMI knows y' = f(t, y) alone" % (name, _FORMS[int(facts["form"])]))
    odd = next((e["name"] for e in facts["events"] if e["needs_a"]), None)
    if odd:
        raise Refused("%s: the guard %s reads accelerations, which an FMU has not" % (name, odd))


def _token(files):
    digest = hashlib.sha256()
    for name in sorted(files):
        digest.update(name.encode() + b"\0" + files[name] + b"\0")
    h = digest.hexdigest()
    return "{%s-%s-%s-%s-%s}" % (h[:8], h[8:12], h[12:16], h[16:20], h[20:32])


def _pack(path, members):
    part = path + ".part"
    with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as file:
        for name in sorted(members):
            info = zipfile.ZipInfo(name, _DATE)
            info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            file.writestr(info, members[name])
    os.replace(part, path)


def export(name, output, settings="", version=2):
    with tempfile.TemporaryDirectory() as folder:
        sources = Sources(name, folder, version)
        defaults = _default_texts(sources)
        values = _choose(defaults, settings)
        sources.choose(values)
        facts = _describe(sources)
        _refuse_form(facts, name)
        token = _token(sources.files)
        sources.choose(values, token)
        library = os.path.join(folder, "library.so")
        sources.compile("fmi%d.c" % version, library, "-fPIC", "-shared", "-fvisibility=hidden", "-s")
        description = Description(facts, name, token)
        page = _page(description, sources.files[name + ".c"].decode(),
                     values == [value for _, value, _ in defaults])
        members = {"sources/" + n: data for n, data in sources.files.items() if n != "describe.c"}
        members[archive.library_folder(version) + name + ".so"] = _bytes(library)
        members["documentation/index.html"] = page
        members["modelDescription.xml"] = description.xml_2() if version == 2 else description.xml_3()
        if version == 3:
            members["sources/buildDescription.xml"] = description.build_3()
        _pack(output, members)


def main(arguments):
    parser = argparse.ArgumentParser(prog="export-fmu", add_help=False)
    parser.add_argument("verb")
    parser.add_argument("--output")
    parser.add_argument("--parameters", default="")
    parser.add_argument("--fmi", default="2.0")
    parser.add_argument("problem")
    asked = parser.parse_args(arguments)
    output = asked.output or asked.problem + ".fmu"
    try:
        if asked.fmi not in ("2.0", "3.0"):
            raise Refused("--fmi is 2.0 or 3.0, not %s" % asked.fmi)
        export(asked.problem, output, asked.parameters, int(asked.fmi[0]))
    except (Refused, FileNotFoundError) as refusal:
        sys.stderr.write("ivpbench: %s\n" % refusal)
        return 2
    except OSError as error:
        sys.stderr.write("ivpbench: %s: %s\n" % (output, error))
        return 3
    sys.stdout.write("%s\n" % output)
    return 0
