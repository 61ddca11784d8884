# as_good.awk -- are the results as good, though others? Exit code 0: of each solver the 10 % trimmed
# means of the change in mescd and in log n_f are below what changes of last bits make (0.01 digits,
# 0.6 %: docs/gates.md), and each cell ends as it did. A line for each solver with other results.
#
#   awk -f as_good.awk BASE FAULT       a line of JSON a result, sorted (tools/faults.sh, bits_of)
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
function word(line, name) {
    return match(line, "\"" name "\":\"[^\"]*\"") ? substr(line, RSTART + length(name) + 4, RLENGTH - length(name) - 5) : ""
}
function number(line, name) {
    return match(line, "\"" name "\":-?[0-9][^,}]*") ? substr(line, RSTART + length(name) + 3, RLENGTH - length(name) - 3) + 0 : ""
}
function put(list, n, value,    i) { # in order
    for (i = n; i > 1 && list[i - 1] > value; i--) list[i] = list[i - 1]
    list[i] = value
}
function trimmed(list, n,    cut, i, sum) {
    cut = int(n / 10)
    for (i = cut + 1; i <= n - cut; i++) sum += list[i]
    return n ? sum / (n - 2 * cut) : 0
}
function means(solver,    digits, work, all, n, m, i, k) {
    for (i = 1; i <= cells; i++) {
        k = key[i]
        if (word(k, "solver") != solver) continue
        all++
        if (number(base[k], "mescd") != "" && number(fault[k], "mescd") != "")
            put(digits, ++n, number(fault[k], "mescd") - number(base[k], "mescd"))
        if (number(base[k], "n_f") > 0 && number(fault[k], "n_f") > 0)
            put(work, ++m, log(number(fault[k], "n_f") / number(base[k], "n_f")))
    }
    d = trimmed(digits, n)
    w = trimmed(work, m)
    printf "%s: %d of %d cells differ, digits %+.4f, work %+.2f %%\n", solver, other[solver], all, d, 100 * (exp(w) - 1)
    return d * d <= 0.01 * 0.01 && w * w <= 0.006 * 0.006
}
{
    at = index($0, ",\"outcome\"")
    k = substr($0, 1, at - 1)
    if (FNR == NR) { base[k] = substr($0, at); key[++cells] = k; next }
    fault[k] = substr($0, at)
}
END {
    for (i = 1; i <= cells; i++) {
        k = key[i]
        if (word(base[k], "outcome") != word(fault[k], "outcome")) {
            print word(k, "solver") " on " word(k, "problem") " ends otherwise"
            bad = 1
        }
        if (base[k] != fault[k]) other[word(k, "solver")]++
    }
    for (solver in other) if (!means(solver)) bad = 1
    exit bad
}
