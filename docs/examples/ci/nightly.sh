#!/bin/sh
# nightly.sh -- for cron: judges the newest commit against the one of the night before with a
# longer budget, keeps its record in the branch `ivpbench-history`, and writes the curves.
#
#     15 3 * * *  cd /home/me/solver && docs/nightly.sh
# SPDX-License-Identifier: BSD-2-Clause
set -eu
cd "$(git rev-parse --show-toplevel)"
history=out/history
git pull --quiet --ff-only 2>/dev/null || echo "nightly.sh: nothing is pulled" >&2
if [ ! -e "$history/.git" ]; then
    git worktree prune
    git rev-parse --quiet --verify ivpbench-history >/dev/null ||
        git branch ivpbench-history "$(git commit-tree -m 'Records of ivpbench' "$(git mktree </dev/null)")"
    git worktree add --quiet "$history" ivpbench-history
fi
last=$(git -C "$history" log -1 --format=%s | sed -n 's/^record //p')
code=0
ivpbench ci ${last:+--base "$last"} --head HEAD --minutes 30 --record "$history" || code=$?
ivpbench history "$history" -o out/history.html
git -C "$history" add -- '*.json'
git -C "$history" commit --quiet -m "record $(git rev-parse HEAD)" || true
exit "$code"
