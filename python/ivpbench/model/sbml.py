# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""A model of SBML (systems biology) becomes a Model: `ivpbench new problem NAME --from MODEL.xml --end T`.

    sbml_file.py      the file, within bounds, through libsbml
    sbml_math.py      MathML
    sbml_network.py   what names mean, derivatives
    sbml_events.py    events
    branches.py       conditions

Each observable of the problem has the name of the element whose value it is. What is not understood is refused by
its name; docs/sbml.md lists what."""

import sympy as sp

from . import sbml_file
from .branches import Guards
from .model import Model, Refused, Scalar
from .sbml_events import Happenings
from .sbml_network import Network, Quantity, Reaction
from .sbml_math import number


def _refuse_lists(m):
    if m.getNumConstraints():
        raise Refused("a constraint")
    for r in m.getListOfReactions():
        if r.isSetFast() and r.getFast():
            raise Refused("the fast reaction %s" % r.getId())
        law = r.getKineticLaw()
        if law is None or law.getMath() is None:
            raise Refused("the reaction %s without a kinetic law" % r.getId())
    for v in m.getListOfEvents():
        for has, what in ((v.isSetDelay(), "delay"), (v.isSetPriority(), "priority")):
            if has:
                raise Refused("an event with %s: %s" % (what, v.getId() or v.getName()))


def _functions(m):
    table = {}
    for f in m.getListOfFunctionDefinitions():
        if f.getMath() is None or f.getBody() is None:
            raise Refused("the function %s without a formula" % f.getId())
        table[f.getId()] = ([f.getArgument(i).getName() for i in range(f.getNumArguments())], f.getBody())
    return table


def _plain(element):
    """What people call it, in ASCII."""
    words = element.getName() if element.isSetName() else ""
    return words if words.isascii() and words.isprintable() else ""


def _written(is_set, x):
    return number(x) if is_set and x == x else None


def _quantities(m, network):
    table = network.quantities
    for c in m.getListOfCompartments():
        given = _written(c.isSetSize() or m.getLevel() == 1, c.getSize())
        table[c.getId()] = Quantity(c.getId(), "compartment", given, c.getConstant(),
                                    _plain(c), c.getUnits())
    for p in m.getListOfParameters():
        table[p.getId()] = Quantity(p.getId(), "parameter", _written(p.isSetValue(), p.getValue()),
                                    p.getConstant(), _plain(p), p.getUnits())
    for s in m.getListOfSpecies():
        table[s.getId()] = _species(m, s)
    for r in m.getListOfReactions():
        for s in list(r.getListOfReactants()) + list(r.getListOfProducts()):
            if s.isSetId():
                given = s.getStoichiometry() if s.isSetStoichiometry() or m.getLevel() < 3 else None
                table[s.getId()] = Quantity(s.getId(), "reference", _written(given is not None, given),
                                            s.getConstant() if m.getLevel() > 2 else True)


def _species(m, s):
    home = m.getCompartment(s.getCompartment())
    if home is None:
        raise Refused("the species %s, whose compartment does not exist" % s.getId())
    flat = home.getSpatialDimensions() == 0
    amount, dense = s.isSetInitialAmount(), s.isSetInitialConcentration()
    q = Quantity(s.getId(), "species", None, s.getConstant(), _plain(s), s.getSubstanceUnits())
    q.home, q.boundary = s.getCompartment(), s.getBoundaryCondition()
    q.intensive = not (s.getHasOnlySubstanceUnits() or flat)
    q.by_amount = not dense
    if q.intensive and q.unit and home.getUnits():
        q.unit += "/" + home.getUnits()
    elif q.intensive:
        q.unit = ""
    q.factor = s.getConversionFactor() or m.getConversionFactor()
    q.written = _written(amount or dense, s.getInitialConcentration() if dense else s.getInitialAmount())
    return q


def _rules(m, network):
    for r in m.getListOfRules():
        if r.isAlgebraic():
            if r.getMath() is None:
                raise Refused("an algebraic rule without a formula")
            network.algebraic.append(r.getMath())
            continue
        table = network.rates if r.isRate() else network.assigned
        name = r.getVariable()
        if name in network.rates or name in network.assigned:
            raise Refused("%s, for which there are two rules" % name)
        if r.getMath() is None:
            raise Refused("the rule for %s without a formula" % name)
        table[name] = r.getMath()
    for a in m.getListOfInitialAssignments():
        if a.getMath() is None:
            raise Refused("the initial assignment to %s without a formula" % a.getSymbol())
        network.initial[a.getSymbol()] = a.getMath()
    for v in m.getListOfEvents():
        network.changed |= {a.getVariable() for a in v.getListOfEventAssignments()}
    known = set(network.quantities)
    for name in [*network.rates, *network.assigned, *network.initial, *network.changed]:
        if name not in known:
            raise Refused("%s, which is set and is no quantity" % name)


def _reactions(m, network):
    for r in m.getListOfReactions():
        law, local = r.getKineticLaw(), {}
        for p in list(law.getListOfLocalParameters()) + list(law.getListOfParameters()):
            given = _written(p.isSetValue(), p.getValue())
            if given is None:
                raise Refused("%s of %s, which has no value" % (p.getId(), r.getId()))
            local[p.getId()] = Quantity("%s_%s" % (r.getId(), p.getId()), "local", given, True,
                                        "%s of %s" % (p.getId(), r.getId()), p.getUnits())
        sides = [(s.getSpecies(), sign, _stoichiometry(m, s))
                 for sign, some in ((-1, r.getListOfReactants()), (1, r.getListOfProducts()))
                 for s in some]
        network.reactions[r.getId()] = Reaction(r.getId(), law.getMath(), local, sides)


def _stoichiometry(m, s):
    """An id, a node, or a number."""
    if s.isSetStoichiometryMath():
        node = s.getStoichiometryMath().getMath()
        if node is None:
            raise Refused("a stoichiometryMath of %s without a formula" % s.getSpecies())
        return node
    if s.isSetId():
        return s.getId()
    if m.getLevel() > 2 and not s.isSetStoichiometry():
        raise Refused("a stoichiometry of %s that is not given" % s.getSpecies())
    return number(s.getStoichiometry())


def _events(m, network):
    happenings, names = Happenings(network), set(network.quantities) | set(network.reactions)
    for k, v in enumerate(m.getListOfEvents()):
        trigger = v.getTrigger()
        name = v.getId() or "event%d" % (k + 1)
        while name in names:
            name += "_"
        names.add(name)
        if trigger is None or trigger.getMath() is None:
            raise Refused("the event %s without a trigger" % name)
        assignments = {}
        for a in v.getListOfEventAssignments():
            if a.getMath() is None:
                raise Refused("an assignment of the event %s without a formula" % name)
            assignments[a.getVariable()] = a.getMath()
        late = m.getLevel() > 2
        happenings.add(name, trigger.getMath(), assignments,
                       trigger.getInitialValue() if late else True,
                       trigger.getPersistent() if late else True)
    return happenings


def network_of(m):
    """A model of libsbml as a Network."""
    _refuse_lists(m)
    network = Network(_functions(m))
    _quantities(m, network)
    _reactions(m, network)
    _rules(m, network)
    network.reserve()
    return network


def _observables(network):
    made = []
    for name in [*network.quantities, *network.reactions]:
        q = network.quantities.get(name)
        if q and not network.has_value(name):  # who needs it is refused
            continue
        if q and q.intensive and not network.has_value(q.home):  # no concentration, but an amount
            if name in network.states:
                s = network.states[name]
                made.append(Scalar(s.name, s, "", "amount of " + name))
            continue
        e = network.along.name(name)
        if e.free_symbols - set(network.params):
            made.append(Scalar(name, e, q.unit if q else "", (q and q.meaning) or name))
    return made


def _freeze(network, model):
    """Puts numbers for parameters in exponents and for those that have decided something: a power with a
    known exponent has its domain and its derivative."""
    resets = [e for v in model.events for e in v.reset.values()]
    for e in [*model.f, *model.start, *resets, *(x.value for x in model.observables),
              *(v.guard for v in model.events)]:
        for power in e.atoms(sp.Pow):
            if power.exp.free_symbols <= set(network.params):
                network.frozen |= power.exp.free_symbols
    known = {s: sp.Rational(network.params[s][0]) for s in network.frozen}
    model.f, model.start = ([e.xreplace(known) for e in some] for some in (model.f, model.start))
    for v in model.events:
        v.guard, v.reset = v.guard.xreplace(known), {s: e.xreplace(known) for s, e in v.reset.items()}
    for o in model.observables:
        o.value = o.value.xreplace(known)
    model.params = {s: v for s, v in network.params.items() if s not in known}


def model_of(network, happenings, **common):
    """The Model, with branches as events behind those of the file."""
    happenings.fire_at_start()
    happenings.check()
    happenings.not_at_threshold()
    branches, signs = Guards(), Guards()  # of equations; elsewhere the sign of a guard is enough
    f = [branches.smooth(network.decided(network.slope(n))) for n in network.states]
    model = Model(y=list(network.states.values()), f=f, start=list(network.starts().values()),
                  events=happenings.guards(), observables=_observables(network), t0="0", **common)
    for v in model.events:
        v.reset = {s: signs.smooth(network.decided(e)) for s, e in v.reset.items()}
    for o in model.observables:
        o.value = signs.smooth(network.decided(o.value))
    model.events += branches.events
    _freeze(network, model)
    return model


def parts_of(m, path, name, end):
    """A model of libsbml as a Network and as a Model."""
    try:
        network = network_of(m)
        if not network.states:
            raise Refused("no differential equation: nothing in it changes")
        happenings = _events(m, network)
        return network, model_of(network, happenings, name=name, origin=path, t1=end,
                                 title=_plain(m) or m.getId() or name,
                                 source="SBML model " + (m.getId() or name))
    except Refused as refusal:
        raise Refused("%s: not converted: %s" % (path, refusal)) from refusal
    except RecursionError as error:
        raise Refused("%s: formulas are nested too deep" % path) from error


def read(path, name, end):
    try:
        return parts_of(sbml_file.document(path).getModel(), path, name, end)[1]
    except Refused:
        raise
    except Exception as error:  # a stranger's file: anything
        said = "; ".join(str(error).strip().splitlines()[:1])
        raise Refused("%s: not converted: %s: %s" % (path, type(error).__name__, said)) from error
