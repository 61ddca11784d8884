# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""The verdict in one line, and whether it fails the job."""

from ivpbench.ci import changes

NOISY = 0.05 # median half width of the intervals of CPU times


def cells_of(n):
    return "%d cell%s" % (n, "" if n == 1 else "s")


class Verdict:
    """Findings with what was looked at. base and head are records."""

    def __init__(self, base, head, ratios, limits, broken_builds=None, notes=()):
        self.base, self.head, self.ratios, self.limits = base, head, ratios, limits
        self.notes = list(notes)
        self.pairs = changes.pairs_of(base["cells"], head["cells"])
        self.findings = [changes.finding("build", changes.WORSE, name, "does not build: " +
                                         why.strip().split("\n")[-1][:200])
                         for name, why in sorted((broken_builds or {}).items())]
        self.findings += changes.all_of(base, head, ratios, limits)
        self.noise = changes.noise_of(ratios)

    def fails(self, f):
        """By policy: worse, and of a kind that the repository forbids."""
        return f["verdict"] == changes.WORSE and bool(self.limits.get(f["kind"], True))

    def failed(self):
        return any(self.fails(f) for f in self.findings)

    def is_empty(self):
        """Neither cells nor findings: nothing is known, and no job passes by it."""
        return not self.pairs and not self.findings

    def of(self, verdict):
        return [f for f in self.findings if f["verdict"] == verdict]

    def moved(self):
        """Cells whose digits or counters are not the same to the last bit."""
        return [name for name, (b, h) in self.pairs.items()
                if not changes.same_work((b, h)) or b.get("mescd") != h.get("mescd")]

    def line(self):
        """The verdict in words."""
        if self.is_empty():
            return "nothing to compare: base and head have no cell in common"
        parts = []
        for verdict, words in ((changes.WORSE, ("regression", "regressions")),
                               (changes.BETTER, ("improvement", "improvements")),
                               (changes.OTHER, ("other change", "other changes"))):
            n = len(self.of(verdict))
            if n:
                parts.append("%d %s" % (n, words[n > 1]))
        if not parts:
            moved = len(self.moved())
            same = "all to the last bit" if not moved else \
                "%d of them have other last bits, which is within noise" % moved
            return "no change in %s, %s%s" % (cells_of(len(self.pairs)), same, self._alone())
        first = (self.of(changes.WORSE) or self.of(changes.BETTER) or self.findings)[0]
        return "%s; first %s: %s%s" % (", ".join(parts), first["where"], first["text"], self._alone())

    def _alone(self):
        """What a reader of the first line must know: cells that only one side has."""
        n = len(set(self.base["cells"]) ^ set(self.head["cells"]))
        return "; %s %s run on one side only" % (cells_of(n), "was" if n == 1 else "were") if n else ""

    def looked_at(self):
        """Sentences: what the verdict rests on, and what it does not."""
        counted = sum(1 for b, h in self.pairs.values()
                      if b.get("instructions") and h.get("instructions"))
        hidden = len(changes.not_judged(self.pairs))
        said = [cells_of(len(self.pairs)) + ": outcomes, events, digits, counters",
                cells_of(counted) + ": instructions" if counted else "instructions were not counted",
                cells_of(len(self.ratios)) + ": CPU time" if self.ratios else "CPU time was not measured"]
        if self.ratios and self.noise > NOISY:
            said.append("this machine is noisy: the intervals of times are +-%.0f %%; differences of "
                        "times below that are not seen" % (100 * self.noise))
        if hidden:
            said.append("%s not judged, since one side reached its time limit" %
                        (cells_of(hidden) + (" is" if hidden == 1 else " are")))
        for side, other, name in ((self.base, self.head, "base"), (self.head, self.base, "head")):
            alone = len(set(side["cells"]) - set(other["cells"]))
            if alone:
                said.append("%s only in %s" % (cells_of(alone), name))
        return said + self.notes
