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
from xml.sax.saxutils import quoteattr

from ivpbench import program, references

from . import Refused

_HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "sources")
_FORMS = {2: "M y' = f(t, y)", 3: "F(t, y, y') = 0", 4: "mechanical"}
_STRUCTURAL = 2
JACOBIAN_MOST = 500  # unknowns: the matrix is full
ANNOTATION = "org.ivpbench"
_DATE = (1980, 1, 1, 0, 0, 0)


def _folder(*places):
    """Of the source tree or of an installation, beside the program."""
    beside = os.path.dirname(os.path.realpath(program.find()))
    for place in places:
        path = os.path.normpath(os.path.join(beside, place))
        if os.path.isdir(path):
            return path
    raise Refused("the sources of the problems are not beside %s" % program.find())


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

    def __init__(self, name, folder):
        self.name, self.folder = name, folder
        problems = _folder("tree/problems", "../share/doc/ivpbench/problems")
        include = _folder("tree/include", "../include")
        path = os.path.join(problems, name + ".c")
        if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or not os.path.isfile(path):
            raise Refused("%r is no problem of %s: problems with their source there can be exported"
                          % (name, problems))
        self.files = {n: open(p, "rb").read() for n, p in _included(path, problems).items()}
        for header in os.listdir(os.path.join(include, "ivp")):
            if header in ("base.h", "problem.h", "lanes.h", "lanes_turn.h"):
                self.files["ivp/" + header] = open(os.path.join(include, "ivp", header), "rb").read()
        for own in ("model.h", "fmi2.c", "describe.c"):
            self.files[own] = open(os.path.join(_HERE, own), "rb").read()
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
        if not choices[name] and not re.fullmatch(r"[-+]?[0-9.]+([eE][-+]?[0-9]+)?", value):
            raise Refused("%s=%s: expected is a number" % (name, value))
        values[name] = value
    return list(values.values())


# ---- modelDescription.xml -----------------------------------------------------------------------

class Description:
    """The variables of the model with their references, in the order of sources/model.h."""

    def __init__(self, facts, name, token):
        self.facts, self.name, self.token = facts, name, token
        n = int(facts["n"])
        first = 2 * n + 1
        self.states = [("y%d" % (i + 1), i + 1) for i in range(n)]
        self.derivatives = [("der(y%d)" % (i + 1), n + i + 1) for i in range(n)]
        self.parameters = [(p, first + k) for k, p in enumerate(facts["params"]) if self._is_free(p)]
        first += len(facts["params"])
        self.outputs = [(o, first + k) for k, o in enumerate(facts["observables"]) if not o["component"]]
        first += len(facts["observables"])
        self.guards = [(e, first + k) for k, e in enumerate(facts["events"]) if e["told"]]
        self.gives_derivatives = bool(facts["jacobian"]) and n <= JACOBIAN_MOST

    def _is_free(self, p):
        """May it change without another size of y?"""
        whole = p["choices"] or p["kind"]
        return not p["hidden"] and p["kind"] != _STRUCTURAL and not (whole and self.facts["sized"])

    def _nominals(self):
        return [' nominal="%r"' % w if w != 1 else "" for w in self.facts["weights"]]

    def breaks(self):
        return " ".join(repr(b) for b in self.facts["breaks"])

    def xml_2(self):
        f = self.facts
        lines = ['<?xml version="1.0" encoding="UTF-8"?>',
                 '<fmiModelDescription fmiVersion="2.0" modelName="%s" guid="%s" description=%s'
                 % (self.name, self.token, quoteattr(f["title"])),
                 '  generationTool="ivpbench" numberOfEventIndicators="%d">' % len(self.guards),
                 '  <ModelExchange modelIdentifier="%s" canGetAndSetFMUstate="true"' % self.name,
                 '    canSerializeFMUstate="true" completedIntegratorStepNotNeeded="true"'
                 ' providesDirectionalDerivative="%s">' % str(self.gives_derivatives).lower(),
                 '    <SourceFiles><File name="fmi2.c"/><File name="%s.c"/></SourceFiles>' % self.name, '  </ModelExchange>',
                 '  <LogCategories><Category name="logStatusError"/></LogCategories>',
                 '  <DefaultExperiment startTime="%s" stopTime="%r"/>' % (f["t0"], f["t1"]),
                 '  <VendorAnnotations><Tool name="%s"><guards fire="rounded" breaks="%s"/></Tool>'
                 '</VendorAnnotations>' % (ANNOTATION, self.breaks()), '  <ModelVariables>']
        lines += self._variables_2() + ['  </ModelVariables>', '  <ModelStructure>']
        n, k = len(self.states), 1 + 2 * len(self.states) + len(self.parameters)
        lines += self._unknowns_2("Outputs", range(k + 1, k + 1 + len(self.outputs)))
        lines += self._unknowns_2("Derivatives", range(n + 2, 2 * n + 2))
        lines += self._unknowns_2("InitialUnknowns", [*range(2, 2 * n + 2),
                                                      *range(k + 1, k + 1 + len(self.outputs))])
        return "\n".join(lines + ['  </ModelStructure>', '</fmiModelDescription>', ''])

    @staticmethod
    def _unknowns_2(tag, indices):
        rows = ['      <Unknown index="%d"/>' % i for i in indices]
        return ['    <%s>' % tag, *rows, '    </%s>' % tag] if rows else []

    def _variables_2(self):
        def variable(name, reference, causality, variability, initial, meaning, inner):
            extra = ' initial="%s"' % initial if initial else ""
            return '    <ScalarVariable name=%s valueReference="%d" causality="%s" variability="%s"%s ' \
                'description=%s>%s</ScalarVariable>' % (quoteattr(name), reference, causality, variability,
                                                        extra, quoteattr(meaning), inner)
        lines = [variable("time", 0, "independent", "continuous", "", "t", "<Real/>")]
        lines += [variable(name, r, "local", "continuous", "calculated", name, "<Real%s/>" % nominal)
                  for (name, r), nominal in zip(self.states, self._nominals())]
        lines += [variable(name, r, "local", "continuous", "calculated", name,
                           '<Real derivative="%d"/>' % (i + 2))
                  for i, (name, r) in enumerate(self.derivatives)]
        lines += [variable(p["name"], r, "parameter", "fixed", "exact", _meaning(p), _start_2(p))
                  for p, r in self.parameters]
        return lines + [variable("obs." + o["name"], r, "output", "continuous", "calculated",
                                 o["meaning"], "<Real/>") for o, r in self.outputs]


