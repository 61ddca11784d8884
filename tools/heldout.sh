#!/bin/sh
# heldout.sh BUILD [--tree] [NAME...] -- do bars of references in double hold the certified values?
#
# Problems of tests/reference/heldout (or those named), which had no part in the choice of the rule; they are
# converted, for which python3-sympy is needed, and get a certified reference. --tree: problems of the
# tree, against reference/data. Each gets a reference of grade double. A line for each: components, those
# outside of their bar (beside the certified bar and the shift, which a code in double has), digits of the
# worst component that the bar promises and that there are, families; or why nothing can be told. Exit code 1:
# a bar is refuted.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -u
cd "$(dirname "$0")/.." || exit 3
build=$(cd "${1:?"usage: tools/heldout.sh BUILD [--tree] [NAME...]"}" && pwd) || exit 3
shift
tree=
[ "${1-}" != --tree ] || { tree=yes && shift; }
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
mkdir "$work/quad" "$work/double"
[ "$tree" ] || IVPBENCH_PLUGIN_PATH=$work/plugins
export IVPBENCH_PLUGIN_PATH
PATH=$build:$PATH

prepare() { # file: sets name; a problem with its certified reference
    name=$(basename "$1" | sed 's/\..*//')
    cp "$1" "$work" && (cd "$work" && ivpbench new problem "$name" --from "$(basename "$1")" &&
        ivpbench plugin build "$name.c" && ivpbench reference make --quiet "$name" --output quad) >"$work/log" 2>&1
}
compare() { # certified, double
    awk -v name="$name" '
        FNR == 1 { file++ }
        /^state / { n[file] = 0 }
        /^half / && file == 2 { family[++h] = $3 }
        /^c / { k = $2; v[file, k] = $3; w[file, k] = $4; bar[file, k] = $5 == "?" ? 0 : $5
                moved[file, k] = $6 == "?" ? 0 : $6; if (!(k in at)) { at[k]; order[++m] = k } }
        function abs(x) { return x < 0 ? -x : x }
        function digits(e, x) { return e <= 1e-17 * x ? 17 : -log(e / x) / log(10) }
        END {
            worst = 99
            for (i = 1; i <= m; i++) {
                k = order[i]; e = abs(v[1, k] - v[2, k]); size = abs(v[1, k])
                if (e > bar[2, k] + bar[1, k] + moved[1, k]) { out++; where = where " " k }
                if (size > bar[2, k] && digits(bar[2, k], size) < worst) { worst = digits(bar[2, k], size); true = digits(e, size) }
            }
            printf "%-22s %4d %4d %8.1f %8.1f   %s, %s%s\n", name, m, out, worst, true, family[1], family[2], where
            exit out > 0
        }' "$1" "$2"
}

code=0
printf '%-22s %4s %4s %8s %8s   %s\n' problem n out promised there families
if [ "$tree" ]; then
    [ $# -gt 0 ] || set -- $(ls reference/data/*.ref | grep -v -- -- | sed 's|.*/||; s|[.]ref||')
else
    [ $# -gt 0 ] || set -- $(ls tests/reference/heldout/*.txt tests/reference/heldout/*.py | sed 's|.*/||; s|[.][a-z]*$||')
fi
for name; do
    if [ "$tree" ]; then
        certified=reference/data/$name.ref
    else
        prepare "$(ls tests/reference/heldout/"$name".*)" || { echo "$name: $(tail -n 1 "$work/log")"; code=3; continue; }
        certified=$work/quad/$name.ref
    fi
    if ivpbench reference make --double --quiet "$name" --output "$work/double" >"$work/log" 2>&1; then
        compare "$certified" "$work/double/$name.ref" || code=1
    else
        echo "$name: $(tail -n 1 "$work/log" | sed 's/^ivpbench: //')"
    fi
done
exit $code
