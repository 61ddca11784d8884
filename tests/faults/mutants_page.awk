# mutants_page.awk -- docs/lab/mutants.md: what the contracts catch of the slips that are listed.
#
#   awk -v date=DAY -f mutants_page.awk survivors.txt mutants.txt ROWS mutants_of_problems.txt ROWS
#
# ROWS: "slip verdict promise", as tools/mutants.sh and tools/mutants_of_problems.sh write them.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
function share(a, b) { return sprintf("%d of %d (%.0f in 100)", a, b, b ? 100 * a / b : 0) }
function put(text) { printf "%s\n", text }
function count(part, verdict) { return 0 + n[part, verdict] }
function changing(part) { return count(part, "caught") + count(part, "survived") }
function operators(part,    k, op) {
    put("| operator | caught | survived | nothing changes | refused |\n|---|---|---|---|---|")
    for (k = 1; k <= ops[part]; k++) {
        op = operator[part, k]
        printf "| %s | %d | %d | %d | %d |\n", op, by[part, op, "caught"], by[part, op, "survived"],
            by[part, op, "same"], by[part, op, "refused"]
    }
}
function survivors(part,    k, s) {
    put("\n| slip that survived | kind | why |\n|---|---|---|")
    for (k = 1; k <= listed[part]; k++) {
        s = slip[part, k]
        if (verdict[s] == "survived") printf "| %s | %s | %s |\n", s, kind(s), reason[s]
    }
}
function kind(s) { return s in kinds ? kinds[s] : "missed" }
function of_kind(part, what,    k, sum) {
    for (k = 1; k <= listed[part]; k++)
        sum += verdict[slip[part, k]] == "survived" && kind(slip[part, k]) == what
    return sum + 0
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
file == 1 { kinds[$1] = $2; s = $1; sub(/^[^ ]+ [^ ]+ /, ""); reason[s] = $0; next }
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
    wrong = changing(2) - of_kind(2, "free")
    put("# Slips of methods and problems: what their contracts catch\n")
    put("Printed by `tools/mutants.sh build --page` on " date ", behind runs of that command and of")
    put("`tools/mutants_of_problems.sh build`. A slip is a seeded fault, OPERATOR-FILE-PLACE. The lists, `tests/faults/mutants.txt` and")
    put("`tests/faults/mutants_of_problems.txt`, were committed before the contracts ran on them. Kinds of survivors are judged by hand in")
    put("`tests/faults/survivors.txt`.\n")
    put("## Slips of methods\n")
    put("| slips | number |\n|---|---|")
    put("| run | " count(2, "caught") + count(2, "survived") + count(2, "same") + count(2, "refused") " |")
    put("| refused by the compiler | " count(2, "refused") " |")
    put("| change no result on the small problems | " count(2, "same") " |")
    put("| change a result | " changing(2) " |")
    put("| of these caught by the contract | " share(count(2, "caught"), changing(2)) " |")
    put("| of these not caught, but the method keeps what it says: other steps, free numbers | " of_kind(2, "free") " |")
    put("| make a method or its descriptor wrong: caught | " share(count(2, "caught"), wrong) " |\n")
    put("The goal is 95 in 100 of the slips that change any result. " \
        (count(2, "caught") >= 0.95 * changing(2) ? "It is reached." : "It is not reached."))
    put("Most survivors change how many steps a run takes, and a method that takes other steps keeps every promise. The base of the gates")
    put("compares the counts of a method with its former ones ([faults.md](faults.md)).\n")
    operators(2)
    survivors(2)
    open_slips(2)
    put("\n## Slips of problems\n")
    put("The operators of `tests/faults/mutate_problem.awk` change what a problem says twice. The contract catches " \
        share(count(4, "caught"), changing(4)) ".")
    put("Of the survivors " of_kind(4, "bare") " change nothing that can be held against something else: `bare`. Without them it catches")
    put(share(count(4, "caught"), changing(4) - of_kind(4, "bare")) ".\n")
    operators(4)
    survivors(4)
    open_slips(4)
    put("\n## Caught: methods")
    caught(2)
    put("\n## Caught: problems")
    caught(4)
}
