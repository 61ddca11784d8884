# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""Events of SBML without delay and priority as events of a problem.

An event fires when its trigger becomes true (SBML Level 3, section 4.11). A trigger a > b is the guard a - b that
rises; "and" is the smaller of two guards, "or" the larger one. Assignments are computed from the state before
the event, all at once.

At the start a trigger whose initialValue is false and that is true fires: its assignments change the start.

Refused, since the order of what happens at one time is not given or not the kernel's (docs/events.md):
two events that can fire at one time, where one sets what the other sets, reads or, if it is not
persistent, waits for; a trigger that is at its threshold at the start, or after an event."""

from dataclasses import dataclass, field

import sympy as sp

from .branches import comparisons, difference, is_strict, jumps
from .model import Event, Refused, time
from .sbml_math import truth, value


@dataclass
class Happening:
    name: str
    condition: object
    new: dict = field(default_factory=dict)  # unknown -> its value
    true_before: bool = True
    persistent: bool = True

    def reads(self):
        return set().union(*(e.free_symbols for e in self.new.values()))


def guard_of(condition, name):
    """The guard that is positive where a condition holds."""
    if isinstance(condition, sp.And):
        return sp.Min(*(guard_of(a, name) for a in condition.args))
    if isinstance(condition, sp.Or):
        return sp.Max(*(guard_of(a, name) for a in condition.args))
    guard = difference(condition)
    if jumps(guard):
        raise Refused("the trigger of %s jumps by a condition" % name)
    return guard


class Happenings:
    def __init__(self, network):
        self.network, self.events = network, []

    # ---- reading ------------------------------------------------------------------------------

    def add(self, name, trigger, assignments, true_before, persistent):
        """`assignments`: id -> node."""
        network = self.network
        condition = network.decided_condition(truth(network.read(trigger, network.along)))
        given = {k: value(network.read(node, network.along)) for k, node in assignments.items()}
        new = {network.states[k]: e for k, e in given.items() if not network.quantities[k].intensive}
        for k, e in given.items():
            q = network.quantities[k]
            if q.intensive:  # the concentration is set: an amount in the size before the event
                new[network.states[k]] = e * network.along.name(q.home)
        self.events.append(Happening(name, condition, new, true_before, persistent))

    # ---- at the start -------------------------------------------------------------------------

    def _holds(self, condition, what):
        e = self.network.in_numbers(self.network.at_start(condition))
        if e not in (sp.true, sp.false):
            raise Refused("%s: is it true at the start?" % what)
        return e == sp.true

    def fire_at_start(self):
        """What fires at the start changes the start."""
        before = {v.name: v.true_before for v in self.events}
        starts = self.network.starts()
        for turn in range(100):
            now = {v.name: self._holds(v.condition, v.name) for v in self.events
                   if v.condition.free_symbols or not v.true_before}
            firing = [v for v in self.events if now.get(v.name) and not before[v.name]]
            before.update(now)
            if not firing:
                return
            for k, v in enumerate(firing):
                for w in firing[:k]:
                    self._independent(v, w)
            values = {s: self.network.at_start(e) for v in firing for s, e in v.new.items()}
            starts.update({s: self.network.decided(e) for s, e in values.items()})
        raise Refused("events at the start that go on without end")

    def not_at_threshold(self):
        """A trigger at its threshold at the start must be leaving it for false."""
        network = self.network
        for v in self.events:
            for c in comparisons(v.condition):
                g = difference(c)
                if network.in_numbers(network.at_start(g)) != 0:
                    continue
                rate = network.in_numbers(network.at_start(network.derivative(g)))
                if is_strict(c) and not (rate.is_number and rate < 0):
                    raise Refused("%s, whose trigger is at its threshold at the start" % v.name)

    # ---- at one time --------------------------------------------------------------------------

    def check(self):
        events = [v for v in self.events if v.condition not in (sp.true, sp.false)]
        for k, v in enumerate(events):
            self._no_tie(v)
            for w in events[:k]:
                if self._interact(v, w) and not self._apart(v, w):
                    self._independent(v, w)

    def _independent(self, v, w):
        if self._interact(v, w):
            raise Refused("%s and %s, which may happen at one time and depend on each other"
                          % (w.name, v.name))

    @staticmethod
    def _interact(v, w):
        for a, b in ((v, w), (w, v)):
            if set(a.new) & b.reads() or not b.persistent and set(a.new) & b.condition.free_symbols:
                return True
        return any(v.new[s] != w.new[s] for s in set(v.new) & set(w.new))

    def _apart(self, v, w):
        """Can they never fire at one time?"""
        together = [u for u in self.events if u not in (v, w)
                    and set(u.new) & v.condition.free_symbols
                    and set(u.new) & w.condition.free_symbols]
        alone = [self._discrete(e.condition) for e in (v, w)]
        if alone[0] != alone[1] and not together:
            return True
        one, other = comparisons(v.condition), comparisons(w.condition)
        if v.condition not in one or w.condition not in other:
            return False
        a, b = difference(v.condition), difference(w.condition)
        apart, opposite = sp.expand(a - b), sp.expand(a + b)
        if opposite == 0:
            return True
        return not together and any(self._constant(e) for e in (apart, opposite))

    def _constant(self, e):
        if not e.free_symbols <= set(self.network.params):
            return False
        return self.network.in_numbers(e) != 0

    def _discrete(self, condition):
        """Does it depend on what events alone change?"""
        network = self.network
        still = {s for n, s in network.states.items() if network.slope(n) == 0}
        return condition.free_symbols <= still | set(network.params)

    def _no_tie(self, v):
        """No comparison of an assignment is at its threshold at the event, and none of a trigger
        behind it."""
        network = self.network
        asked = [difference(c) for e in v.new.values() for c in comparisons(e)]
        for g in [difference(c) for c in comparisons(v.condition)] if asked else ():
            for a in asked:
                if 0 in (sp.expand(network.in_numbers(a + sign * g)) for sign in (1, -1)):
                    raise Refused("%s, whose assignment compares what its trigger compares" % v.name)
        for w in self.events:
            for c in comparisons(w.condition):
                if not set(v.new) & c.free_symbols:
                    continue
                g = sp.expand(difference(c).xreplace(v.new))
                if g == 0 or g.free_symbols <= set(network.params) and network.in_numbers(g) == 0:
                    raise Refused("%s, which takes the trigger of %s to its threshold"
                                  % (v.name, w.name))

    # ---- the problem's ------------------------------------------------------------------------

    def guards(self):
        made = []
        for v in self.events:
            if v.condition in (sp.true, sp.false):
                continue
            made.append(Event(v.name, guard_of(v.condition, v.name), 1, "restart", v.new))
        return made
