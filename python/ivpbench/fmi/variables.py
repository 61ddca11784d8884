# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""modelDescription.xml of a problem, for FMI 2.0 and 3.0. References are those of sources/model.h."""

from xml.sax.saxutils import quoteattr

STRUCTURAL = 2
JACOBIAN_MOST = 500  # unknowns: the matrix is full
ANNOTATION = "org.ivpbench"


class Row:
    """A variable: its name, reference, causality, variability, initial, meaning, type, attributes."""

    def __init__(self, name, reference, causality, variability, initial, meaning, kind="Real", **more):
        self.name, self.reference, self.causality, self.variability = name, reference, causality, variability
        self.initial, self.meaning, self.kind, self.more = initial, meaning, kind, more


def _attributes(pairs):
    return "".join(" %s=%s" % (k, quoteattr(str(v))) for k, v in pairs if v != "")


def meaning(p):
    choices = p["choices"].split()
    listed = " (%s)" % ", ".join("%d: %s" % pair for pair in enumerate(choices)) if choices else ""
    return p["meaning"] + listed


class Description:
    def __init__(self, facts, name, token):
        self.facts, self.name, self.token = facts, name, token
        self.n = n = int(facts["n"])
        self.gives_derivatives = bool(facts["jacobian"]) and n <= JACOBIAN_MOST
        first = 2 * n + 1
        self.parameters = [self._parameter(p, first + k) for k, p in enumerate(facts["params"])
                           if self.is_free(p)]
        first += len(facts["params"])
        self.outputs = [Row("obs." + o["name"], first + k, "output", "continuous", "calculated", o["meaning"])
                        for k, o in enumerate(facts["observables"]) if not o["component"]]
        first += len(facts["observables"])
        self.guards = [Row("guard." + e["name"], first + k, "local", "continuous", "calculated", e["name"])
                       for k, e in enumerate(facts["events"]) if e["told"]]
        self.states = [self._state(i) for i in range(n)]

    def is_free(self, p):
        """May it change without another size of y?"""
        whole = p["choices"] or p["kind"]
        return not p["hidden"] and p["kind"] != STRUCTURAL and not (whole and self.facts["sized"])

    @staticmethod
    def _parameter(p, reference):
        whole = p["choices"] or p["kind"]
        return Row(p["name"], reference, "parameter", "fixed", "exact", meaning(p),
                   "Integer" if whole else "Real", start="%d" % p["number"] if whole else p["value"])

    def _state(self, i):
        weight, name = self.facts["weights"][i], "y%d" % (i + 1)
        more = {} if weight == 1 else {"nominal": repr(weight)}
        return Row(name, i + 1, "local", "continuous", "calculated", name, **more)

    def _derivatives(self, of):
        return [Row("der(%s)" % s.name, self.n + s.reference, "local", "continuous", "calculated",
                    "rate of %s" % s.name, derivative=of(s)) for s in self.states]

    def _start(self, version, token, *more):
        f = self.facts
        head = [("fmiVersion", version), ("modelName", self.name), token, ("description", f["title"]),
                ("generationTool", "ivpbench"), *more]
        return ['<?xml version="1.0" encoding="UTF-8"?>', "<fmiModelDescription%s>" % _attributes(head)]

    def _experiment(self):
        return ['  <LogCategories><Category name="logStatusError"/></LogCategories>',
                '  <DefaultExperiment startTime="%s" stopTime="%r"/>' % (self.facts["t0"], self.facts["t1"])]

    def _guards(self):
        return '<guards fire="rounded" breaks="%s"/>' % " ".join(map(repr, self.facts["breaks"]))

    # ---- 2.0 ------------------------------------------------------------------------------------

    def xml_2(self):
        rows = [Row("time", 0, "independent", "continuous", "", "t"), *self.states,
                *self._derivatives(lambda s: s.reference + 1), *self.parameters, *self.outputs]
        n, k = self.n, 1 + 2 * self.n + len(self.parameters)
        outputs = range(k + 1, k + 1 + len(self.outputs))
        interface = [("modelIdentifier", self.name), ("canGetAndSetFMUstate", "true"),
                     ("canSerializeFMUstate", "true"), ("completedIntegratorStepNotNeeded", "true"),
                     ("providesDirectionalDerivative", str(self.gives_derivatives).lower())]
        lines = self._start("2.0", ("guid", self.token), ("numberOfEventIndicators", len(self.guards)))
        lines += ['  <ModelExchange%s><SourceFiles><File name="fmi2.c"/><File name="%s.c"/></SourceFiles>'
                  '</ModelExchange>' % (_attributes(interface), self.name)]
        lines += self._experiment() + ['  <VendorAnnotations><Tool name="%s">%s</Tool></VendorAnnotations>'
                                       % (ANNOTATION, self._guards())]
        lines += ["  <ModelVariables>", *map(self._variable_2, rows), "  </ModelVariables>",
                  "  <ModelStructure>", *self._unknowns_2("Outputs", outputs),
                  *self._unknowns_2("Derivatives", range(n + 2, 2 * n + 2)),
                  *self._unknowns_2("InitialUnknowns", [*range(2, 2 * n + 2), *outputs])]
        return "\n".join(lines + ["  </ModelStructure>", "</fmiModelDescription>", ""])

    @staticmethod
    def _unknowns_2(tag, indices):
        rows = ['      <Unknown index="%d"/>' % i for i in indices]
        return ["    <%s>" % tag, *rows, "    </%s>" % tag] if rows else []

    @staticmethod
    def _variable_2(v):
        outer = [("name", v.name), ("valueReference", v.reference), ("causality", v.causality),
                 ("variability", v.variability), ("initial", v.initial), ("description", v.meaning)]
        return "    <ScalarVariable%s><%s%s/></ScalarVariable>" % (_attributes(outer), v.kind,
                                                                  _attributes(v.more.items()))

    # ---- 3.0 ------------------------------------------------------------------------------------

    def xml_3(self):
        rows = [Row("time", 0, "independent", "continuous", "", "t"), *self.states,
                *self._derivatives(lambda s: s.reference), *self.parameters, *self.outputs, *self.guards]
        interface = [("modelIdentifier", self.name), ("canGetAndSetFMUState", "true"),
                     ("canSerializeFMUState", "true"), ("needsCompletedIntegratorStep", "false"),
                     ("providesDirectionalDerivatives", str(self.gives_derivatives).lower())]
        rates = [self.n + s.reference for s in self.states]
        structure = [("Output", [o.reference for o in self.outputs]), ("ContinuousStateDerivative", rates),
                     ("InitialUnknown", [*(s.reference for s in self.states), *rates,
                                         *(o.reference for o in self.outputs)]),
                     ("EventIndicator", [g.reference for g in self.guards])]
        lines = self._start("3.0", ("instantiationToken", self.token))
        lines += ["  <ModelExchange%s/>" % _attributes(interface), *self._experiment(),
                  "  <ModelVariables>", *map(self._variable_3, rows), "  </ModelVariables>",
                  "  <ModelStructure>"]
        lines += ['    <%s valueReference="%d"/>' % (tag, r) for tag, list_ in structure for r in list_]
        lines += ["  </ModelStructure>", '  <Annotations><Annotation type="%s">%s</Annotation></Annotations>'
                  % (ANNOTATION, self._guards())]
        return "\n".join(lines + ["</fmiModelDescription>", ""])

    @staticmethod
    def _variable_3(v):
        outer = [("name", v.name), ("valueReference", v.reference), ("causality", v.causality),
                 ("variability", v.variability), ("initial", v.initial), ("description", v.meaning)]
        return "    <%s%s/>" % ({"Real": "Float64", "Integer": "Int32"}[v.kind],
                                _attributes([*outer, *v.more.items()]))

    def build_3(self):
        """sources/buildDescription.xml: what a compiler is given."""
        return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', '<fmiBuildDescription fmiVersion="3.0">',
                          '  <BuildConfiguration modelIdentifier="%s">' % self.name,
                          '    <SourceFileSet language="C11">', '      <SourceFile name="fmi3.c"/>',
                          '      <SourceFile name="%s.c"/>' % self.name, '      <IncludeDirectory name="."/>',
                          '    </SourceFileSet>', '  </BuildConfiguration>', '</fmiBuildDescription>', ''])
