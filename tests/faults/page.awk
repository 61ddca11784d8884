# page.awk -- the tables of tools/faults.sh as a page.
#
#   awk -v commit=NAME -v date=DAY -f page.awk LIST.SAMPLE... TABLE.SAMPLE...
#
# LIST: the names of all faults of a sample; TABLE: a row for each that has run.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
function cells(line,    name, seconds) { # "name   by what   seconds"
    name = $1
    seconds = $NF
    sub(/^[^ ]+ +/, "", line)
    sub(/ +[^ ]+$/, "", line)
    return "| " name " | " line " | " seconds " |"
}
function not_run(    i, text) { # of the sample: the faults without a row
    for (i = 1; i <= listed[sample]; i++)
        if (!((sample, fault[sample, i]) in ran)) text = text "\n* " fault[sample, i]
    return text
}
function flush(    open) {
    if (!rows) return
    open = not_run()
    printf "\n## Sample %s: %d caught, %d not, %d not counted\n\n", sample, caught, missed, idle
    printf "%d of %d have run. %.0f CPU seconds.\n\n", rows, listed[sample], cpu
    printf "| fault | caught by | CPU s |\n|---|---|---|\n%s", text
    if (open != "") print "\nNot run:\n" open
    caught = missed = idle = cpu = rows = 0
    text = ""
}
BEGIN {
    print "# Seeded faults: what the fast lane finds\n"
    print "Printed by `tools/faults.sh build --page` on " date "; all rows are of commit " commit ". A fault is"
    print "OPERATOR-FILE-PLACE, or one by hand: `tests/faults/faults.txt`. It is caught by the first that raises an"
    print "alarm. Not counted is what the compiler refuses, what compiles to the same code, and what changes no"
    print "result of the gate plans. A sample without a table has not run."
}
FNR == 1 {
    flush()
    sample = FILENAME
    sub(/.*[.]/, "", sample)
}
FILENAME ~ /list[.][0-9]+$/ {
    fault[sample, ++listed[sample]] = $1
    next
}
{
    rows++
    ran[sample, $1] = 1
    cpu += $NF
    text = text cells($0) "\n"
    if (/NOTHING|CANNOT BE MADE/) missed++
    else if (/not counted/) idle++
    else caught++
}
END { flush() }
