# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""What a problem needs of an FMU. What cannot be a problem is refused by the name of what it uses."""

import math
import platform
import re

from . import Refused, archive, description

VARIABLES_MOST = 100000
SHOWN_MOST = 200  # parameters, outputs
_TYPES = {2: {"Real": "REAL", "Integer": "INTEGER", "Enumeration": "INTEGER", "Boolean": "BOOLEAN"},
          3: {"Float64": "REAL", "Int32": "INTEGER", "Int64": "LONG", "Enumeration": "LONG",
              "Boolean": "BOOLEAN"}}


class Variable:
    """A scalar variable; `type` is None where it is of a type that is not asked for."""

    def __init__(self, element, version, where):
        kind = element
        if version == 2:
            kind = next((c for c in element.children if c.tag in _TYPES[2] or c.tag == "String"), element)
        self.name = element.get("name", "")
        self.reference = _whole(element, "valueReference", where, 0, 2 ** 32 - 1)
        self.causality = element.get("causality", "local")
        self.variability = element.get("variability", "")
        self.description = element.get("description", "")
        self.tag = kind.tag
        self.type = _TYPES[version].get(kind.tag)
        self.start = (kind.get("start") or "").strip()
        self.derivative = kind.get("derivative")
        self.nominal, self.unit = kind.get("nominal"), kind.get("unit", "")
        self.declared = kind.get("declaredType")
        self.is_array = any(c.tag == "Dimension" for c in element.children)


def _whole(element, name, where, least, most, otherwise=None):
    text = element.get(name, otherwise)
    if text is None or not re.fullmatch(r"\+?[0-9]{1,10}", text) or not least <= int(text) <= most:
        raise Refused("%s: %s of %s %r is %r, expected is a whole number from %d to %d"
                      % (where, name, element.tag, element.get("name", ""), text, least, most))
    return int(text)


def _number(text, what, where):
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise Refused("%s: %s is %.40r, expected is a number" % (where, what, text))
    return value


def _true(element, name, otherwise="false"):
    return element.get(name, otherwise) in ("true", "1")


