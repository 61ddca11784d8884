#!/bin/sh
# proofs.sh BUILD [SECONDS] -- proves anew the references whose enclosure on file took no more than
# so many seconds (default 20). One fails where a ball does not meet the one on file, a value of the reference lies
# outside, or the file does not carry the digest of the equations. Ends with "N passed, N failed"; without FLINT there
# is none.
# RESUME=FOLDER: its file `proofs` lists what is proved already, and each proof is added to it.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -u
build=$1 most=${2:-20}
[ -x "$build/ivpbench-prove" ] || {
    echo "ivpbench-prove is not built: libflint-arb-dev (Debian 12) or libflint-dev is missing"
    echo "0 passed, 0 failed"
    exit 0
}
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT
passed=0 failed=0
for file in reference/data/*.enclosure; do
    [ -f "${file%.enclosure}.ref" ] || continue
    awk -v most="$most" '$1 == "work" { exit !($3 <= most) }' "$file" || continue
    problem=$(sed -n 's/^problem //p' "$file") settings=$(sed -n 's/^parameters *//p' "$file")
    if [ "${RESUME-}" ] && grep -sqxF "$file" "$RESUME/proofs"; then
        passed=$((passed + 1))
        continue
    fi
    echo "== $problem $settings"
    grep -q '^equations [0-9a-f]\{64\}$' "$file" || {
        echo "$file: carries no digest of the equations: prove it anew beside its reference"
        failed=$((failed + 1))
        continue
    }
    if "$build/ivpbench-prove" --quiet --reference reference/data --parameters "$settings" \
        --output "$folder/one.enclosure" -- "$problem"; then
        passed=$((passed + 1))
        [ -z "${RESUME-}" ] || echo "$file" >>"$RESUME/proofs"
    else
        failed=$((failed + 1))
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
