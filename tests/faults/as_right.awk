# as_right.awk -- is a method with a slip, which keeps its contract, right on other problems too?
#
#   awk -f as_right.awk SOUND SLIP       lines of build/tests/measured: run, status, digits, counters
#
# Runs that arrive without the slip are compared. "right", if each arrives, no problem in a
# formulation loses a digit in the mean of its runs, and all runs together lose at most 0.3 digits:
# an error twice as large. Else "wrong", with the first of these that fails. Behind it stand the mean
# change of digits (10 % trimmed), and the counter whose mean logarithm changes most: steps, right-hand
# sides, Jacobians or factorisations. "slower": right, and this counter grows by more than 10 %.
# "same": no number changes. Tolerances that are 7 % smaller change 0.04 digits and 1.4 % of a counter.
#
# Digits below 0 and above 10 count as these. A run that reaches the limit of steps is not compared,
# if it took more than half of them without the slip.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
function put(list, n, value,    i) { # in order
    for (i = n; i > 1 && list[i - 1] > value; i--) list[i] = list[i - 1]
    list[i] = value
}
function trimmed(list, n,    cut, i, sum) {
    cut = int(n / 10)
    for (i = cut + 1; i <= n - cut; i++) sum += list[i]
    return n ? sum / (n - 2 * cut) : 0
}
function clipped(d) { return d < 0 ? 0 : d > 10 ? 10 : d + 0 }
function wrong(text) { if (reason == "") reason = text }
function count(name, now, before) {
    if (now > 0 && before > 0) { ratio[name] += log(now / before); ratios[name]++ }
}
function most(    name, best, change) {
    for (name in ratio) {
        change = ratio[name] / ratios[name]
        if (change * change > best * best) { best = change; at = name }
    }
    return 100 * (exp(best) - 1)
}
FNR == NR { status[$1] = $3 ~ /nan/ ? "unknown" : $2; digits[$1] = $3; row[$1] = $0; next }
{
    seen[$1] = 1
    if ($0 != row[$1]) other++
    if (status[$1] != "ok") next
    split(row[$1], was, " ")
    if ($2 == "too_many_steps" && was[14] > $14 / 2) next
    if ($2 != "ok" || $3 ~ /nan/) { wrong($1 " ends with " $2); next }
    place = $1
    sub(/,.*/, "", place)
    lost = clipped(digits[$1]) - clipped($3)
    put(all, ++runs, -lost)
    sum[place] += lost
    number[place]++
    count("right-hand sides", $4, was[4])
    count("Jacobians", $8, was[8])
    count("factorisations", $10, was[10])
    count("steps", $14 + $15, was[14] + was[15])
}
END {
    for (run in status) if (status[run] == "ok" && !(run in seen)) wrong(run " does not come to its end")
    if (!other && reason == "") { print "same"; exit }
    for (place in sum) if (sum[place] > number[place]) wrong(sprintf("%s loses %.1f digits", place, sum[place] / number[place]))
    mean = trimmed(all, runs)
    if (mean < -0.3) wrong("all runs lose digits")
    work = most()
    printf "%s digits %+.2f, %+.1f %% %s%s\n", (reason != "" ? "wrong" : work > 10 ? "slower" : "right"), mean, work,
        at == "" ? "steps" : at, reason == "" ? "" : ": " reason
}
