#!/bin/sh
# layers.sh [ROOT] -- the rules of the house that no compiler checks: who may include whom, which
# library is named where, what breaks one source in four arithmetics. Prints file:line and what
# would be right; exit 1 if a rule is broken.
set -u
cd "${1:-.}" || exit 3

# shellcheck disable=SC2016
find include kernel problems solvers reference bench reports tests -name '*.[ch]' | sort |
    xargs awk '
function rule(where, what, right) { # lines matching `what` in files matching `where` are wrong
    at[++n] = where; bad[n] = what; say[n] = right
}
function only(what, home, right) { # `what` may be included from files matching `home` alone
    lib[++nlibs] = what; house[nlibs] = home; where_to[nlibs] = right
}
function complain(sentence) { printf "%s:%d: %s\n", FILENAME, FNR, sentence; broken++ }
function blank(text) { gsub(/[^ ]/, " ", text); return text }

# Code alone: comments become blanks, strings stay.
function code(line,   out, i) {
    for (out = ""; line != ""; ) {
        if (inside) {
            i = index(line, "*/")
            if (!i) return out
            inside = 0; line = substr(line, i + 2)
        } else {
            i = match(line, /\/\*|\/\//)
            if (!i) return out line
            out = out substr(line, 1, i - 1)
            if (substr(line, i, 2) == "//") return out
            inside = 1; line = substr(line, i + 2)
        }
    }
    return out
}

# Each plug-in file defines its own descriptor once.
function plugin_end(   kind, name, macro) {
    if (last !~ /^(problems|solvers)\/[^\/]*\.c$/) return
    kind = last ~ /^problems/ ? "IVP_PROBLEM" : "IVP_SOLVER"
    name = last; sub(/.*\//, "", name); sub(/\.c$/, "", name)
    macro = kind "(" name ")"
    if (found != macro) {
        printf "%s:1: defines %s, should define exactly %s\n", last,
            found == "" ? "no plug-in" : found, macro
        broken++
    }
}

BEGIN {
    std = "<[a-z0-9_]*\\.h>$|<(sys|linux|gsl|sundials|ida|cvode|arkode|nvector|sun[a-z]*)/"
    may["problems"]  = "\"lib/[a-z_0-9]*\\.h\"|<ivp/(base|problem)\\.h>|\"data/|" std
    may["solvers"]   = "<ivp/(base|model|solver)\\.h>|\"(lib/)?[a-z_0-9]*\\.h\"|" std
    may["include"]   = "<ivp/|" std
    may["kernel"]    = "<ivp/|\"[a-z_0-9]*\\.h\"|" std
    may["reference"] = "<ivp/|\"(kernel/|bench/|reference/|[a-z_0-9]*\\.h\")|" std
    may["bench"]     = "<ivp/|\"(kernel/(evolve|plugin|instance|contract)\\.h|bench/|[a-z_0-9]*\\.h\")|" std
    may["reports"]   = "\"(bench/|reference/ref\\.h|reports/|[a-z_0-9]*\\.h\")|" std
    may["tests"]     = "."
    want["problems"]  = "a problem sees ivp/base.h, ivp/problem.h and problems/lib, nothing else of the house"
    want["solvers"]   = "a solver sees ivp/base.h, ivp/model.h, ivp/solver.h and nouns of kernel/"
    want["include"]   = "a public header needs public headers only"
    want["kernel"]    = "the kernel sees include/ and itself"
    want["reference"] = "reference/ sees include/, kernel/ and the command line of bench/"
    want["bench"]     = "bench/ sees include/ and evolve, instance, plugin of kernel/"
    want["reports"]   = "reports/ see the store and records of bench/ and reference/ref.h"

    only("<ivp/", "^(include|problems|solvers|kernel|reference|bench|tests)/",
         "reports know neither kernel nor plug-ins")
    only("<(sundials|ida|cvode|arkode|nvector|sunlinsol|sunmatrix|sunnonlinsol)/", "^(solvers|tests)/",
         "SUNDIALS belongs to solvers/")
    only("gsl_odeiv", "^(solvers|tests)/", "the integrators of GSL belong to solvers/")
    only("<gsl/", "^(solvers|kernel|reports|bench|reference|tests)/", "GSL has no place here: double only")
    only("klu\\.h", "^(solvers|kernel|tests)/", "KLU belongs to solvers/ and kernel/")
    only("sqlite3\\.h", "^(bench/store|tests/)", "SQLite belongs to bench/store*.c")
    only("<check\\.h>", "^tests/", "Check belongs to tests/")
    only("<(jansson|libconfig|zlib|sha2)\\.h>", "^(bench|reports|reference|tests)/",
         "files, digests and JSON belong to bench/, reports/ and reference/")

    w = "(^|[^A-Za-z0-9_.>])"
    f = w "(sqrt|cbrt|exp|log|sin|cos|tan|asin|acos|atan|sinh|cosh|tanh|fabs)"
    digits = "-?[0-9]+ *([-+*/] *[0-9]+ *)*"
    numerics = "^(problems|kernel|solvers)/"
    rule(numerics, f "\\( *" digits "\\)", "an integer argument is computed in double: write R(2.0)")
    rule(numerics, w "(pow|atan2|hypot|fmax|fmin)\\( *" digits ", *" digits "\\)",
         "integer arguments are computed in double: write R(2.0)")
    rule(numerics, w "M_[A-Z]+[0-9_A-Z]*($|[^A-Za-z0-9_])", "M_PI has 17 digits: write IVP_PI")
    rule("^(problems|solvers)/", "IVP_KERNEL", "a plug-in is no part of the kernel")
    rule(numerics, w "(printf|puts|putchar|perror|fprintf|fputs) *\\(",
         "nothing prints below bench/: return a status or a sentence")
    rule("^(kernel|solvers|problems|bench)/", "\"[^\"]*gnuplot",
         "gnuplot belongs to reports/, the doctor and --version")
    rule("^problems/", "^(static )?(int|real|double|plain|long|bool) [a-z_0-9]+(\\[[^]]*\\])?( = .*)?;",
         "problems are pure: no variable outside a function unless it is const")
}

FNR == 1 {
    plugin_end()
    found = ""; inside = 0; last = FILENAME
    folder = FILENAME; sub(/\/.*/, "", folder)
}
FNR == 401 { complain("longer than 400 lines: split it by nouns") }
{
    line = code($0)
    if (match(line, /^ *# *include *[<"].*[>"]/)) {
        target = line; sub(/^ *# *include */, "", target)
        sub(/ *$/, "", target)
        if (target !~ may[folder]) complain(target ": " want[folder])
        for (i = 1; i <= nlibs; i++)
            if (target ~ lib[i] && FILENAME !~ house[i]) complain(target ": " where_to[i])
        next
    }
    for (i = 1; i <= n; i++)
        if (FILENAME ~ at[i] && line ~ bad[i] && !(FILENAME ~ /doctor|main\.c$/ && say[i] ~ /doctor/))
            complain(say[i])
    if (folder ~ /^(problems|solvers)$/ && match(line, /IVP_(PROBLEM|SOLVER)\([a-z_0-9]*\)/))
        found = found substr(line, RSTART, RLENGTH)
}
END { plugin_end(); exit broken > 0 }' || exit 1
