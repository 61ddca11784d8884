#!/bin/sh
# layers.sh [ROOT] -- the rules of the house that no compiler checks: who may include whom, which
# library is named where, what breaks one source in four arithmetics, who knows a plug-in by
# name.
# Prints file:line and what would be right; exit 1 if a rule is broken.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -u
cd "${1:-.}" || exit 3

# ("extrapolation" is also a family of methods, which references know by that name)
plugins=$(find problems solvers -maxdepth 1 -name '*.c' | sed 's|.*/||; s|\.c$||' |
    grep -vx extrapolation | tr '\n' ' ')
# shellcheck disable=SC2016
find include adapters kernel library problems solvers reference bench reports papers tests -name '*.[ch]' | sort |
    xargs awk -v plugins="$plugins" '
function rule(where, what, right) { # lines matching `what` in files matching `where` are wrong
    at[++n] = where; bad[n] = what; say[n] = right
}
function only(what, home, right) { # `what` may be included from files matching `home` alone
    lib[++nlibs] = what; house[nlibs] = home; where_to[nlibs] = right
}
function sees(room, others, headers) { # which rooms and public headers a room may include
    gsub(/ +/, "|", others); sub(/\|$/, "", others)
    may[room] = "\"(" (room ~ /^(problems|solvers|adapters|include)/ ? "" : "kernel/reason/|") room "/" (others == "" ? "" : "|" others) ")|<[a-z0-9_]*\\.h>$|" \
        "<(sys|linux|gsl|sundials|ida|cvode|arkode|nvector|sun[a-z]*)/" \
        (headers == "" ? "" : "|<(" headers ")")
}
function room_of(path) { # the longest folder that has a rule
    for (sub(/\/[^\/]*$/, "", path); !(path in may) && path ~ /\//; ) sub(/\/[^\/]*$/, "", path)
    return path
}
function complain(sentence) { printf "%s:%d: %s\n", FILENAME, FNR, sentence; broken++ }
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
    gsub(/ +/, "|", plugins); sub(/\|$/, "", plugins)
    # A room sees itself and the rooms named here; all but plug-ins see the sentence of a failure,
    # kernel/reason. Includes are full paths from the root.
    # what methods of this build ask a model beside ivp/model.h
    model = "kernel/(formulation/(batch|model_private|precondition|sparse_saddle)|problem/forces)\\.h\" "
    sees("problems",  "lib/ data/ [a-z_]+\\.h\"",         "ivp/(base|problem)")
    sees("solvers",   "adapters kernel/methods kernel/linear " model, "ivp/(base|model|solver)|boost/version")
    sees("adapters",          "kernel/methods kernel/linear " model, "ivp/(base|model|solver)|boost/")
    sees("adapters/fmi",      "",                                  "ivp/(problem|fmi)")
    sees("adapters/fortran",  "adapters/reason " model,             "ivp/(base|model|solver|fortran)")
    sees("adapters/line",     "adapters/reason",                   "ivp/(base|model|solver|line)")
    sees("adapters/petsc",    "adapters/fortran/library_path " model, "ivp/(base|model|solver)")
    sees("adapters/python",   "adapters/reason",                   "ivp/(base|model|solver|problem|python)")
    sees("adapters/testset",  "",                                  "ivp/(base|problem|testset)")
    sees("include",   "",                                          "ivp/")
    sees("tests",     "[a-z]",                                     "ivp/")

    method = "ivp/(base|model|solver)"
    sees("kernel/reason",      "",                                                "")
    sees("kernel/linear",      "",                                                "ivp/base")
    sees("kernel/problem",     "kernel/linear",                                   "ivp/")
    sees("kernel/lanes",       "kernel/linear",                                   "ivp/")
    sees("kernel/formulation", "kernel/(linear|lanes|problem)",                   "ivp/")
    sees("kernel/stepping",    "kernel/(linear|problem|formulation)",             "ivp/")
    sees("kernel/contract",    "kernel/(linear|problem|formulation|stepping)",    "ivp/")

    shared = "kernel/methods/[a-z_]+\\.h\" "
    sees("kernel/methods",               "kernel/linear " model,           method)
    sees("kernel/methods/runge_kutta",   "kernel/linear " shared,          method)
    sees("kernel/methods/extrapolation", "kernel/linear " model shared,    method)
    sees("kernel/methods/newmark",       "kernel/linear kernel/methods/extrapolation " model shared, method)
    sees("kernel/methods/multistep",     "kernel/linear kernel/methods/newmark " shared, method)
    sees("kernel/methods/rosenbrock",    "kernel/linear " model shared,    method)
    sees("kernel/methods/radau",         "kernel/linear " model,           method)
    sees("kernel/methods/phi",           "kernel/linear",                  "ivp/base")
    sees("kernel/methods/gauss",         model,                            method)

    sees("library", "kernel/(linear|problem|formulation) reference/file reports/metrics", "ivp/")

    sees("reference/file",        "", "")
    sees("reference/double",      "bench/base", "")
    sees("reference/prove",       "reference/file", "flint/")
    sees("reference/integrators", "kernel/(linear|methods/radau)",                        "ivp/")
    sees("reference/flow",        "kernel/(problem|formulation|stepping) reference/(file|integrators)", "ivp/")
    sees("reference/job",         "kernel/problem reference/(file|flow)", "ivp/")
    sees("reference/witness",     "kernel/problem reference/(file|flow|job)", "ivp/")
    sees("reference/scan",        "kernel/problem reference/(file|witness)", "ivp/")
    sees("reference/make",        "kernel/problem reference/(file|flow|job|witness|survey) bench/base", "ivp/")
    sees("reference/survey",      "kernel/(problem|formulation) reference/file", "ivp/")

    sees("bench/base",    "", "")
    sees("bench/process", "bench/base", "")
    sees("bench/cell",    "bench/base kernel/problem/(plugin|status)", "ivp/model")
    sees("bench/store",   "bench/(base|cell)", "")
    sees("bench/crew",    "bench/(base|process|cell|store|plan) kernel/stepping/beat", "")
    sees("bench/plan",    "bench/(base|process|cell|store) kernel/(problem/(plugin|protocol)|formulation/formulation)", "")
    sees("bench/worker",  "bench/(base|process|cell|plan) kernel/(problem|formulation|stepping)", "ivp/")
    sees("bench/speed",   "bench/base kernel/(linear|lanes|problem|formulation|stepping)", "ivp/")
    sees("bench/calibrate", "adapters/calibration", "")
    sees("bench/host",    "bench/(base|process|cell|worker)", "ivp/")
    sees("bench/plugin",  "bench/(base|process) kernel/(linear|problem|stepping|contract)", "ivp/")
    sees("bench/cluster", "bench/(base|cell|store|plan)", "")
    sees("bench/cli",     "bench/ reports/ papers/ reference/(file|double) kernel/(problem/plugin|formulation/formulation)", "ivp/")

    data = "bench/(base|cell|store) reference/file "
    sees("reports/text",    "bench/base", "")
    sees("reports/metrics", data, "")
    sees("reports/board",   data "reports/metrics", "")
    sees("reports/figures", data "reports/(metrics|board|text)", "")
    sees("reports/custom",  data "reports/(metrics|board|text|figures)", "")
    sees("reports/tables",  data "reports/(metrics|board|text)", "")
    sees("reports/page",    data "reports/(metrics|board|text|figures|custom|tables)", "")
    sees("reports/catalogue", "bench/(base|process) reference/file reports/(text|figures|page)", "")
    sees("reports/speed",   data "reports/(metrics|board|text|figures|tables|page)", "")
    sees("reports/gates",   data "reports/(metrics|board|text)", "")
    sees("papers",          data "reports/(metrics|board|text|figures|tables|page)", "")
    sees("papers/studies",  "kernel/ bench/base", "ivp/")

    only("<ivp/", "^(include|problems|solvers|adapters|kernel|library|reference|bench|tests)/|^papers/studies/",
         "reports know neither kernel nor plug-ins")
    only("<(sundials|ida|cvode|arkode|nvector|sunlinsol|sunmatrix|sunnonlinsol)/", "^(solvers|adapters|tests)/",
         "SUNDIALS belongs to solvers/ and adapters/")
    only("gsl_odeiv", "^(solvers|adapters|tests)/", "the integrators of GSL belong to solvers/ and adapters/")
    only("<gsl/", "^(solvers|adapters|kernel|reports|papers|bench|reference|tests)/", "GSL has no place here: double only")
    only("klu\\.h", "^(solvers|adapters|kernel|tests)/", "KLU belongs to solvers/, adapters/ and kernel/")
    only("sqlite3\\.h", "^(bench/store|tests)/", "SQLite belongs to bench/store/")
    only("<(flint/|arb)", "^(reference/prove|tests)/", "FLINT belongs to reference/prove/")
    only("<check\\.h>", "^tests/", "Check belongs to tests/")
    only("<(jansson|libconfig|zlib|sha2)\\.h>", "^(bench|reports|papers|reference|tests)/",
         "files, digests and JSON belong to bench/, reports/, papers/ and reference/")

    w = "(^|[^A-Za-z0-9_.>])"
    f = w "(sqrt|cbrt|exp|log|sin|cos|tan|asin|acos|atan|sinh|cosh|tanh|fabs)"
    digits = "-?[0-9]+ *([-+*/] *[0-9]+ *)*"
    numerics = "^(problems|kernel|solvers|adapters)/"
    rule(numerics, f "\\( *" digits "\\)", "an integer argument is computed in double: write R(2.0)")
    rule(numerics, w "(pow|atan2|hypot|fmax|fmin)\\( *" digits ", *" digits "\\)",
         "integer arguments are computed in double: write R(2.0)")
    rule(numerics, w "M_[A-Z]+[0-9_A-Z]*($|[^A-Za-z0-9_])", "M_PI has 17 digits: write IVP_PI")
    rule("^(problems|solvers|adapters)/", "IVP_KERNEL", "a plug-in is no part of the kernel")
    rule(numerics, w "(printf|puts|putchar|perror|fprintf|fputs) *\\(",
         "nothing prints below bench/: return a status or a sentence")
    rule("^(kernel|library|solvers|adapters|problems|bench/(base|process|cell|plan|store|crew|worker|plugin))/", "\"[^\"]*gnuplot",
         "gnuplot belongs to reports/, the doctor and --version")
    rule("^(kernel|library|bench|reports|papers|reference)/", w "(popen|system) *\\(",
         "no shell: it would run what stands in a name; exec a program with its arguments")
    rule("^(kernel|library|bench|reports|papers|reference)/", w "rename *\\(",
         "a file gets its name by partial_finish() or regular_place(), when it is whole on the disk")
    # studies of papers are about certain methods and models; nobody else is
    if (plugins != "")
        rule("^(kernel|library|bench)/|^reference/(file|integrators|flow|make)/|^reports/[a-z]*/[^/]*$|^papers/[^/]*$",
             "\"([^\"]*[^A-Za-z0-9_\"])?(" plugins ")([^A-Za-z0-9_\"][^\"]*)?\"",
             "a plug-in by its name: find it by a rule, or by data beside it")
    rule("^problems/", "ivp_at\\([^=]*[^-+*=]= *\\*ivp_at\\([^=]*= ",
         "one element of a matrix a statement: which of two comes first is not defined")
    rule("^problems/", "^(static )?(int|real|double|plain|long|bool) [a-z_0-9]+(\\[[^]]*\\])?( = .*)?;",
         "problems are pure: no variable outside a function unless it is const")
}

