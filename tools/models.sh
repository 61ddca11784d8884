#!/bin/sh
# models.sh BUILD OUT [NAME ...] -- problems of the tree written as models (tests/models): each is converted
# to C (ivpbench new problem --from), built, tried against the contract, integrated in quad by the recipe
# of the problem in the tree, and compared with the certified reference of that one: at least 25
# digits, in units of the largest component. Ends with "N passed, N failed".
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -u
tree=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$1" && pwd) out=$2
shift 2
mkdir -p "$out" && cd "$out" || exit 3
export IVPBENCH_PLUGIN_PATH="$PWD/plugins:$build"
passed=0 failed=0
[ $# -gt 0 ] || set -- $(cd "$tree/tests/models" && ls | sed 's/\..*//')

one() { # NAME: converted, built, certified, compared
    name=$1 mine=again_$1
    rm -f "$mine.c" "reference/$mine.ref" plugins/*/problems/"$mine".so # of a run before
    "$build/ivpbench" new problem "$mine" --from "$(ls "$tree/tests/models/$name".*)" >"$mine.log" || return 1
    "$build/ivpbench" plugin build "$mine.c" >>"$mine.log" 2>&1 || return 1
    "$build/ivpbench" plugin test "$mine" >>"$mine.log" 2>&1 || return 1
    mkdir -p reference
    # the stock recipe, but for parameters that the model has not
    [ ! -e "$tree/reference/data/$name.recipe" ] ||
        sed '/^parameters/d' "$tree/reference/data/$name.recipe" >"reference/$mine.recipe"
    "$build/ivpbench" reference make "$mine" --output reference --quiet >>"$mine.log" 2>&1 || return 1
    awk -v name="$name" '
        $1 == "state" { t = $2 }
        $1 == "pieces" { nextfile }
        $1 == "c" && FILENAME ~ /again_/ { mine[t, $2] = $3; next }
        $1 == "c" && (t, $2) in mine { print t, $2, mine[t, $2], $3 }
        ' "reference/$mine.ref" "$tree/reference/data/$name.ref" >"$mine.pairs"
    /usr/bin/python3 - "$name" "$mine.pairs" <<'END'
import sys
from decimal import Decimal, getcontext
getcontext().prec = 45
rows = [line.split() for line in open(sys.argv[2])]
size = {}
for t, c, a, b in rows:
    size[t] = max(size.get(t, Decimal(0)), abs(Decimal(b)))
apart = max((abs(Decimal(a) - Decimal(b)) / size[t] for t, c, a, b in rows if size[t]), default=None)
digits = 99 if apart == 0 else None if apart is None else float(-apart.log10())
print("%-16s %3d values, %s digits" % (sys.argv[1], len(rows), digits and "%.1f" % digits))
sys.exit(not (digits and digits >= 25))
END
}

for name; do
    if one "$name"; then passed=$((passed + 1)); else
        echo "$name failed: $out/again_$name.log"
        failed=$((failed + 1))
    fi
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