def _meaning(p):
    words = p["choices"].split()
    listed = " (%s)" % ", ".join("%d: %s" % pair for pair in enumerate(words)) if words else ""
    return p["meaning"] + listed


def _start_2(p):
    if p["choices"] or p["kind"]:
        return '<Integer start="%d"/>' % p["number"]
    return '<Real start="%s"/>' % p["value"]


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
    parameters = _rows([(p["name"], p["value"], _meaning(p),
                         "fixed" if not description._is_free(p) else "parameter")
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


def export(name, output, settings=""):
    with tempfile.TemporaryDirectory() as folder:
        sources = Sources(name, folder)
        defaults = _default_texts(sources)
        values = _choose(defaults, settings)
        sources.choose(values)
        facts = _describe(sources)
        _refuse_form(facts, name)
        token = _token(sources.files)
        sources.choose(values, token)
        library = os.path.join(folder, "library.so")
        sources.compile("fmi2.c", library, "-fPIC", "-shared", "-fvisibility=hidden", "-s")
        description = Description(facts, name, token)
        text = sources.files[name + ".c"].decode()
        is_default = values == [value for _, value, _ in defaults]
        members = {"sources/" + n: data for n, data in sources.files.items() if n != "describe.c"}
        with open(library, "rb") as file:
            members["binaries/linux64/%s.so" % name] = file.read()
        members["modelDescription.xml"] = description.xml_2()
        members["documentation/index.html"] = _page(description, text, is_default)
        _pack(output, members)


def main(arguments):
    parser = argparse.ArgumentParser(prog="export-fmu", add_help=False)
    parser.add_argument("verb")
    parser.add_argument("--output")
    parser.add_argument("--parameters", default="")
    parser.add_argument("problem")
    asked = parser.parse_args(arguments)
    output = asked.output or asked.problem + ".fmu"
    try:
        export(asked.problem, output, asked.parameters)
    except (Refused, FileNotFoundError) as refusal:
        sys.stderr.write("ivpbench: %s\n" % refusal)
        return 2
    except OSError as error:
        sys.stderr.write("ivpbench: %s: %s\n" % (output, error))
        return 3
    sys.stdout.write("%s\n" % output)
    return 0
