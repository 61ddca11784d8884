# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
"""examples.py PAGE -- runs the blocks of a page that are marked as Python, one after the other, as the module
page.py of the present folder."""

import re
import sys

import matplotlib

matplotlib.use("Agg")
with open(sys.argv[1], encoding="utf-8") as file:
    blocks = re.findall(r"^```python\n(.*?)^```", file.read(), re.M | re.S)
with open("page.py", "w", encoding="utf-8") as file:
    file.write("\n".join(blocks))
sys.path.insert(0, "")
__import__("page")
print("%d blocks are run" % len(blocks))
