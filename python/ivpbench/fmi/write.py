# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""A Model as the C file of a plug-in (include/ivp/fmi.h). All text of the FMU is written as literals
in which every byte that is not plain stands as its number, so nothing of it is code."""

import re

_PLAIN = {b: chr(b) for b in range(32, 127) if chr(b) not in '"\\?'}
_BYTE = [_PLAIN.get(b, "\\%03o" % b) for b in range(256)]
_LINE = 4000  # bytes of a literal in one line


def literal(data):
    if isinstance(data, str):
        data = " ".join(data.split()).encode("utf-8", "replace")
    parts = [data[i:i + _LINE] for i in range(0, len(data), _LINE)] or [b""]
    return "\n".join('"%s"' % "".join(map(_BYTE.__getitem__, p)) for p in parts)


def _words(variables, taken):
    """A name of ivpbench for each: letters, digits and _, and no name twice."""
    found = []
    for v in variables:
        word = re.sub(r"[^A-Za-z0-9]+", "_", v.name).strip("_")[:40] or "v"
        word = word if word[0].isalpha() else "v_" + word
        count, free = 1, word
        while free in taken:
            count += 1
            free = "%s_%d" % (word, count)
        taken.add(free)
        found.append(free)
    return found


def _table(kind, name, rows, end=None):
    lines = "".join("    %s,\n" % r for r in rows + ([end] if end else []))
    return "static const %s %s[] = {\n%s};\n" % (kind, name, lines or "    { 0 },\n")


def _parameters(m):
    rows = []
    for v, word in zip(m.parameters, _words(m.parameters, {"t"})):
        kind = {"REAL": "", "BOOLEAN": ", .choices = \"false true\""}.get(v.type, ", .kind = IVP_INTEGER")
        unit = " [%s]" % v.unit if v.unit else ""
        rows.append("{ %s, %s, %s%s }" % (literal(word), literal(v.start),
                                          literal((v.description or v.name) + unit), kind))
    rows.append('{ "fmu_mode", "0", "discrete state of the FMU", .hidden = true }')
    return _table("ivp_param", "params", rows, "{ 0 }")


def _observed(m):
    """Names of states and outputs: none is that of another component."""
    own = ["y%d" % (k + 1) for k in range(len(m.states))]
    taken = set(own)
    words = [o if v.name == o else _words([v], taken)[0] for v, o in zip(m.states, own)]
    return words + _words(m.outputs, taken)


def _observables(m):
    words = _observed(m)
    rows = ["{ %s, %s, %s, .component = \"y%d\" }" % (literal(w), literal(v.unit),
                                                      literal(v.description or v.name), i + 1)
            for i, (v, w) in enumerate(zip(m.states, words))]
    functions = []
    for k, (v, w) in enumerate(zip(m.outputs, words[len(m.states):])):
        functions.append("static real output%d(const ivp_state *s, const real *p)\n{\n"
                         "    return ivp_fmi_output(%d, s, p);\n}\n" % (k, k))
        rows.append("{ %s, %s, %s, .value = output%d }" % (literal(w), literal(v.unit),
                                                           literal(v.description or v.name), k))
    return "".join(functions) + _table("ivp_observable", "observables", rows, "{ 0 }")


def _events(m):
    rows = ['IVP_FMI_INDICATOR("z%d", %d)' % (k + 1, k) for k in range(m.nindicators)]
    rows += ["IVP_FMI_TIME"] if m.breaks is None else []
    return _table("ivp_event", "events", rows, "{ 0 }")


def _files(m):
    text = "".join("static const char file%d[] =\n%s;\n" % (k, literal(data))
                   for k, (_, data) in enumerate(m.files))
    rows = ["{ %s, file%d, sizeof file%d - 1 }" % (literal(name), k, k)
            for k, (name, _) in enumerate(m.files)]
    return text + _table("ivp_fmi_file", "files", rows, "{ 0 }")


def _list(kind, name, values):
    return "static const %s %s[] = { %s };\n" % (kind, name, ", ".join(values) or "0")


def _variables(name, variables):
    return _table("ivp_fmi_variable", name,
                  ["{ %du, IVP_FMI_%s }" % (v.reference, v.type) for v in variables])


def _model(m):
    has_nominals = any(x != 1 for x in m.nominals)
    members = [("version", m.version), ("name", literal(m.name)), ("token", literal(m.token)),
               ("library", literal(m.library)), ("nstates", len(m.states)),
               ("nindicators", m.nindicators), ("nparameters", len(m.parameters)),
               ("noutputs", len(m.outputs)), ("parameters", "parameters"), ("outputs", "outputs"),
               ("states", "states"), ("derivatives", "derivatives"),
               ("nominals", "nominals" if has_nominals else "NULL"),
               ("t0", m.t0.hex()), ("t1", m.t1.hex()),
               ("saves_state", str(m.saves_state).lower()),
               ("gives_derivatives", str(m.gives_derivatives).lower()),
               ("rounds_guards", str(m.breaks is not None).lower())]
    lines = "".join("    .%s = %s,\n" % pair for pair in members)
    return "const ivp_fmi_model ivp_fmi_here = {\n%s#if !IVP_IS_COMPLEX\n    .files = files,\n#endif\n};\n" \
        % lines, has_nominals


def c_file(m, name):
    model, has_nominals = _model(m)
    double = "#if !IVP_IS_COMPLEX\n%s%s%s#endif\n" % (_files(m), _observables(m), _events(m))
    tables = _variables("parameters", m.parameters) + _variables("outputs", m.outputs) + \
        _list("unsigned", "states", ["%du" % s.reference for s in m.states]) + \
        _list("unsigned", "derivatives", ["%du" % d for d in m.derivatives]) + \
        (_list("double", "nominals", [x.hex() for x in m.nominals]) if has_nominals else "")
    extra = [".events = events, .observables = observables"]
    extra += [".weights = ivp_fmi_weights"] if has_nominals else []
    extra += ["IVP_BREAKS(%s)" % ", ".join(b.hex() for b in m.breaks)] if m.breaks else []
    extra += [".accepted = ivp_fmi_accepted"] if m.wants_steps else []
    source = "FMI %d.0, %s" % (m.version, m.tool or "tool unknown")
    descriptor = "FMI_PROBLEM(%s,\n    .title = %s,\n    .source = %s,\n    .params = params,\n" \
        "    .t0 = \"%s\",\n    .t1 = \"%s\",\n    .sizes = { .n = %d },\n    IVP_FMI_MEMBERS(%s));\n" \
        % (name, literal(m.title), literal(source), repr(m.t0), repr(m.t1), max(1, len(m.states)),
           ", ".join(extra))
    return "\n".join(["#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n#include <ivp/fmi.h>\n",
                      _parameters(m), double, tables, model, descriptor])


def summary(m):
    """What was read, in one or two lines."""
    def count(n, word):
        return "%d %s" % (n, word if n == 1 else " or ".join(w + "s" for w in word.split(" or ")))
    lines = ["%s, FMI %d.0: %s" % (m.name, m.version, ", ".join(
        [count(len(m.states), "state"), count(m.nindicators, "event indicator"),
         count(len(m.parameters), "parameter"), count(len(m.outputs), "further output")]))]
    for names, what in (m.held, "that keep their start"), (m.unseen, "that are no observables"):
        if names:
            kind = "parameter or input" if names is m.held else "output"
            lines.append("%s %s: %s%s" % (count(len(names), kind), what, ", ".join(names[:5]),
                                          ", ..." if len(names) > 5 else ""))
    if not m.end_is_said:
        lines.append("the model names no stopTime: the interval ends at %r; --end sets another" % m.t1)
    if not m.saves_state:
        lines.append("the FMU saves no states: events are repeated to return to an earlier one")
    return "\n".join(lines)
