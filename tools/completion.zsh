#compdef ivpbench
# zsh completion of ivpbench, for a folder of $fpath as _ivpbench.
# Made by `ivpbench help --format zsh` from bench/cli/verb_*.c: `make cli-docs`

_ivpbench_text() { _message -e value }
_ivpbench_file() { _files }
_ivpbench_folder() { _files -/ }
_ivpbench_problem() {
    local -a names
    names=(${(f)"$({ $_ivpbench_program list problems --names; } 2>/dev/null)"})
    compadd -a names
}
_ivpbench_solver() {
    local -a names
    names=(${(f)"$({ $_ivpbench_program list solvers --names; } 2>/dev/null)"})
    compadd -a names
}
_ivpbench_formulation() {
    local -a names
    names=(${(f)"$({ $_ivpbench_program list formulations --names; } 2>/dev/null)"})
    compadd -a names
}
_ivpbench_plugin() {
    local -a names
    names=(${(f)"$({ $_ivpbench_program list problems --names; $_ivpbench_program list solvers --names; } 2>/dev/null)"})
    compadd -a names
}
_ivpbench_plan() {
    local -a names
    names=(${(f)"$({ $_ivpbench_program list plans --names; } 2>/dev/null)"})
    compadd -a names
    _files
}
_ivpbench_store() {
    local -a names
    names=(${(f)"$({ $_ivpbench_program archive list --names; } 2>/dev/null)"})
    compadd -a names
    _files
}
_ivpbench_archived() {
    local -a names
    names=(${(f)"$({ $_ivpbench_program archive list --names; } 2>/dev/null)"})
    names=(${names#@})
    compadd -a names
}
_ivpbench_problem_list() {
    local -a names
    names=(${(f)"$({ $_ivpbench_program list problems --names; } 2>/dev/null)"})
    _values -s , name $names
}
_ivpbench_solver_list() {
    local -a names
    names=(${(f)"$({ $_ivpbench_program list solvers --names; } 2>/dev/null)"})
    _values -s , name $names
}
_ivpbench_verb() {
    local -a verbs
    verbs=(
        try:'run one problem with some solvers at once'
        advise:'find the cheapest solver, formulation and tolerance for a problem'
        list:'list problems, solvers, formulations or plans'
        info:'describe one problem or solver'
        plan:'show the cells of a plan and how long they may take'
        run:'run a plan and store the results'
        report:'draw diagrams and write tables from a store'
        rank:'rank solvers by their cost at given correct digits'
        compare:'compare two stores cell by cell'
        gate:'check stored results against gate files'
        export:'write all results as CSV or JSON lines'
        reference:'make, check and show reference solutions'
        papers:'compare the claims of published papers with measurements'
        new:'begin a new problem or solver'
        plugin:'build a problem or solver outside the source tree, or test it'
        import:'make a problem of an FMU or of a model in SBML'
        export-fmu:'write a problem as an FMU'
        conform:'try a program over the line protocol against the contract of solvers'
        ci:'judge a change in a solver'\''s repository'
        history:'find what changed from commit to commit'
        bisect:'find the commit that changed a cell'
        submit:'split a plan into shards for many machines'
        status:'show the progress of a campaign'
        cancel:'cancel the Slurm array of a campaign'
        merge:'merge stores of several machines or shards'
        store:'check, repair, compact or migrate a store'
        archive:'keep stores by name, to compare with'
        speed:'measure what single calls cost, and where the time of runs goes'
        doctor:'check this machine and this build'
        help:'describe the verbs'
    )
    _describe -t verbs verb verbs
}
_ivpbench_list_action() {
    local -a actions
    actions=(
        problems:'list the test problems with their titles'
        solvers:'list the solvers with their titles'
        formulations:'list the formulations of equations of motion'
        plans:'list the plans that a name alone finds, with their files'
    )
    _describe -t actions action actions
}
_ivpbench_reference_action() {
    local -a actions
    actions=(
        make:'integrate in quadruple precision with two families of methods and write the reference; without a problem, make all that are missing or outdated'
        check:'verify the digests of file and equations, both solutions against the error bars, and the digits by a cheaper integration'
        show:'print a state with its error bars'
        compare:'compare published end values with the reference and count common digits'
        prove:'enclose the exact solution in ball arithmetic, write the enclosure, and say whether it contains every certified digit'
        published:'print a page of all published end values with the number of their correct digits'
        enclosures:'print a table of the enclosures on file: digits, work, and whether the references lie inside'
        catalogue:'write a page of problems: classes, eigenvalues, solutions, digits; the default folder is out/catalogue'
    )
    _describe -t actions action actions
}
_ivpbench_new_action() {
    local -a actions
    actions=(
        solver:'write a solver'
        problem:'write a problem'
    )
    _describe -t actions action actions
}
_ivpbench_plugin_action() {
    local -a actions
    actions=(
        build:'compile the plug-in and print the value of IVPBENCH_PLUGIN_PATH that makes it known'
        test:'check the contract of one plug-in in a separate process: files, descriptor, consistent start, pure functions, derivatives against complex steps, a short run'
        eliminate:'print C code that eliminates the saddle point of a mechanical problem'
    )
    _describe -t actions action actions
}
_ivpbench_store_action() {
    local -a actions
    actions=(
        check:'verify every digest and name the damaged cells'
        repair:'copy all undamaged results, also from a file with damaged pages; the same plan runs the lost cells again'
        compact:'copy without unfinished cells and free pages'
        migrate:'copy a store of an older schema'
    )
    _describe -t actions action actions
}
_ivpbench_archive_action() {
    local -a actions
    actions=(
        add:'read and verify a store of any schema and add a compacted copy; a damaged store or a name in use is refused'
        list:'list all stores of the archive'
        show:'verify one store and print what it holds'
        remove:'delete one store from the archive'
    )
    _describe -t actions action actions
}
_ivpbench_speed_action() {
    local -a actions
    actions=(
        calls:'time single calls on this machine and write CSV: equations in double and in lanes, eliminations and solutions of the saddle point, complete evaluations'
        count:'count the instructions of every successful run of a store, and add the counts to the store'
        report:'write a page of required and measured times, and of where the time of runs goes'
        peers:'print wrapped codes against the fastest of ivpbench at 3, 6 and 9 digits, with intervals, calibrations and times of bare programs'
    )
    _describe -t actions action actions
}

_ivpbench() {
    local curcontext=$curcontext state line _ivpbench_program=$words[1]
    typeset -A opt_args
    _arguments -C '(- *)'{-V,--version}'[print the version]' \
        '(- *)'{-h,--help}'[print the verbs]' \
        '1:verb:_ivpbench_verb' '*:: :->rest' && return
    [[ $state == rest ]] || return 1
    case "$words[1] $words[2]" in
    'try '*)
        _arguments '(- *)'{-h,--help}'[print help]' \
            '(-S --solver)'{-S,--solver}'[solvers, separated by commas (required)]'':LIST:_ivpbench_solver_list' \
            --rtol'[relative tolerance]'':X:_ivpbench_text' \
            --atol'[absolute tolerance]'':X:_ivpbench_text' \
            --h'[constant step size]'':X:_ivpbench_text' \
            --h0'[first step size]'':X:_ivpbench_text' \
            --formulation'[formulation of the solvers that name none]'':WORD:_ivpbench_formulation' \
            '(-p --parameters)'{-p,--parameters}'[parameters of the problem, such as "form=angles delta=0.1"]'':S:_ivpbench_text' \
            --no-events'[do not locate events]' \
            --workers'[timing processes; 0 measures no time]'':N:_ivpbench_text' \
            --timeout'[limit of the CPU time of one solve in seconds]'':S:_ivpbench_text' \
            --memory'[limit of the memory of one run]'':MB:_ivpbench_text' \
            '(-o --output)'{-o,--output}'[store to write]'':FILE:_ivpbench_store' \
            '(-R --reference)'{-R,--reference}'[folder of the reference solutions]'':DIR:_ivpbench_folder' \
            \*{-v,--verbose}'[print a line for every cell]' \
            --json'[print one JSON document, also of an error (docs/json.md)]' \
            '1:PROBLEM:_ivpbench_problem' ;;
    'advise '*)
        _arguments '(- *)'{-h,--help}'[print help]' \
            '(-d --digits)'{-d,--digits}'[correct digits (scd) that the end state must have]'':D:_ivpbench_text' \
            '(-b --budget)'{-b,--budget}'[wall time to spend in seconds; the last round may take a little more]'':S:_ivpbench_text' \
            '(-p --parameters)'{-p,--parameters}'[parameters of the problem, such as "form=angles delta=0.1"]'':S:_ivpbench_text' \
            --solvers'[take only these solvers, separated by commas]'':GLOBS:_ivpbench_solver_list' \
            '(-j --jobs)'{-j,--jobs}'[accuracy runs at a time]'':N:_ivpbench_text' \
            --json'[print one JSON document, also of an error (docs/json.md)]' \
            '(-R --reference)'{-R,--reference}'[folder of the reference solutions]'':DIR:_ivpbench_folder' \
            '1:PROBLEM:_ivpbench_problem' ;;
    'list problems')
        _arguments '(- *)'{-h,--help}'[print help]' \
            --names'[print the names alone, one a line]' \
            --tags'[take only problems with these tags, as in '\''stiff & !index2'\'']'':CONDITION:_ivpbench_text' \
            --json'[print one JSON document, also of an error (docs/json.md)]' \
            '1:action:_ivpbench_list_action' ;;
    'list solvers')
        _arguments '(- *)'{-h,--help}'[print help]' \
            --names'[print the names alone, one a line]' \
            --json'[print one JSON document, also of an error (docs/json.md)]' \
            '1:action:_ivpbench_list_action' ;;
    'list formulations')
        _arguments '(- *)'{-h,--help}'[print help]' \
            --names'[print the names alone, one a line]' \
            --json'[print one JSON document, also of an error (docs/json.md)]' \
            '1:action:_ivpbench_list_action' ;;
    'list plans')
        _arguments '(- *)'{-h,--help}'[print help]' \
            --names'[print the names alone, one a line]' \
            --json'[print one JSON document, also of an error (docs/json.md)]' \
            '1:action:_ivpbench_list_action' ;;
    'list '*)
        _arguments '(- *)'{-h,--help}'[print help]' \
            --names'[print the names alone, one a line]' \
            --tags'[take only problems with these tags, as in '\''stiff & !index2'\'']'':CONDITION:_ivpbench_text' \
            --json'[print one JSON document, also of an error (docs/json.md)]' \
            '1:action:_ivpbench_list_action' ;;
    'info '*)
        _arguments '(- *)'{-h,--help}'[print help]' \
            --json'[print one JSON document, also of an error (docs/json.md)]' \
            '1:NAME:_ivpbench_plugin' ;;
    'plan '*)
        _arguments '(- *)'{-h,--help}'[print help]' \
            '(-o --output)'{-o,--output}'[store with earlier results]'':FILE:_ivpbench_store' \
            --quick'[take every second rung of a ladder, and time each run briefly in one process]' \
            --problems'[take only these problems, separated by commas]'':GLOBS:_ivpbench_problem_list' \
            --solvers'[take only these solvers, separated by commas]'':GLOBS:_ivpbench_solver_list' \
            --tags'[take only problems with these tags, as in '\''stiff & !index2'\'']'':CONDITION:_ivpbench_text' \
            '1:PLAN:_ivpbench_plan' ;;
    'run '*)
        _arguments '(- *)'{-h,--help}'[print help]' \
            '(-o --output)'{-o,--output}'[store to write]'':FILE:_ivpbench_store' \
            --dry-run'[show the cells and run nothing]' \
            '(-j --jobs)'{-j,--jobs}'[accuracy runs at the same time]'':N:_ivpbench_text' \
            --timing-jobs'[timing runs at the same time, each pinned to a core]'':N:_ivpbench_text' \
            --first'[run the cells of this plan before the others]'':PLAN:_ivpbench_plan' \
            --page'[write the report into this folder during the run]'':DIR:_ivpbench_folder' \
            --renew'[seconds between two reports, at least]'':S:_ivpbench_text' \
            --shard'[take every N-th cell, starting with cell I]'':I/N:_ivpbench_text' \
            --rerun'[run failed cells again, or all cells]'':WHAT:(failed all)' \
            --timeout'[limit of the CPU time of one solve in seconds]'':S:_ivpbench_text' \
            --memory'[limit of the memory of one cell]'':MB:_ivpbench_text' \
            --seed'[seed of the random order of the cells]'':N:_ivpbench_text' \
            --quick'[take every second rung of a ladder, and time each run briefly in one process]' \
            --problems'[take only these problems, separated by commas]'':GLOBS:_ivpbench_problem_list' \
            --solvers'[take only these solvers, separated by commas]'':GLOBS:_ivpbench_solver_list' \
            --tags'[take only problems with these tags, as in '\''stiff & !index2'\'']'':CONDITION:_ivpbench_text' \
            --workers'[timing processes for each cell]'':N:_ivpbench_text' \
            --only-accuracy'[measure no times]' \
            --cell'[run one cell and print its result in words]'':JSON:_ivpbench_text' \
            --color'[colours of the progress]'':WHEN:(auto always never)' \
            '(-q --quiet)'{-q,--quiet}'[print no progress]' \
            \*{-v,--verbose}'[print a line for every cell]' \
            '1::PLAN:_ivpbench_plan' ;;
    'report '*)
        _arguments '(- *)'{-h,--help}'[print help]' \
            '(-s --store)'{-s,--store}'[results to read]'':FILE:_ivpbench_store' \
            '(-o --output)'{-o,--output}'[folder to write into]'':DIR:_ivpbench_folder' \
            --figures'[file of figures that the page saved: draw them too, and offer them in the page]'':FILE:_ivpbench_file' \
            --history'[file of ivpbench history --json: show curves and changes by commit too]'':FILE:_ivpbench_file' \
            --latex'[write report.tex with its tables too, for pdflatex]' \
            --metric'[how correct digits are counted (docs/metrics.md)]'':WORD:(scd mescd)' \
            '(-R --reference)'{-R,--reference}'[folder of the reference solutions]'':DIR:_ivpbench_folder' \
            '*:EARLIER:_ivpbench_store' ;;
    'rank '*)
        _arguments '(- *)'{-h,--help}'[print help]' \
            '(-d --digits)'{-d,--digits}'[correct digits to reach]'':D:_ivpbench_text' \
            --by'[print the cheapest run of each configuration, solver or formulation]'':WORD:(configuration solver formulation)' \
            --metric'[how correct digits are counted (docs/metrics.md)]'':WORD:(scd mescd multipliers)' \
            --cost'[what to compare: CPU time, or the instructions that speed count counted]'':WORD:(cpu instructions)' \
            '(-f --format)'{-f,--format}'[a table for each problem, or one of all as comma-separated rows]'':WORD:(text csv)' \
            --json'[print one JSON document, also of an error (docs/json.md)]' \
            '(-s --store)'{-s,--store}'[results to read]'':FILE:_ivpbench_store' \
            '(-R --reference)'{-R,--reference}'[folder of the reference solutions]'':DIR:_ivpbench_folder' \
            '1::PROBLEM:_ivpbench_problem' ;;
    'compare '*)
        _arguments '(- *)'{-h,--help}'[print help]' \
            --cost'[what to compare: CPU time, or the instructions that speed count counted]'':WORD:(cpu instructions)' \
            '(-t --threshold)'{-t,--threshold}'[fail where a cell is certainly slower by more than this fraction]'':X:_ivpbench_text' \
            '(-d --digits)'{-d,--digits}'[fail where a cell loses more than this in scd or mescd]'':X:_ivpbench_text' \
            --json'[write all cells with both results as JSON (docs/json.md)]'':FILE:_ivpbench_file' \
            --junit'[write all cells as JUnit XML]'':FILE:_ivpbench_file' \
            --metric'[how correct digits are counted (docs/metrics.md)]'':WORD:(scd mescd)' \
            '(-R --reference)'{-R,--reference}'[folder of the reference solutions]'':DIR:_ivpbench_folder' \
            '1:BASE:_ivpbench_store' \
            '2:HEAD:_ivpbench_store' ;;
    'gate '*)
        _arguments '(- *)'{-h,--help}'[print help]' \
            '(-s --store)'{-s,--store}'[results to read]'':FILE:_ivpbench_store' \
            --sets'[take only these sets of the base, separated by commas]'':NAMES:_ivpbench_text' \
            --partial'[ignore rows of the base that have no result; --accept leaves them unchanged]' \
            --junit'[write the results as JUnit XML]'':FILE:_ivpbench_file' \
            --tap'[write the results as TAP]'':FILE:_ivpbench_file' \
            --markdown'[write a table of all limits with the values found]'':FILE:_ivpbench_file' \
            --accept'[make the results the new base and print what changes]' \
            --reason'[why a result is worse; without it --accept refuses worse results]'':TEXT:_ivpbench_text' \
            --new'[write rules to this new gate file and their base to another file next to it]'':FILE:_ivpbench_file' \
            --solvers'[with --new: write rules for these solvers]'':GLOBS:_ivpbench_solver_list' \
            '(-R --reference)'{-R,--reference}'[folder of the reference solutions]'':DIR:_ivpbench_folder' \
            '*:FILE:_ivpbench_file' ;;
    'export '*)
        _arguments '(- *)'{-h,--help}'[print help]' \
            '(-s --store)'{-s,--store}'[results to read]'':FILE:_ivpbench_store' \
            '(-f --format)'{-f,--format}'[comma-separated rows, or one JSON object a line]'':WORD:(csv jsonl)' \
            --table'[a row for each result, each error of an observable along the trajectory, each stored point, or the line of each result in diagrams]'':WORD:(cells errors series styles)' \
            '(-o --output)'{-o,--output}'[file to write]'':FILE:_ivpbench_file' \
            '(-R --reference)'{-R,--reference}'[folder of the reference solutions]'':DIR:_ivpbench_folder' ;;
    'reference make')
        _arguments '(- *)'{-h,--help}'[print help]' \
            '(-p --parameters)'{-p,--parameters}'[parameters of the problem, such as "form=angles delta=0.1"]'':S:_ivpbench_text' \
            --reference'[folder of the references]'':FOLDER:_ivpbench_folder' \
            '(-o --output)'{-o,--output}'[folder to write into]'':FOLDER:_ivpbench_folder' \
            --double'[write the digits on which solvers in double agree, even if the problem has a source for quadruple precision]' \
            '(-j --jobs)'{-j,--jobs}'[processes at the same time]'':N:_ivpbench_text' \
            '(-q --quiet)'{-q,--quiet}'[print no progress]' \
            '1:action:_ivpbench_reference_action' \
            '*:PROBLEM:_ivpbench_problem' ;;
    'reference check')
        _arguments '(- *)'{-h,--help}'[print help]' \
            --reference'[folder of the references]'':FOLDER:_ivpbench_folder' \
            '(-j --jobs)'{-j,--jobs}'[processes at the same time]'':N:_ivpbench_text' \
            '(-q --quiet)'{-q,--quiet}'[print no progress]' \
            '1:action:_ivpbench_reference_action' \
            '*:PROBLEM:_ivpbench_problem' ;;
    'reference show')
        _arguments '(- *)'{-h,--help}'[print help]' \
            '(-p --parameters)'{-p,--parameters}'[parameters of the problem, such as "form=angles delta=0.1"]'':S:_ivpbench_text' \
            --reference'[folder of the references]'':FOLDER:_ivpbench_folder' \
            --at'[time of the state; a time that is not stored is integrated to]'':T:_ivpbench_text' \
            --format'[form of the output]'':WORD:(csv text)' \
            --observables'[print the observables too]' \
            --json'[print one JSON document, also of an error (docs/json.md)]' \
            '1:action:_ivpbench_reference_action' \
            '2:PROBLEM:_ivpbench_problem' ;;
    'reference compare')
        _arguments '(- *)'{-h,--help}'[print help]' \
            '(-p --parameters)'{-p,--parameters}'[parameters of the problem, such as "form=angles delta=0.1"]'':S:_ivpbench_text' \
            --reference'[folder of the references]'':FOLDER:_ivpbench_folder' \
            '1:action:_ivpbench_reference_action' \
            '2:PROBLEM:_ivpbench_problem' ;;
    'reference prove')
        _arguments '(- *)'{-h,--help}'[print help]' \
            '(-p --parameters)'{-p,--parameters}'[parameters of the problem, such as "form=angles delta=0.1"]'':S:_ivpbench_text' \
            --reference'[folder of the references]'':FOLDER:_ivpbench_folder' \
            '(-o --output)'{-o,--output}'[folder to write into]'':FOLDER:_ivpbench_folder' \
            '(-q --quiet)'{-q,--quiet}'[print no progress]' \
            '1:action:_ivpbench_reference_action' \
            '*:PROBLEM:_ivpbench_problem' ;;
    'reference published')
        _arguments '(- *)'{-h,--help}'[print help]' \
            --reference'[folder of the references]'':FOLDER:_ivpbench_folder' \
            '1:action:_ivpbench_reference_action' ;;
    'reference enclosures')
        _arguments '(- *)'{-h,--help}'[print help]' \
            --reference'[folder of the references]'':FOLDER:_ivpbench_folder' \
            '1:action:_ivpbench_reference_action' ;;
    'reference catalogue')
        _arguments '(- *)'{-h,--help}'[print help]' \
            --reference'[folder of the references]'':FOLDER:_ivpbench_folder' \
            '(-o --output)'{-o,--output}'[folder to write into]'':FOLDER:_ivpbench_folder' \
            '1:action:_ivpbench_reference_action' \
            '*:PROBLEM:_ivpbench_problem' ;;
    'reference '*)
        _arguments '(- *)'{-h,--help}'[print help]' \
            '(-p --parameters)'{-p,--parameters}'[parameters of the problem, such as "form=angles delta=0.1"]'':S:_ivpbench_text' \
            --reference'[folder of the references]'':FOLDER:_ivpbench_folder' \
            '(-o --output)'{-o,--output}'[folder to write into]'':FOLDER:_ivpbench_folder' \
            --at'[time of the state; a time that is not stored is integrated to]'':T:_ivpbench_text' \
            --format'[form of the output]'':WORD:(csv text)' \
            --observables'[print the observables too]' \
            --json'[print one JSON document, also of an error (docs/json.md)]' \
            --double'[write the digits on which solvers in double agree, even if the problem has a source for quadruple precision]' \
            '(-j --jobs)'{-j,--jobs}'[processes at the same time]'':N:_ivpbench_text' \
            '(-q --quiet)'{-q,--quiet}'[print no progress]' \
            '1:action:_ivpbench_reference_action' ;;
    'papers '*)
        _arguments '(- *)'{-h,--help}'[print help]' \
            --claims'[folder of the files of claims]'':DIR:_ivpbench_folder' \
            --data'[folder of the measured data]'':DIR:_ivpbench_folder' \
            '(-o --output)'{-o,--output}'[folder to write into]'':DIR:_ivpbench_folder' \
            --gate'[compare the verdicts with the accepted verdicts of this file]'':FILE:_ivpbench_file' \
            --bless'[write the verdicts of today to this new file of accepted verdicts]'':FILE:_ivpbench_file' \
            --present'[leave out claims whose data file does not exist]' \
            --summary'[print the accepted verdicts of --gate by paper, and the printed figures, and judge nothing]' ;;
    'new solver')
        _arguments '(- *)'{-h,--help}'[print help]' \
            --language'[language of the plug-in; line: a program in any language that answers in lines of text (docs/line-protocol.md)]'':WORD:(c fortran python c++ line)' \
            '1:action:_ivpbench_new_action' \
            '2:NAME:_ivpbench_text' ;;
    'new problem')
        _arguments '(- *)'{-h,--help}'[print help]' \
            --language'[language of the plug-in; line: a program in any language that answers in lines of text (docs/line-protocol.md)]'':WORD:(c fortran python c++ line)' \
            --from'[write the problem in C from equations: a problem in Python, a SymPy model, equations as text (docs/models.md), or SBML, MODEL.xml (docs/sbml.md). It needs Debian'\''s python3-sympy, and python3-sbml5 for SBML]'':MODEL:_ivpbench_file' \
            --end'[where the interval ends that begins at 0; a model in SBML has none]'':TIME:_ivpbench_text' \
            '1:action:_ivpbench_new_action' \
            '2:NAME:_ivpbench_text' ;;
    'new '*)
        _arguments '(- *)'{-h,--help}'[print help]' \
            --language'[language of the plug-in; line: a program in any language that answers in lines of text (docs/line-protocol.md)]'':WORD:(c fortran python c++ line)' \
            --from'[write the problem in C from equations: a problem in Python, a SymPy model, equations as text (docs/models.md), or SBML, MODEL.xml (docs/sbml.md). It needs Debian'\''s python3-sympy, and python3-sbml5 for SBML]'':MODEL:_ivpbench_file' \
            --end'[where the interval ends that begins at 0; a model in SBML has none]'':TIME:_ivpbench_text' \
            '1:action:_ivpbench_new_action' ;;
    'plugin build')
        _arguments '(- *)'{-h,--help}'[print help]' \
            --root'[folder of the shared objects, which is searched first]'':DIR:_ivpbench_folder' \
            --testset'[the files are a problem in the Fortran interface of the Test Set for IVP Solvers; it is built in double alone]' \
            '1:action:_ivpbench_plugin_action' \
            '*:FILE:_ivpbench_file' ;;
    'plugin test')
        _arguments '(- *)'{-h,--help}'[print help]' \
            --root'[folder of the shared objects, which is searched first]'':DIR:_ivpbench_folder' \
            '1:action:_ivpbench_plugin_action' \
            '*:NAME:_ivpbench_plugin' ;;
    'plugin eliminate')
        _arguments '(- *)'{-h,--help}'[print help]' \
            '1:action:_ivpbench_plugin_action' \
            '2:NAME:_ivpbench_problem' ;;
    'plugin '*)
        _arguments '(- *)'{-h,--help}'[print help]' \
            --root'[folder of the shared objects, which is searched first]'':DIR:_ivpbench_folder' \
            --testset'[the files are a problem in the Fortran interface of the Test Set for IVP Solvers; it is built in double alone]' \
            '1:action:_ivpbench_plugin_action' ;;
    'import '*)
        _arguments '(- *)'{-h,--help}'[print help]' \
            --name'[name of the problem]'':NAME:_ivpbench_text' \
            --end'[end of the interval]'':T:_ivpbench_text' \
            --root'[folder of the shared objects]'':DIR:_ivpbench_folder' \
            '1:FILE:_ivpbench_file' ;;
    'export-fmu '*)
        _arguments '(- *)'{-h,--help}'[print help]' \
            '(-o --output)'{-o,--output}'[FMU to write]'':FILE:_ivpbench_file' \
            '(-p --parameters)'{-p,--parameters}'[values that the parameters begin with, such as "a=1e3 b=four"]'':S:_ivpbench_text' \
            --fmi'[version of FMI]'':V:(2.0 3.0)' \
            '1:PROBLEM:_ivpbench_problem' ;;
    'conform '*)
        _arguments '(- *)'{-h,--help}'[print help]' \
            --name'[name of the solver in its passport: lower-case letters, digits and _]'':NAME:_ivpbench_text' \
            --order'[classical order of the method]'':N:_ivpbench_text' \
            --fixed-step'[the program takes constant steps]' \
            --adaptive'[the program takes tolerances; so it is understood without --fixed-step]' \
            --dense'[the program answers dense]' \
            --jacobian'[the program asks for Jacobians]' \
            --format'[what to write]'':WORD:(text json html)' \
            '(-o --output)'{-o,--output}'[file to write]'':FILE:_ivpbench_file' \
            '*:COMMAND:_ivpbench_file' ;;
    'ci '*)
        _arguments '(- *)'{-h,--help}'[print help]' \
            --base'[commit or branch to compare with]'':REF:_ivpbench_text' \
            --head'[commit to judge]'':REF:_ivpbench_text' \
            --minutes'[budget of wall time]'':N:_ivpbench_text' \
            --only-accuracy'[measure no times]' \
            --record'[keep the results of head in this folder, for history]'':DIR:_ivpbench_folder' \
            '(-o --output)'{-o,--output}'[folder of the comment, the reports and what is kept between runs]'':DIR:_ivpbench_folder' ;;
    'history '*)
        _arguments '(- *)'{-h,--help}'[print help]' \
            '(-o --output)'{-o,--output}'[page of the curves to write]'':FILE:_ivpbench_file' \
            --json'[write the changes as JSON]'':FILE:_ivpbench_file' \
            '1:DIR:_ivpbench_folder' ;;
    'bisect '*)
        _arguments '(- *)'{-h,--help}'[print help]' \
            --cell'[cell to run, as in '\''my_problem mysolver@ode rtol=1e-6'\'' (required)]'':CELL:_ivpbench_text' \
            --by'[what separates good from bad]'':WORD:(outcome events digits work instructions)' \
            '(-o --output)'{-o,--output}'[folder for checkouts and builds]'':DIR:_ivpbench_folder' \
            '1:BAD:_ivpbench_text' \
            '2:GOOD:_ivpbench_text' ;;
    'submit '*)
        _arguments '(- *)'{-h,--help}'[print help]' \
            '(-o --output)'{-o,--output}'[folder of the campaign, which all machines must see (required)]'':FOLDER:_ivpbench_folder' \
            --array'[number of shards]'':N:_ivpbench_text' \
            --slurm'[submit the shards to Slurm as an array]' \
            --time'[time limit of a shard, as sbatch takes it (HH:MM:SS)]'':T:_ivpbench_text' \
            --partition'[partition of the cluster]'':P:_ivpbench_text' \
            --constraint'[feature that the nodes must have; times compare only between nodes of one kind]'':F:_ivpbench_text' \
            --local'[folder on the node where a shard works on its store]'':DIR:_ivpbench_folder' \
            --every'[seconds between two copies of this store to the campaign]'':S:_ivpbench_text' \
            --shared'[allow other jobs on the nodes; --only-accuracy implies it, since it times nothing]' \
            '1:PLAN:_ivpbench_plan' ;;
    'status '*)
        _arguments '(- *)'{-h,--help}'[print help]' \
            '1:FOLDER:_ivpbench_folder' ;;
    'cancel '*)
        _arguments '(- *)'{-h,--help}'[print help]' \
            '1:FOLDER:_ivpbench_folder' ;;
    'merge '*)
        _arguments '(- *)'{-h,--help}'[print help]' \
            '(-o --output)'{-o,--output}'[store to write; it is created or extended (required)]'':FILE:_ivpbench_file' \
            '*:STORE:_ivpbench_store' ;;
    'store check')
        _arguments '(- *)'{-h,--help}'[print help]' \
            '1:action:_ivpbench_store_action' \
            '2:STORE:_ivpbench_store' ;;
    'store repair')
        _arguments '(- *)'{-h,--help}'[print help]' \
            '(-o --output)'{-o,--output}'[new store (required)]'':FILE:_ivpbench_file' \
            '1:action:_ivpbench_store_action' \
            '2:STORE:_ivpbench_store' ;;
    'store compact')
        _arguments '(- *)'{-h,--help}'[print help]' \
            '(-o --output)'{-o,--output}'[new store (required)]'':FILE:_ivpbench_file' \
            '1:action:_ivpbench_store_action' \
            '2:STORE:_ivpbench_store' ;;
    'store migrate')
        _arguments '(- *)'{-h,--help}'[print help]' \
            '(-o --output)'{-o,--output}'[new store (required)]'':FILE:_ivpbench_file' \
            '1:action:_ivpbench_store_action' \
            '2:STORE:_ivpbench_store' ;;
    'store '*)
        _arguments '(- *)'{-h,--help}'[print help]' \
            '(-o --output)'{-o,--output}'[new store (required)]'':FILE:_ivpbench_file' \
            '1:action:_ivpbench_store_action' ;;
    'archive add')
        _arguments '(- *)'{-h,--help}'[print help]' \
            '(-n --note)'{-n,--note}'[what the store holds and who measured it]'':TEXT:_ivpbench_text' \
            '1:action:_ivpbench_archive_action' \
            '2:NAME:_ivpbench_text' \
            '3:STORE:_ivpbench_store' ;;
    'archive list')
        _arguments '(- *)'{-h,--help}'[print help]' \
            --names'[print the names alone, one a line]' \
            '1:action:_ivpbench_archive_action' ;;
    'archive show')
        _arguments '(- *)'{-h,--help}'[print help]' \
            '1:action:_ivpbench_archive_action' \
            '2:NAME:_ivpbench_archived' ;;
    'archive remove')
        _arguments '(- *)'{-h,--help}'[print help]' \
            '1:action:_ivpbench_archive_action' \
            '2:NAME:_ivpbench_archived' ;;
    'archive '*)
        _arguments '(- *)'{-h,--help}'[print help]' \
            '(-n --note)'{-n,--note}'[what the store holds and who measured it]'':TEXT:_ivpbench_text' \
            --names'[print the names alone, one a line]' \
            '1:action:_ivpbench_archive_action' ;;
    'speed calls')
        _arguments '(- *)'{-h,--help}'[print help]' \
            --loop'[time also what the loop over steps of this method adds to this problem]'':SOLVER@PROBLEM:_ivpbench_text' \
            --memory'[measure also the memory that every solver allocates for this problem]'':PROBLEM:_ivpbench_problem' \
            '(-o --output)'{-o,--output}'[file to write; for report, the folder of the page (required)]'':FILE:_ivpbench_file' \
            '(-R --reference)'{-R,--reference}'[folder of the reference solutions]'':DIR:_ivpbench_folder' \
            '1:action:_ivpbench_speed_action' \
            '*:PROBLEM:_ivpbench_problem' ;;
    'speed count')
        _arguments '(- *)'{-h,--help}'[print help]' \
            --problems'[count only runs of these problems]'':GLOBS:_ivpbench_problem_list' \
            --shares'[count the instructions of model, linear algebra, kernel and method separately, for the runs of the figure that evaluate Jacobians]' \
            '(-R --reference)'{-R,--reference}'[folder of the reference solutions]'':DIR:_ivpbench_folder' \
            '1:action:_ivpbench_speed_action' \
            '2:STORE:_ivpbench_store' ;;
    'speed report')
        _arguments '(- *)'{-h,--help}'[print help]' \
            '(-s --store)'{-s,--store}'[measured runs (required)]'':FILE:_ivpbench_store' \
            --calls'[file that speed calls wrote (required for report)]'':FILE:_ivpbench_file' \
            --requirements'[file of the required times (required)]'':FILE:_ivpbench_file' \
            --asked'[older name of --requirements]'':FILE:_ivpbench_file' \
            '(-o --output)'{-o,--output}'[file to write; for report, the folder of the page (required)]'':FILE:_ivpbench_file' \
            '(-R --reference)'{-R,--reference}'[folder of the reference solutions]'':DIR:_ivpbench_folder' \
            '1:action:_ivpbench_speed_action' ;;
    'speed peers')
        _arguments '(- *)'{-h,--help}'[print help]' \
            '(-s --store)'{-s,--store}'[measured runs (required)]'':FILE:_ivpbench_store' \
            --calls'[file that speed calls wrote (required for report)]'':FILE:_ivpbench_file' \
            --metric'[how correct digits are counted (docs/metrics.md)]'':WORD:(scd mescd)' \
            '(-R --reference)'{-R,--reference}'[folder of the reference solutions]'':DIR:_ivpbench_folder' \
            '1:action:_ivpbench_speed_action' ;;
    'speed '*)
        _arguments '(- *)'{-h,--help}'[print help]' \
            --loop'[time also what the loop over steps of this method adds to this problem]'':SOLVER@PROBLEM:_ivpbench_text' \
            --memory'[measure also the memory that every solver allocates for this problem]'':PROBLEM:_ivpbench_problem' \
            --problems'[count only runs of these problems]'':GLOBS:_ivpbench_problem_list' \
            --shares'[count the instructions of model, linear algebra, kernel and method separately, for the runs of the figure that evaluate Jacobians]' \
            '(-s --store)'{-s,--store}'[measured runs (required)]'':FILE:_ivpbench_store' \
            --calls'[file that speed calls wrote (required for report)]'':FILE:_ivpbench_file' \
            --metric'[how correct digits are counted (docs/metrics.md)]'':WORD:(scd mescd)' \
            --requirements'[file of the required times (required)]'':FILE:_ivpbench_file' \
            --asked'[older name of --requirements]'':FILE:_ivpbench_file' \
            '(-o --output)'{-o,--output}'[file to write; for report, the folder of the page (required)]'':FILE:_ivpbench_file' \
            '(-R --reference)'{-R,--reference}'[folder of the reference solutions]'':DIR:_ivpbench_folder' \
            '1:action:_ivpbench_speed_action' ;;
    'doctor '*)
        _arguments '(- *)'{-h,--help}'[print help]' ;;
    'help '*)
        _arguments '(- *)'{-h,--help}'[print help]' \
            --format'[text for a terminal, the man page, the reference page, the page of JSON documents, or completion for a shell]'':WORD:(text markdown man json bash zsh fish)' \
            '1::VERB:_ivpbench_verb' ;;
    esac
}

_ivpbench "$@"
