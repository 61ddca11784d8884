# mutate.awk -- the operators that make faults out of sources (faults.txt).
#
#   awk -v op=NAME -v nth=0 -f mutate.awk FILE...   how many places the operator has in each FILE
#   awk -v op=NAME -v nth=N -f mutate.awk FILE      FILE with place N changed, N from 1
#
#   constant   a number R(x), or a parameter "x", becomes 1.001 x
#   tenth      the same, 1.1 x
#   hundred    the same, 100 x
#   sign       a + between spaces becomes -, and the other way round
#   term       the last term of a sum is left out
#   compare    < becomes >, and the other way round
#   order      the order of a method, or of an error that it tests, is one more
#   nan        a number that is not finite passes for one that is
#   component  a loop over components, as in a norm, leaves out the last one
#   beyond     a loop over components goes one too far
#   flag       what is set to true is set to false, and the other way round
#   digit      the seventh decimal of a component in a reference is one more or less
#
# Comments, preprocessor lines and strings are left alone (but parameters).
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
BEGIN {
    number = "R\\([0-9][0-9.eE+-]*\\)|\"[0-9]+[.]?[0-9]*(e[+-]?[0-9]+)?\""
    pattern["constant"] = pattern["tenth"] = pattern["hundred"] = number
    pattern["sign"] = " [+-] "
    pattern["term"] = " [+-] [^;,(){}]*;"
    pattern["compare"] = " [<>]=? "
    pattern["order"] = "[.]order = [0-9]+|ivp_test\\)\\{ [^,{}]+, [^,{}]+ \\}"
    pattern["nan"] = "!?ivp_finite\\(|!?isfinite\\("
    pattern["component"] = "[ijkl] < (s|m|r|x|z)->(n|nq|nf|nx); "
    pattern["beyond"] = pattern["component"]
    pattern["flag"] = " = (true|false);"
    pattern["digit"] = "^c [^ ]+ -?[0-9]+[.][0-9]+"
    if (!(op in pattern)) exit 2
}
function replacement(text,    n) {
    if (op == "constant" || op == "tenth" || op == "hundred") {
        n = op == "constant" ? "1.001" : op == "tenth" ? "1.1" : "100.0"
        if (text ~ /^"/) return sprintf("\"%.17g\"", n * substr(text, 2, length(text) - 2))
        return "(" text " * R(" n "))"
    }
    if (op == "sign") return text == " + " ? " - " : " + "
    if (op == "term") return ";"
    if (op == "compare") return (text ~ /</ ? " >" : " <") (text ~ /=/ ? "= " : " ")
    if (op == "order" && text ~ /^[.]/) return ".order = " substr(text, 10) + 1
    if (op == "order") return substr(text, 1, length(text) - 2) " + 1 }"
    if (op == "nan") return text ~ /^!/ ? "0 * " substr(text, 2) : "1 + " text
    if (op == "component") { n = text; sub(/; $/, " - 1; ", n); return n }
    if (op == "beyond") { n = text; sub(/ < /, " <= ", n); return n }
    if (op == "flag") return text ~ /true/ ? " = false;" : " = true;"
    if (op == "digit") return digit_moved(text)
}
function digit_moved(text,    at, d) {
    at = index(text, ".") + 7
    d = substr(text, at, 1)
    return substr(text, 1, at - 1) (d == "9" ? "8" : d + 1) substr(text, at + 1)
}
# Lines that hold no numerics.
function is_code(line) {
    if (op == "digit") return 1
    if (line ~ /^#/ || line ~ /^ \*/ || line ~ /^\/\*/) return 0
    if (op == "constant" || op == "tenth" || op == "hundred" || op == "order" || op == "nan") return 1
    if (line ~ /"/) return 0
    if (op == "component" || op == "beyond") return line ~ /for \(/
    return line !~ /for \(|size_t|sizeof|enum|real \*|->store/
}
FNR == 1 && NR > 1 {
    if (!nth) print places + 0
    places = comment = 0
}
{
    code = $0
    rest = ""
    if ((at = index(code, "/*")) && op != "digit") {
        rest = substr(code, at)
        code = substr(code, 1, at - 1)
    }
    done = ""
    if (!comment && is_code($0))
        while (match(code, pattern[op])) {
            text = substr(code, RSTART, RLENGTH)
            if (++places == nth) text = replacement(text)
            done = done substr(code, 1, RSTART - 1) text
            code = substr(code, RSTART + RLENGTH)
        }
    if (nth) print done code rest
    if (op != "digit") {
        if (rest && rest !~ /\*\//) comment = 1
        if (comment && $0 ~ /\*\//) comment = 0
    }
}
END { if (!nth) print places + 0 }
