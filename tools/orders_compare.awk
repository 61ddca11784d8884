#!/usr/bin/awk -f
# orders_compare.awk ORDERS.md TABLES/*-order.csv -- slopes in the first beside those of a report.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
function slug(problem,    name, value, digits, text)
{
    gsub(/[(]/, " ", problem)
    gsub(/[)]/, "", problem)
    while (match(problem, /=[0-9.]+( |$)/)) { # 50 is 5e+01 in a store
        value = substr(problem, RSTART + 1, RLENGTH - 1)
        sub(/ $/, "", value)
        for (digits = 1; sprintf("%." digits "g", value) + 0 != value + 0; digits++);
        text = sprintf("%." digits "g", value)
        problem = substr(problem, 1, RSTART - 1) "#" text substr(problem, RSTART + 1 + length(value))
    }
    gsub(/[^A-Za-z0-9_]+/, "-", problem)
    return problem
}
function trimmed(s) { gsub(/^[ ]+|[ ]+$/, "", s); return s }

FNR == 1 { csv = FILENAME ~ /[.]csv$/; at = FILENAME; sub(/^.*\//, "", at); sub(/-order[.]csv$/, "", at) }

# ---- the page: up to what is shown in quad -------------------------------------------------------
!csv && /^## In quad/ { over = 1 }
!csv && over { next }
!csv && /^## / { problem = "" }
!csv && /^`/ && problem == "" { split($0, part, "`"); problem = slug(part[2]) }
!csv && /^\| method/ { columns = split($0, name, "|") }
!csv && /^\| [a-z]/ && !/^\| method/ && problem != "" {
    split($0, field, "|")
    options = ""
    method = trimmed(field[2])
    if (match(method, /, `.*`/)) {
        options = " " substr(method, RSTART + 3, RLENGTH - 4)
        method = substr(method, 1, RSTART - 1)
    }
    for (k = 5; k < columns; k++) {
        if (trimmed(field[k]) == "") continue
        key = problem " " method "@" trimmed(field[3]) options " " trimmed(name[k])
        said[key] = trimmed(field[k])
        nsaid++
    }
}

# ---- what was found ------------------------------------------------------------------------------
csv && FNR > 1 {
    split($0, quoted, "\"")
    label = quoted[2]
    sub(/, constant steps$/, "", label)
    split(quoted[3], field, ",")
    if (field[2] == "scd" || field[2] == "mescd" || field[2] == "x") next
    key = at " " label " " field[2]
    found[key] = field[3] == "" ? "-" : sprintf("%.2f (%.2f .. %.2f)", field[3], field[4], field[5])
}

END {
    for (key in said) if (differs(said[key], key in found ? found[key] : "nothing")) {
        printf "%s: %s on the page, %s found\n", key, said[key], key in found ? found[key] : "nothing" | "sort"
        bad++
    }
    for (key in found) if (!(key in said)) {
        printf "%s: nothing on the page, %s found\n", key, found[key] | "sort"
        bad++
    }
    close("sort")
    printf "%d orders, %d differ\n", nsaid, bad
    exit bad > 0 || !nsaid
}

# Within 0.1, or half of the page's interval where that is wider.
function differs(a, b,    x, y, slack)
{
    if (a == b) return 0
    if (a == "-" || b == "-" || b == "nothing") return 1
    split(a, x, /[ ().]*[ ()][ ().]*/)
    split(b, y, /[ ().]*[ ()][ ().]*/)
    slack = (x[3] - x[2]) / 2
    if (slack < 0.1) slack = 0.1
    return a - b > slack || b - a > slack
}