class Model:
    def __init__(self, path, end=None):
        self.archive = archive.Archive(path)
        self.where = "%s: modelDescription.xml" % path
        data = self.archive.read("modelDescription.xml", archive.DESCRIPTION_MOST)
        root = description.read(data, self.where)
        self.version = self._version(root)
        self._exchange(root)
        self.name = root.get("modelName", self.identifier)
        self.token = root.get("guid" if self.version == 2 else "instantiationToken", "")
        self.title = root.get("description") or self.name
        self.tool = root.get("generationTool", "")
        self.held = []  # what is left at its start, by name
        self._variables(root)
        self._structure(root)
        self._parameters()
        self._interval(root, end)
        self._annotation(root)
        self._files()

    # ---- what it is -----------------------------------------------------------------------------

    def _version(self, root):
        text = root.get("fmiVersion", "")
        if re.fullmatch(r"2\.0(\.\d+)?", text):
            return 2
        if re.fullmatch(r"3\.0(\.\d+)?(-.*)?", text):
            return 3
        if text.startswith("1"):
            raise Refused("%s: this is FMI 1.0; 2.0 and 3.0 are read" % self.where)
        raise Refused("%s: fmiVersion is %.20r; 2.0 and 3.0 are read" % (self.where, text))

    def _exchange(self, root):
        element = root.child("ModelExchange")
        if element is None:
            kind = next((c.tag for c in root.children if c.tag in ("CoSimulation", "ScheduledExecution")),
                        "none")
            raise Refused("%s: the FMU has no ModelExchange; its interface is %s" % (self.where, kind))
        self.identifier = element.get("modelIdentifier", "")
        if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]{0,200}", self.identifier):
            raise Refused("%s: modelIdentifier is %.60r, expected is a name of C"
                          % (self.where, self.identifier))
        if _true(element, "needsExecutionTool"):
            raise Refused("%s: needsExecutionTool: the FMU only works with the tool that made it"
                          % self.where)
        state = "canGetAndSetFMUstate" if self.version == 2 else "canGetAndSetFMUState"
        derivatives = "providesDirectionalDerivative" + "s" * (self.version == 3)
        self.saves_state = _true(element, state)
        self.gives_derivatives = _true(element, derivatives)
        self.wants_steps = _true(element, "needsCompletedIntegratorStep", "true") if self.version == 3 \
            else not _true(element, "completedIntegratorStepNotNeeded")

    def _variables(self, root):
        listed = root.child("ModelVariables")
        elements = listed.children if listed is not None else []
        if len(elements) > VARIABLES_MOST:
            raise Refused("%s has %d variables; at most %d are read"
                          % (self.where, len(elements), VARIABLES_MOST))
        if self.version == 3 and any(e.tag == "Clock" for e in elements):
            raise Refused("%s: the FMU has clocks, which are not supported" % self.where)
        self.variables = [Variable(e, self.version, self.where) for e in elements]
        structural = next((v for v in self.variables if v.causality == "structuralParameter"), None)
        if structural:
            raise Refused("%s: %.80r is a structural parameter: sizes that vary are not supported"
                          % (self.where, structural.name))

    def _structure(self, root):
        structure = root.child("ModelStructure")
        if structure is None:
            raise Refused("%s has no ModelStructure" % self.where)
        read = self._structure_2 if self.version == 2 else self._structure_3
        pairs, outputs, self.nindicators = read(root, structure)
        self.states = [s for s, _ in pairs]
        self.derivatives = [d.reference for _, d in pairs]
        for state in self.states:
            if state.type != "REAL":
                raise Refused("%s: the state %.80r is of type %s; states are Real or Float64"
                              % (self.where, state.name, state.tag))
            if state.is_array:
                raise Refused("%s: the state %.80r is an array, which is not supported"
                              % (self.where, state.name))
        known = {s.reference for s in self.states}
        others = [o for o in outputs if o.reference not in known]
        self.outputs = [o for o in others if o.type and not o.is_array][:SHOWN_MOST]
        self.unseen = [o.name for o in others if o not in self.outputs]

    def _structure_2(self, root, structure):
        def at(element, name):
            return self.variables[_whole(element, name, self.where, 1, len(self.variables)) - 1]

        def unknowns(tag):
            listed = structure.child(tag)
            return [at(u, "index") for u in (listed.all("Unknown") if listed is not None else [])]
        pairs = [(self._state(d, dict(enumerate(self.variables, 1))), d) for d in unknowns("Derivatives")]
        count = _whole(root, "numberOfEventIndicators", self.where, 0, 100000, "0")
        return pairs, unknowns("Outputs"), count

    def _structure_3(self, _, structure):
        by_reference = {v.reference: v for v in self.variables}

        def all_of(tag):
            found = [_whole(u, "valueReference", self.where, 0, 2 ** 32 - 1) for u in structure.all(tag)]
            missing = next((r for r in found if r not in by_reference), None)
            if missing is not None:
                raise Refused("%s: ModelStructure names the variable %d, which there is none"
                              % (self.where, missing))
            return [by_reference[r] for r in found]
        pairs = [(self._state(d, by_reference), d) for d in all_of("ContinuousStateDerivative")]
        indicators = all_of("EventIndicator")
        array = next((v for v in indicators if v.is_array), None)
        if array:
            raise Refused("%s: the event indicator %.80r is an array, which is not supported"
                          % (self.where, array.name))
        return pairs, all_of("Output"), len(indicators)

    def _state(self, derivative, table):
        text = derivative.derivative or ""
        state = table.get(int(text)) if re.fullmatch(r"[0-9]{1,10}", text) else None
        if state is None:
            raise Refused("%s: %.80r is listed as a derivative and does not say of which state"
                          % (self.where, derivative.name))
        return state

    # ---- parameters, interval, files ------------------------------------------------------------

    def _parameters(self):
        self.parameters = []
        for v in self.variables:
            if v.causality not in ("parameter", "input"):
                continue
            if v.type is None or v.is_array or not v.start or len(self.parameters) == SHOWN_MOST:
                self.held.append(v.name)
                continue
            v.start = self._start(v)
            self.parameters.append(v)

    def _start(self, v):
        if v.type == "BOOLEAN":
            if v.start not in ("true", "false", "0", "1"):
                raise Refused("%s: start of %.80r is %.20r, expected is true or false"
                              % (self.where, v.name, v.start))
            return "true" if v.start in ("true", "1") else "false"
        value = _number(v.start, "start of %.80r" % v.name, self.where)
        if v.type != "REAL" and (value != int(value) or abs(value) >= 2 ** 31):
            raise Refused("%s: start of %.80r is %.20r, expected is a whole number"
                          % (self.where, v.name, v.start))
        return v.start if v.type == "REAL" else "%d" % value

    def _interval(self, root, end):
        experiment = root.child("DefaultExperiment")
        said = experiment.attributes if experiment is not None else {}
        self.t0 = _number(said.get("startTime", "0"), "startTime", self.where)
        self.end_is_said = end is not None or "stopTime" in said
        if end is not None:
            self.t1 = _number(end, "the end of the interval", self.where)
        elif "stopTime" in said:
            self.t1 = _number(said["stopTime"], "stopTime", self.where)
        else:
            self.t1 = self.t0 + 1
        if not self.t1 > self.t0:
            raise Refused("%s: the interval begins at %r and ends at %r" % (self.where, self.t0, self.t1))
        self._nominals(root)

    def _nominals(self, root):
        """Of the states, or of their declared types; an absolute tolerance is multiplied by them."""
        listed = root.child("TypeDefinitions")
        types = {e.get("name"): e.get("nominal") or (e.child("Real") or e).get("nominal")
                 for e in (listed.children if listed is not None else [])}
        texts = [(s, s.nominal or types.get(s.declared)) for s in self.states]
        self.nominals = [abs(_number(text, "nominal of %.80r" % s.name, self.where) if text else 1.0) or 1.0
                         for s, text in texts]

    def _annotation(self, root):
        """What an FMU of ivpbench says of itself: guards fire at a zero up to rounding; break points,
        which are all of its time events. None: it is another one."""
        self.breaks = None
        listed = root.child("VendorAnnotations" if self.version == 2 else "Annotations")
        for tool in listed.children if listed is not None else []:
            guards = tool.child("guards")
            if "org.ivpbench" in (tool.get("name"), tool.get("type")) and guards is not None:
                words = guards.get("breaks", "").split()
                self.breaks = [_number(w, "a break point", self.where) for w in words]
                if self.breaks != sorted(set(self.breaks)):
                    raise Refused("%s: break points are not ascending" % self.where)

    def _files(self):
        folder = archive.library_folder(self.version)
        self.library = folder + self.identifier + ".so"
        if not self.archive.has(self.library):
            raise Refused("%s has no %s: the FMU has no library for this kind of machine, Linux on %s"
                          % (self.archive.path, self.library, platform.machine()))
        names = self.archive.below(folder) + self.archive.below("resources/")
        self.files = [(name, self.archive.take(name)) for name in names]
