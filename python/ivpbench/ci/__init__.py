"""Verdicts on a solver's repository: `ivpbench ci`, `ivpbench history`, `ivpbench bisect`
(docs/pull-requests.md)."""


class Fault(Exception):
    """What cannot be done, as one sentence for the user."""
