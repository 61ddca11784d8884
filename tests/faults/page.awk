# page.awk -- the tables of tools/faults.sh as a page.
#
#   awk -v commit=NAME -v date=DAY -v numbers="70 57" -f page.awk TABLE.SAMPLE...
#
# numbers: of the faults of sample 0, 1, ...
function cells(line,    name, seconds) { # "name   by what   seconds"
    name = $1
    seconds = $NF
    sub(/^[^ ]+ +/, "", line)
    sub(/ +[^ ]+$/, "", line)
    return "| " name " | " line " | " seconds " |"
}
function flush() {
    if (!rows) return
    printf "\n## Sample %s: %d caught, %d not, %d not counted\n\n", sample, caught, missed, idle
    if (all[sample] > rows) printf "%d of %d have run. ", rows, all[sample]
    printf "%.0f CPU seconds.\n\n| fault | caught by | CPU s |\n|---|---|---|\n%s", cpu, text
    caught = missed = idle = cpu = rows = 0
    text = ""
}
BEGIN {
    for (i = split(numbers, n); i > 0; i--) all[i - 1] = n[i]
    print "# Seeded faults: what the fast lane finds\n"
    print "Written by `.ci/long faults` at commit " commit ", " date ". A fault is OPERATOR-FILE-PLACE, or one by hand:"
    print "`tests/faults/faults.txt`. It is caught by the first that raises an alarm. Not counted is what the"
    print "compiler refuses, what compiles to the same code, and what changes no result of the gate plans."
}
FNR == 1 {
    flush()
    sample = FILENAME
    sub(/.*[.]/, "", sample)
}
{
    rows++
    cpu += $NF
    text = text cells($0) "\n"
    if (/NOTHING|CANNOT BE MADE/) missed++
    else if (/not counted/) idle++
    else caught++
}
END { flush() }
