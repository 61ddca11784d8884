# mutate_problem.awk -- the operators that make slips out of problems: of what a problem says
# twice, so that the one can be held against the other.
#
#   awk -v op=NAME -v nth=0 -f mutate_problem.awk FILE   how many places the operator has
#   awk -v op=NAME -v nth=N -f mutate_problem.awk FILE   FILE with place N changed, N from 1
#
#   gamma   a sign in a line that assigns gamma, or gt, is turned
#   term    an assignment of an entry of G, of a Jacobian or of a tangent is left out
#   entry   such an entry is 1.001 times what it was
#   exact   a sign in the closed form is turned
#   index   an index of a component is another one
#   event   an event at which the equations change is said to be recorded alone
#   side    a branch is chosen by the sign of the guard, not by ivp_side()
#   breaks  the list of breaks is left out
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
BEGIN {
    entry = "[*]ivp_at\\(((out|t)->)?([GJC][a-z]*|[rsvwd][quxl]),[^=]*= "
    pattern["gamma"] = " [-+]=? | = -"
    pattern["exact"] = " [-+] | = -"
    pattern["term"] = pattern["entry"] = entry ".*;"
    pattern["index"] = "[123](,| })"
    pattern["event"] = "IVP_(RESTART|KINK)"
    pattern["side"] = "ivp_side\\([^,]*, [^()]*(\\([^()]*\\))?\\)"
    pattern["breaks"] = "(BREAKS_OF|IVP_BREAKS)\\([^)]*\\),"
    if (!(op in pattern)) exit 2
}
function turned(text) {
    if (text == " = -") return " = "
    if (text ~ /-/) { sub(/-/, "+", text); return text }
    sub(/[+]/, "-", text)
    return text
}
function replacement(text,    at) {
    if (op == "gamma" || op == "exact") return turned(text)
    if (op == "term") return "(void)0;"
    if (op == "entry") {
        at = index(text, "= ") + 2
        return substr(text, 1, at - 1) "R(1.001) * (" substr(text, at, length(text) - at) ");"
    }
    if (op == "index") return (substr(text, 1, 1) == "1" ? 2 : substr(text, 1, 1) - 1) substr(text, 2)
    if (op == "event") return "IVP_RECORD"
    if (op == "side") { sub(/^ivp_side\([^,]*, /, "(re(", text); return text " > 0)" }
    return ""
}
# Lines on which the operator acts
function is_place(line) {
    if (line ~ /^#/ || line ~ /^ \*/ || line ~ /^\/\*/) return 0
    if (op == "gamma") return line ~ /(gamma|gt)(\[[^]]*\])? [-+]?= / && line ~ /;$/
    if (op == "exact") return in_exact
    if (op == "index") return line ~ /index(\[\])? *= *(\(const int\[\]\))?\{/ || in_index
    return 1
}
{
    code = $0
    rest = ""
    if ((at = index(code, "/*")) > 0) { rest = substr(code, at); code = substr(code, 1, at - 1) }
    if ($0 ~ /^static .* exact\(/) in_exact = 1
    if ($0 ~ /index(\[\])? *= *(\(const int\[\]\))?\{/) in_index = 1
    done = ""
    if (is_place($0))
        while (match(code, pattern[op])) {
            text = substr(code, RSTART, RLENGTH)
            if (++places == nth) text = replacement(text)
            done = done substr(code, 1, RSTART - 1) text
            code = substr(code, RSTART + RLENGTH)
        }
    if (nth) print done code rest
    if ($0 ~ /^}/) in_exact = 0
    if ($0 ~ /}/) in_index = 0
}
END { if (!nth) print places + 0 }
