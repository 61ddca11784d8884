#!/bin/sh
# follow.sh PAGE FOLDER -- does what a page of docs/ says, in FOLDER, which is made: runs its commands and compares what
# they print with what the page shows. The program is the one that PATH finds.
#
# A block "```sh" is run, unless words follow; the "```text" behind it is its output, where ... stands for any text and
# more may follow. A block "```WORD FILE" is saved as FILE. Plug-ins that the page builds are found from then on.
# Prints the number of blocks that were run; exit code 1 at the first block that fails or prints something else.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -u
[ $# -eq 2 ] || { sed -n '2,3s/^# //p' "$0"; exit 2; }
page=$1 folder=$2
blocks=$(mktemp -d) || exit 3
trap 'rm -rf "$blocks"' EXIT INT TERM
mkdir -p "$folder" || exit 3

# NUMBER.KIND, and NUMBER.name of a block that is saved
awk -v blocks="$blocks" '
!inside && /^```/ {
    n = sprintf("%03d", ++count); inside = 1; words = split(substr($0, 4), word, " ")
    kind = word[1] == "sh" && words == 1 ? "run" : word[1] == "text" ? "shown" : word[1] != "sh" && words == 2 ? "saved" : "skipped"
    path = blocks "/" n "." kind; printf "" >path
    if (kind == "saved") print word[2] >(blocks "/" n ".name")
    next
}
/^```/ { inside = 0; close(path); next }
inside { print >path }' "$page" || exit 3

stop() { # block, what is wrong, output
    printf 'follow.sh: %s: %s\n---- the page:\n%s\n---- printed:\n%s\n' "$page" "$2" "$(cat "$1")" "$3" >&2
    exit 1
}
# A line of ... may be none; all other characters stand for themselves.
pattern() { sed 's/[][*?\\]/\\&/g' "$1" | awk '
    { any = $0 == "..."; gsub(/\.\.\./, "*"); printf "%s%s", $0, any ? "" : "\n" }'; }

output='' run=0
cd "$folder" || exit 3
for block in "$blocks"/*.run "$blocks"/*.shown "$blocks"/*.saved; do echo "$block"; done | sort >"$blocks/order"
while IFS= read -r block <&3; do
    case $block in
    *\**) ;; # a kind that the page has not
    *.saved) cp "$block" "$(cat "${block%.saved}.name")" || exit 3 ;;
    *.run)
        [ ! -d plugins ] || export IVPBENCH_PLUGIN_PATH="$PWD/plugins"
        output=$(sh "$block" 2>&1; echo "code $?")
        [ "${output##*code }" = 0 ] || stop "$block" 'a command fails' "$output"
        output=${output%code 0} run=$((run + 1))
        ;;
    *.shown)
        expected=$(pattern "$block"; echo x)
        # shellcheck disable=SC2254 # it is a pattern
        case $output in
        ${expected%x}*) ;;
        *) stop "$block" 'it prints something else' "$output" ;;
        esac
        ;;
    esac
done 3<"$blocks/order"
echo "$run blocks of commands of $page print what it shows"
[ "$run" -gt 0 ]
