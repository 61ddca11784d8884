# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""A verdict as Markdown, JUnit, TAP, JSON and workflow commands. Names and messages come from plug-ins
and commits: each format escapes them."""

import json
import re
import xml.etree.ElementTree as xml

SCHEMA = "ivpbench.ci/1"
SHOWN = 60 # rows of the table; the rest is counted


def plain(text):
    """One line without control characters."""
    return re.sub(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+", " ", str(text)).strip()


def _cell(text):
    return re.sub(r"([\\`*_{}\[\]<>|#!&@])", r"\\\1", plain(text))


def markdown(v):
    """One comment: the verdict in words, what changed beyond doubt, what was looked at."""
    lines = ["**ivpbench: %s.**" % _cell(v.line()), ""]
    if v.findings:
        lines += ["| | what | where | change |", "|---|---|---|---|"]
        for f in v.findings[:SHOWN]:
            sign = "fails" if v.fails(f) else f["verdict"]
            lines.append("| %s | %s | %s | %s |" % (sign, f["kind"], _cell(f["where"]), _cell(f["text"])))
        if len(v.findings) > SHOWN:
            lines.append("\n%d more." % (len(v.findings) - SHOWN))
        lines.append("")
    lines.append("Base %s, head %s. Looked at: %s." % (
        v.base["commit"][:10], v.head["commit"][:10], "; ".join(_cell(s) for s in v.looked_at())))
    return "\n".join(lines) + "\n"


def as_json(v):
    return json.dumps({
        "schema": SCHEMA, "verdict": v.line(), "failed": v.failed(), "noise": v.noise,
        "base": v.base["commit"], "head": v.head["commit"], "looked_at": v.looked_at(),
        "cells": len(v.pairs), "findings": [dict(f, fails=v.fails(f)) for f in v.findings]},
        indent=1, sort_keys=True) + "\n"


def _cases(v):
    """(name, findings) of every cell, then of what belongs to no single cell."""
    by_cell, rest = {name: [] for name in sorted(v.pairs)}, {}
    for f in v.findings:
        if f["where"] in by_cell:
            by_cell[f["where"]].append(f)
        else:
            rest.setdefault("%s: %s" % (f["kind"], f["where"]), []).append(f)
    return list(by_cell.items()) + sorted(rest.items())


def junit(v):
    cases = _cases(v)
    bad = [(name, [f for f in found if v.fails(f)]) for name, found in cases]
    suite = xml.Element("testsuite", name="ivpbench", tests=str(len(cases)),
                        failures=str(sum(1 for _, found in bad if found)))
    for name, found in bad:
        case = xml.SubElement(suite, "testcase", classname="ivpbench", name=plain(name))
        for f in found:
            xml.SubElement(case, "failure", type=f["kind"], message=plain(f["text"]))
    return xml.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"


def tap(v):
    cases = _cases(v)
    lines = ["TAP version 13", "1..%d" % len(cases)]
    for number, (name, found) in enumerate(cases, 1):
        bad = [f for f in found if v.fails(f)]
        escaped = plain(name).replace("\\", "\\\\").replace("#", "\\#")
        lines.append("%s %d - %s" % ("not ok" if bad else "ok", number, escaped))
        lines += ["# %s: %s" % (f["kind"], plain(f["text"])) for f in bad]
    return "\n".join(lines) + "\n"


def annotations(v):
    """Commands of a workflow of GitHub; its values are percent-encoded by its rules."""
    lines = []
    for f in v.findings:
        text = plain("%s: %s" % (f["where"], f["text"])).replace("%", "%25")
        lines.append("::%s title=ivpbench %s::%s" % ("error" if v.fails(f) else "notice", f["kind"], text))
    return "\n".join(lines) + ("\n" if lines else "")


FORMATS = (("comment.md", markdown), ("ci.json", as_json), ("junit.xml", junit), ("ci.tap", tap))
