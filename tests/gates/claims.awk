# claims.awk -- do the outputs of an experiment show what its exception says?
#
#   awk -v claims=TEXT -f claims.awk OUTPUT
#   awk -v list=1 -f claims.awk OUTPUT      prints what can be claimed
#
# OUTPUT has a line "@ COMMAND" before what each command of the experiment printed.
# TEXT has claims with "; " between. A claim is met, if its words stand in this order, without
# others between, in a line of what can be claimed. Numbers agree to 0.6 behind mescd and scd,
# else to 30 %, and below 1e-13 they are rounding. What can be claimed, from the output of `run -v`
# and of `try`:
#
#     SOLVER@FORMULATION RUNG: too_many_steps, 10000 steps reached only t = 1.5
#     SOLVER@FORMULATION RUNG: mescd 5.10, scd 4.20, 1200 steps
#
# RUNG, rtol or h, may be left out of a claim; any other line is taken as it is. A claim that begins with
# "with" or "by" is about another build and is not tried. Exit code 1: a claim is not met.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
function trimmed(text) { sub(/^ +/, "", text); sub(/ +$/, "", text); return text }
function can(text) {
    gsub(/, (constant steps|events not located)/, "", text)
    line[++lines] = text
    if (list) print text
}
# The text in front of the first blank outside of parentheses; the rest goes to `rest`.
function first_word(text,    k, depth, c) {
    for (k = 1; k <= length(text); k++) {
        c = substr(text, k, 1)
        depth += (c == "(") - (c == ")")
        if (c == " " && !depth) break
    }
    rest = trimmed(substr(text, k))
    return substr(text, 1, k - 1)
}
# "1/4 diverged   PROBLEM SOLVER@FORMULATION rtol=1e-4: detail"
function of_run(text,    outcome, who, rung, detail, at) {
    sub(/^ *[0-9]+\/[0-9]+ +/, "", text)
    outcome = first_word(text)
    first_word(rest)
    who = first_word(rest)
    at = index(rest, ": ")
    rung = at ? substr(rest, 1, at - 1) : rest
    detail = at ? ", " substr(rest, at + 2) : ""
    gsub(/(rtol|h)=/, "", rung)
    sub(/ .*/, "", rung)
    sub(/:$/, "", who)
    can(who " " rung ": " outcome detail)
}
# The head of a table: where its columns end. A cell may be empty, so no column is counted.
function of_head(text,    k, n, name) {
    table = 1
    n = split("mescd scd steps", name, " ")
    for (k = 1; k <= n; k++) ends[name[k]] = index(text " ", " " name[k] " ") + length(name[k])
}
function cell_of(text, name) {
    text = substr(text, 1, ends[name])
    return length(text) == ends[name] && match(text, /[^ ]+$/) ? substr(text, RSTART) : ""
}
function value_of(text, name) {
    text = cell_of(text, name)
    return text == "" ? "" : name " " text ", "
}
function of_table(text) {
    match(text, /  /)
    can(substr(text, 1, RSTART - 1) " " rung ": " value_of(text, "mescd") value_of(text, "scd") \
        cell_of(text, "steps") " steps")
}
# "SOLVER@FORMULATION: diverged at t = 2"
function of_failure(text,    at) {
    at = index(text, ": ")
    can(substr(text, 1, at - 1) " " rung ": " substr(text, at + 2))
}
function is_number(text) { return text ~ /^[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)(e[-+]?[0-9]+)?$/ }
function modulus(x) { return x < 0 ? -x : x }
function agrees(a, b, before,    most) {
    if (!is_number(a) || !is_number(b)) return a == b
    most = modulus(a) > modulus(b) ? modulus(a) : modulus(b)
    if (before == "mescd" || before == "scd") return modulus(a - b) <= 0.6
    return most < 1e-13 || modulus(a - b) <= 0.3 * most
}
function words_of(text, to) {
    gsub(/[:;,()|]|= /, " ", text)
    return split(trimmed(text), to, / +/)
}
function stands_in(text, without,    n, m, k, j) {
    if (without) sub(/ [^ ]+: /, ": ", text)
    n = words_of(text, have)
    m = words_of(claim, want)
    for (k = 0; k + m <= n; k++) {
        for (j = 1; j <= m && agrees(want[j], have[k + j], j > 1 ? want[j - 1] : ""); j++) { }
        if (j > m) return 1
    }
    return 0
}
function is_met(    k) {
    for (k = 1; k <= lines; k++)
        if (stands_in(line[k], 0) || stands_in(line[k], 1)) return 1
    return 0
}
/^@ / { # the next command of the experiment
    rung = ""
    if (match($0, /--(rtol|h) [^ ]+/)) { rung = substr($0, RSTART, RLENGTH); sub(/.* /, "", rung) }
    table = 0
    next
}
/^ *[0-9]+\/[0-9]+ +[a-z_]+ / { of_run($0); next }
/^configuration / { of_head($0); next }
table && /^[^ ]+@[^ ]+ / && !/: / { of_table($0); next }
/^[^ ]+@[^ :]+: / { of_failure($0); next }
{ table = 0; if (NF) can($0) }
END {
    if (list) exit 0
    n = split(claims, all, /; /)
    for (i = 1; i <= n; i++) {
        claim = all[i]
        if (claim ~ /^(with|by) /) { print "    not tried here: " claim; continue }
        if (is_met()) continue
        print "    not shown: " claim
        bad = 1
    }
    exit bad
}
