# mutants_page.awk -- docs/lab/mutants.md: what the contracts catch of the slips that are listed.
#
#   awk -v date=DAY -f mutants_page.awk survivors.txt mutants.txt ROWS mutants_of_problems.txt ROWS
#
# ROWS: "slip verdict promise", as tools/mutants.sh and tools/mutants_of_problems.sh write them.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
function share(a, b) { return sprintf("%d of %d (%.0f in 100)", a, b, b ? 100 * a / b : 0) }
function put(text) { printf "%s\n", text }
function count(part, verdict) { return 0 + n[part, verdict] }
function wrong(part) { return count(part, "caught") + count(part, "wrong") + count(part, "other") }
function changing(part) { return wrong(part) + count(part, "right") + count(part, "slower") }
function survives(s) { return verdict[s] ~ /^(right|slower|wrong|other)$/ }
function operators(part, words,    k, j, op, word, total, line, row) {
    total = split(words, word, " ")
    for (j = 1; j <= total; j++) { line = line " " word[j] " |"; row = row "---|" }
    put("| operator |" line "\n|---|" row)
    for (k = 1; k <= ops[part]; k++) {
        op = operator[part, k]
        line = "| " op " |"
        for (j = 1; j <= total; j++) line = line " " 0 + by[part, op, word[j]] " |"
        put(line)
    }
}
function survivors(part,    k, s) {
    put("\n| slip that survived | results | by how much | what it changes |\n|---|---|---|---|")
    for (k = 1; k <= listed[part]; k++) {
        s = slip[part, k]
        if (survives(s)) printf "| %s | %s | %s | %s |\n", s, verdict[s], said[s], reason[s]
    }
}
function caught(part,    k, s) {
    put("\n| slip | the first promise that is broken |\n|---|---|")
    for (k = 1; k <= listed[part]; k++) {
        s = slip[part, k]
        if (verdict[s] == "caught") printf "| %s | %s |\n", s, said[s]
    }
}
function open_slips(part,    k) {
    for (k = 1; k <= listed[part]; k++)
        if (!(slip[part, k] in verdict)) put("\nNot run: " slip[part, k])
}
FNR == 1 { file++ }
/^#/ || NF == 0 { next }
file == 1 { s = $1; sub(/^[^ ]+ /, ""); reason[s] = $0; next }
file == 2 || file == 4 {
    slip[file, ++listed[file]] = $1
    of[$1] = $3
    if (!((file, $3) in known)) { known[file, $3] = 1; operator[file, ++ops[file]] = $3 }
    next
}
{
    part = file - 1
    verdict[$1] = $2
    n[part, $2]++
    by[part, of[$1], $2]++
    s = $1
    sub(/^[^ ]+ [^ ]+ ?/, "")
    gsub(/[|]/, "\\|")
    said[s] = substr($0, 1, 150)
}
END {
    put("# Slips of methods and problems: what their contracts catch\n")
    put("Printed by `tools/mutants.sh build --page` on " date ", behind runs of that command and of")
    put("`tools/mutants_of_problems.sh build`. A slip is a seeded fault, OPERATOR-FILE-PLACE. The lists, `tests/faults/mutants.txt` and")
    put("`tests/faults/mutants_of_problems.txt`, were committed before the contracts ran on them. What keeps its contract is run on other")
    put("problems by the same commands, and the results are compared with those without the slip.\n")
    put("## Slips of methods\n")
    put("| slips | number |\n|---|---|")
    put("| run | " count(2, "refused") + count(2, "same") + changing(2) " |")
    put("| refused by the compiler | " count(2, "refused") " |")
    put("| change no result, neither on the small problems of the contract nor on ten of the tree | " count(2, "same") " |")
    put("| change a result | " changing(2) " |")
    put("| of these caught by the contract | " share(count(2, "caught"), changing(2)) " |")
    put("| of these not caught, results as right: `right` | " count(2, "right") " |")
    put("| of these not caught, results as right with more than 10 % more work: `slower` | " count(2, "slower") " |")
    put("| leave results that are not as right: caught | " share(count(2, "caught"), wrong(2)) " |\n")
    put("The goal is 95 in 100 of the slips that change any result. It is " \
        (count(2, "caught") >= 0.95 * changing(2) ? "reached." : "not reached."))
    put("A survivor is `right` if each run on ten problems of the tree arrives as without it and no problem loses a digit in the mean of its runs.")
    put("All runs together lose at most 0.3 digits in the mean, an error twice as large (`tests/faults/as_right.awk`; `tests/bench/measured.c`). Other")
    put("safety factors and free numbers of a method are of this kind: no promise of a method is broken by them. The gates compare the counts of")
    put("a method with its former ones ([faults.md](faults.md)).\n")
    operators(2, "caught right slower wrong same refused")
    survivors(2)
    open_slips(2)
    put("\n## Slips of problems\n")
    put("The operators of `tests/faults/mutate_problem.awk` change what a problem says twice. The contract catches " \
        share(count(4, "caught"), changing(4)) ".")
    put("Of the survivors " count(4, "right") " are `right`: runs of radau_iia at 1e-8 end where they end without the slip. Without them the contract")
    put("catches " share(count(4, "caught"), wrong(4)) ". `other`: runs end elsewhere.\n")
    operators(4, "caught right other same refused")
    survivors(4)
    open_slips(4)
    put("\n## Caught: methods")
    caught(2)
    put("\n## Caught: problems")
    caught(4)
}
