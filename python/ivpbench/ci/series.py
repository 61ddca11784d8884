# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""Where a series of numbers changes its level.

PELT (Killick, Fearnhead, Eckley 2012, J. Am. Stat. Assoc. 107, 1590-1598): the segmentation that minimises

    sum over segments of sum (x_i - mean)^2 / s^2  +  penalty * number of changes

exactly. A segment's end is no longer tried as the last change once it cannot win any more, so that long
series take time in proportion to their length where changes come regularly. The noise s is 1.4826 times
the median of |x_i+1 - x_i| / sqrt 2, which few changes do not move; the penalty 4 log n is twice that of
Yao (1988) for a mean. Where most neighbours are equal the series is exact: s = 0, and each other value is
a change."""

import math

from ivpbench.ci.changes import median

LEAST = 2 # values of a segment; a single value apart is an outlier and is told as such


def noise(values):
    """The standard deviation of a series that seldom changes."""
    steps = [abs(b - a) for a, b in zip(values, values[1:])]
    return 1.4826 * median(steps) / math.sqrt(2) if steps else 0.0


def _exact(values):
    return [i for i in range(1, len(values)) if values[i] != values[i - 1]]


class _Costs:
    """The cost of values[a:b] in constant time."""

    def __init__(self, values, s):
        self.sums, self.squares = [0.0], [0.0]
        middle = median(values)
        for x in values:
            self.sums.append(self.sums[-1] + (x - middle) / s)
            self.squares.append(self.squares[-1] + ((x - middle) / s) ** 2)

    def __call__(self, a, b):
        total = self.sums[b] - self.sums[a]
        return max(0.0, self.squares[b] - self.squares[a] - total * total / (b - a))


def change_points(values):
    """Positions at which a new level begins, rising."""
    n = len(values)
    if n < 2 * LEAST:
        return _exact(values) if noise(values) == 0 else []
    s = noise(values)
    if s == 0:
        return _exact(values)
    cost, penalty = _Costs(values, s), 4 * math.log(n)
    best, last, candidates = [-penalty] + [math.inf] * n, [0] * (n + 1), [0]
    for end in range(LEAST, n + 1):
        tried = [(best[a] + cost(a, end), a) for a in candidates if end - a >= LEAST]
        if tried:
            least, a = min(tried)
            best[end], last[end] = least + penalty, a
        kept = {a for total, a in tried if total <= best[end]}
        candidates = [a for a in candidates if a in kept or end - a < LEAST]
        candidates.append(end - LEAST + 1)
        candidates = sorted(set(candidates))
    points, end = [], n
    while end > 0:
        end = last[end]
        if end > 0:
            points.append(end)
    return points[::-1]
