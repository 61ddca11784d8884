#!/bin/sh
# lint.sh [FILE...] -- layout by clang-format, faults by clang-tidy and cppcheck, plain words by prose.sh: all C files of
# the project, or those given. clang has no _Float128: the generator of references, which lives
# in quad alone, studies in quad, long decimals and the complex step are left to gcc's warnings.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -u
for tool in clang-format clang-tidy cppcheck; do
    command -v $tool >/dev/null || {
        echo "lint: $tool is missing: apt-get install clang-format clang-tidy cppcheck" >&2
        exit 3
    }
done
failed=0
# sentences, retired words, links of the whole tree
[ $# -gt 0 ] || tools/prose.sh || failed=1
# shellcheck disable=SC2046
[ $# -gt 0 ] || set -- $(git ls-files '*.c' '*.h')

[ "${SKIP_FORMAT-}" ] || clang-format --dry-run -Werror "$@" || failed=1

tidy() {
    for file; do
        case $file in
        reference/file/enclosure.c | kernel/lanes/lanes.c) ;;
        kernel/problem/cstep.c | reference/file/*.c | bench/cli/verb_reference.c) echo "$file" ;;
        tests/*ball_*) [ -f /usr/include/flint/arb.h ] || [ -f /usr/include/arb.h ] && echo "$file" ;;
        *.h | reference/* | reports/text/decimal.c | papers/studies/quad_*) ;;
        *) echo "$file" ;;
        esac
    done | grep -v '^kernel/problem/cstep\.c$'
}
tidy "$@" | xargs -r -n 4 -P "$(nproc)" clang-tidy --quiet 2>/dev/null || failed=1

# shellcheck disable=SC2046
cppcheck --quiet --std=c11 --enable=warning,performance,portability --library=posix \
    --suppressions-list=tools/cppcheck.txt --error-exitcode=1 -j "$(nproc)" \
    -Iinclude -I. -DIVP_KERNEL= $(printf '%s\n' "$@" | grep '\.c$') || failed=1
[ $failed -eq 0 ] && echo "lint: nothing found"
exit $failed