# A print, a statement at a time, of what a plug-in, a store or a reference says: it may hold commands of
# a terminal. (tables, cli_say() and text for other functions are tamed there.)
function foreign(line,   part) {
    if (FILENAME !~ /^(bench|papers|reports\/(board|tables|gates|speed))\//) return
    statement = statement " " line
    if (line !~ /[;{}] *$/) return
    part = statement; statement = ""
    gsub(/put_tame *\([^;]*;/, "", part)
    if (part ~ /(^|[^A-Za-z0-9_])(printf|fprintf|vfprintf|fputs|puts) *\(/ &&
        part ~ /[ ,(?:][a-z]+(\[[a-z]+\])?((->|\.)[a-z]+(\[[a-z]+\])?)*(->|\.)(detail|guard)[,);]/)
        complain("foreign text on its way to a terminal: put_tame(), a table or cli_say()")
}

FNR == 1 {
    statement = ""
    plugin_end()
    found = ""; inside = own = 0; last = FILENAME
    folder = FILENAME; sub(/\/.*/, "", folder)
    room = room_of(FILENAME)
}
/SPDX-License-Identifier:/ { own = 1 } # the line of the licence does not count
FNR == 401 + own { complain("longer than 400 lines: split it by nouns") }
{
    line = code($0)
    if (match(line, /^ *# *include *[<"].*[>"]/)) {
        target = line; sub(/^ *# *include */, "", target)
        sub(/ *$/, "", target)
        if (target !~ may[room]) complain(target ": not for " room "/ (the rooms it sees: tools/layers.sh)")
        for (i = 1; i <= nlibs; i++)
            if (target ~ lib[i] && FILENAME !~ house[i]) complain(target ": " where_to[i])
        next
    }
    for (i = 1; i <= n; i++)
        if (FILENAME ~ at[i] && line ~ bad[i] && !(FILENAME ~ /doctor|main\.c$/ && say[i] ~ /doctor/) &&
            !(FILENAME ~ /\/(partial|regular)\.c$/ && say[i] ~ /partial_finish/))
            complain(say[i])
    foreign(line)
    if (folder ~ /^(problems|solvers)$/ && match(line, /IVP_(PROBLEM|SOLVER)\([a-z_0-9]*[,)]/))
        found = found substr(line, RSTART, RLENGTH - 1) ")"
}
END { plugin_end(); exit broken > 0 }' || exit 1
