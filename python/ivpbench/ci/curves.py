# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""The page of a history: a list of changes, and for each solver curves over the commits, as SVG."""

import html

from ivpbench.ci.write import plain

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 180, 70, 20, 12, 34

STYLE = """body { font: 15px/1.45 system-ui, sans-serif; max-width: 760px; margin: 2em auto; padding: 0 1em;
  color: #1b1f24; background: #fff }
table { border-collapse: collapse; width: 100% } td, th { text-align: left; padding: .25em .6em .25em 0;
  border-bottom: 1px solid #d8dee4; vertical-align: top } code { font-size: 13px }
svg { width: 100%; height: auto } .line { fill: none; stroke: #0072b2; stroke-width: 1.5 }
.dot { fill: #0072b2 } .mark { stroke: #b5420a; stroke-dasharray: 4 3 } .axis { stroke: #57606a }
text { font-size: 12px; fill: currentColor } .mark-name { fill: #b5420a }
@media (prefers-color-scheme: dark) { body { color: #e6edf3; background: #0d1117 }
  td, th { border-color: #30363d } .line { stroke: #56b4e9 } .dot { fill: #56b4e9 } .axis { stroke: #8b949e } }"""


def _escape(text):
    return html.escape(plain(text))


def _places(values):
    """x and y of each value, with the ends of the axis. A constant series has a tenth of room."""
    low, high = min(values), max(values)
    room = (high - low) * 0.08 or abs(high) * 0.1 or 1.0
    low, high = low - room, high + room
    across = (WIDTH - LEFT - RIGHT) / max(1, len(values) - 1)
    down = (HEIGHT - TOP - BOTTOM) / (high - low)
    return [(LEFT + i * across, TOP + (high - v) * down) for i, v in enumerate(values)], low, high


def _axis(low, high):
    rows = []
    for share in (0, 0.5, 1):
        y = TOP + (HEIGHT - TOP - BOTTOM) * share
        rows.append('<text x="%d" y="%.1f" text-anchor="end">%.4g</text>' %
                    (LEFT - 8, y + 4, high - (high - low) * share))
    rows.append('<path class="axis" d="M%d %dV%dH%d" fill="none"/>' %
                (LEFT, TOP, HEIGHT - BOTTOM, WIDTH - RIGHT))
    return rows


def _curve(records, values, marked):
    places, low, high = _places(values)
    rows = ['<svg viewBox="0 0 %d %d" role="img">' % (WIDTH, HEIGHT)] + _axis(low, high)
    taken = -99.0
    for (x, _), r in zip(places, records):
        if r["commit"] not in marked:
            continue
        rows.append('<path class="mark" d="M%.1f %dV%d"/>' % (x, TOP, HEIGHT - BOTTOM))
        if x - taken > 62:  # a name is 60 wide
            rows.append('<text class="mark-name" x="%.1f" y="%d" text-anchor="%s">%s</text>' %
                        (x, HEIGHT - 14, "end" if x > WIDTH - 80 else "start", r["commit"][:8]))
            taken = x
    rows.append('<path class="line" d="M%s"/>' % "L".join("%.1f %.1f" % p for p in places))
    for (x, y), r, v in zip(places, records, values):
        rows.append('<circle class="dot" cx="%.1f" cy="%.1f" r="2.5"><title>%s %s: %.6g</title></circle>' %
                    (x, y, r["commit"][:10], _escape(r["subject"]), v))
    return "\n".join(rows + ["</svg>"])


def _table(entries):
    if not entries:
        return "<p>Nothing changed beyond noise.</p>"
    rows = ["<table><tr><th>commit</th><th>change</th></tr>"]
    for e in entries:
        rows.append("<tr><td><code>%s</code><br>%s</td><td>%s: %s, %s: %s</td></tr>" % (
            e["commit"][:10], _escape(e["subject"]), e["verdict"], e["kind"], _escape(e["where"]),
            _escape(e["text"])))
    return "\n".join(rows + ["</table>"])


def page(records, curves, entries):
    """curves: (solver, title, a value for each record). A dashed line marks a commit with a change."""
    rows = ['<!doctype html><html lang="en"><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width"><title>History</title>',
            "<style>%s</style>" % STYLE, "<h1>History: %d commits, %d changes</h1>" %
            (len(records), len(entries)), _table(entries)]
    for solver, title, values in curves:
        marked = {e["commit"] for e in entries if e["where"].split(" on ")[0] == solver or
                  " %s@" % solver in e["where"]}
        rows += ["<h2>%s: %s</h2>" % (_escape(solver), _escape(title)), _curve(records, values, marked)]
    return "\n".join(rows) + "\n</html>\n"
