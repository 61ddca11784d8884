# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""Values of the reference solutions, as `ivpbench reference show` gives them."""

import csv
import io

from ivpbench import program, store


class Reference(dict):
    """Component -> value; .bars: component -> error bar, .digits: component -> all digits as text."""

    def __init__(self, rows):
        super().__init__((r["component"], float(r["value"])) for r in rows)
        self.digits = {r["component"]: r["value"] for r in rows}
        self.bars = {r["component"]: float(r["bar"]) for r in rows}

    def frame(self):
        """A DataFrame: a row for each component with its value, bar and digits."""
        return store.table([{"component": name, "value": value, "bar": self.bars[name],
                             "digits": self.digits[name]} for name, value in self.items()], True)


def reference(problem, t=None):
    """The state at t (a number), or at the end; LookupError with the reason where there is none."""
    at = () if t is None else ("--at", repr(float(t)))
    try:
        text = program.output("reference", "show", problem, *at, "--format", "csv")
    except RuntimeError as error:
        raise LookupError(str(error)) from None
    return Reference(list(csv.DictReader(io.StringIO(text))))
