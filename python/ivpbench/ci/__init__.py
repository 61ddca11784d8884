# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""Verdicts on a solver's repository: `ivpbench ci`, `ivpbench history`, `ivpbench bisect`
(docs/pull-requests.md)."""


class Fault(Exception):
    """What cannot be done, as one sentence for the user."""
