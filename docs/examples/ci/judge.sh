#!/bin/sh
# judge.sh [BASE] -- for any other service, or by hand: exit code 1 where the change fails. The
# comment is out/ci/comment.md.
# SPDX-License-Identifier: BSD-2-Clause
set -eu
cd "$(git rev-parse --show-toplevel)"
git fetch --quiet origin 2>/dev/null || echo "judge.sh: no remote: local commits are used" >&2
exec ivpbench ci ${1:+--base "$1"}
