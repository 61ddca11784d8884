# fish completion of ivpbench, for share/fish/vendor_completions.d/ivpbench.fish.
# Made by `ivpbench help --format fish` from bench/cli/verb_*.c: `make cli-docs`

function __ivpbench_begins -d 'does the command line have no verb yet?'
    test (count (commandline -opc)) -eq 1
end

function __ivpbench_verb -a verb -d 'is this the verb, and nothing follows?'
    set -l line (commandline -opc)
    test (count $line) -eq 2; and test $line[2] = $verb
end

function __ivpbench_in -a verb -d 'VERB [ACTION...]: is it this verb with one of these?'
    set -l line (commandline -opc)
    test (count $line) -ge 2; and test $line[2] = $verb; or return 1
    test (count $argv) -eq 1; and return 0
    test (count $line) -ge 3; and contains -- $line[3] $argv[2..]
end

function __ivpbench_names -a kind -d 'the names that the program knows'
    set -l program (commandline -opc)[1]
    switch $kind
        case problem
            $program list problems --names 2>/dev/null
        case solver
            $program list solvers --names 2>/dev/null
        case formulation
            $program list formulations --names 2>/dev/null
        case plugin
            $program list problems --names 2>/dev/null
            $program list solvers --names 2>/dev/null
        case plan
            $program list plans --names 2>/dev/null
        case store
            $program archive list --names 2>/dev/null
        case archived
            $program archive list --names 2>/dev/null | string replace @ ''
    end
end

complete -c ivpbench -f
complete -c ivpbench -n __ivpbench_begins -s V -l version -d 'print the version'
complete -c ivpbench -s h -l help -d 'print help'

complete -c ivpbench -n __ivpbench_begins -a try -d 'run one problem with some solvers at once'
complete -c ivpbench -n '__ivpbench_in try' -s S -l solver -x -a '(__fish_complete_list , "__ivpbench_names solver")' -d 'solvers, separated by commas (required)'
complete -c ivpbench -n '__ivpbench_in try' -l rtol -x -d 'relative tolerance'
complete -c ivpbench -n '__ivpbench_in try' -l atol -x -d 'absolute tolerance'
complete -c ivpbench -n '__ivpbench_in try' -l h -x -d 'constant step size'
complete -c ivpbench -n '__ivpbench_in try' -l h0 -x -d 'first step size'
complete -c ivpbench -n '__ivpbench_in try' -l formulation -x -a '(__ivpbench_names formulation)' -d 'formulation of the solvers that name none'
complete -c ivpbench -n '__ivpbench_in try' -s p -l parameters -x -d 'parameters of the problem, such as "form=angles delta=0.1"'
complete -c ivpbench -n '__ivpbench_in try' -l no-events -d 'do not locate events'
complete -c ivpbench -n '__ivpbench_in try' -l workers -x -d 'timing processes; 0 measures no time'
complete -c ivpbench -n '__ivpbench_in try' -l timeout -x -d 'limit of the CPU time of one solve in seconds'
complete -c ivpbench -n '__ivpbench_in try' -l memory -x -d 'limit of the memory of one run'
complete -c ivpbench -n '__ivpbench_in try' -s o -l output -r -a '(__ivpbench_names store)' -F -d 'store to write'
complete -c ivpbench -n '__ivpbench_in try' -s R -l reference -x -a '(__fish_complete_directories)' -d 'folder of the reference solutions'
complete -c ivpbench -n '__ivpbench_in try' -s v -l verbose -d 'print a line for every cell'
complete -c ivpbench -n '__ivpbench_in try' -l json -d 'print one JSON document, also of an error (docs/json.md)'
complete -c ivpbench -n '__ivpbench_in try' -a '(__ivpbench_names problem)' -d 'PROBLEM'

complete -c ivpbench -n __ivpbench_begins -a advise -d 'find the cheapest solver, formulation and tolerance for a problem'
complete -c ivpbench -n '__ivpbench_in advise' -s d -l digits -x -d 'correct digits (scd) that the end state must have'
complete -c ivpbench -n '__ivpbench_in advise' -s b -l budget -x -d 'wall time to spend in seconds; the last round may take a little more'
complete -c ivpbench -n '__ivpbench_in advise' -s p -l parameters -x -d 'parameters of the problem, such as "form=angles delta=0.1"'
complete -c ivpbench -n '__ivpbench_in advise' -l solvers -x -a '(__fish_complete_list , "__ivpbench_names solver")' -d 'take only these solvers, separated by commas'
complete -c ivpbench -n '__ivpbench_in advise' -s j -l jobs -x -d 'accuracy runs at a time'
complete -c ivpbench -n '__ivpbench_in advise' -l json -d 'print one JSON document, also of an error (docs/json.md)'
complete -c ivpbench -n '__ivpbench_in advise' -s R -l reference -x -a '(__fish_complete_directories)' -d 'folder of the reference solutions'
complete -c ivpbench -n '__ivpbench_in advise' -a '(__ivpbench_names problem)' -d 'PROBLEM'

complete -c ivpbench -n __ivpbench_begins -a list -d 'list problems, solvers, formulations or plans'
complete -c ivpbench -n '__ivpbench_verb list' -a problems -d 'list the test problems with their titles'
complete -c ivpbench -n '__ivpbench_verb list' -a solvers -d 'list the solvers with their titles'
complete -c ivpbench -n '__ivpbench_verb list' -a formulations -d 'list the formulations of equations of motion'
complete -c ivpbench -n '__ivpbench_verb list' -a plans -d 'list the plans that a name alone finds, with their files'
complete -c ivpbench -n '__ivpbench_in list' -l names -d 'print the names alone, one a line'
complete -c ivpbench -n '__ivpbench_in list problems' -l tags -x -d 'take only problems with these tags, as in '\''stiff & !index2'\'''
complete -c ivpbench -n '__ivpbench_in list' -l json -d 'print one JSON document, also of an error (docs/json.md)'

complete -c ivpbench -n __ivpbench_begins -a info -d 'describe one problem or solver'
complete -c ivpbench -n '__ivpbench_in info' -l json -d 'print one JSON document, also of an error (docs/json.md)'
complete -c ivpbench -n '__ivpbench_in info' -a '(__ivpbench_names plugin)' -d 'NAME'

complete -c ivpbench -n __ivpbench_begins -a plan -d 'show the cells of a plan and how long they may take'
complete -c ivpbench -n '__ivpbench_in plan' -s o -l output -r -a '(__ivpbench_names store)' -F -d 'store with earlier results'
complete -c ivpbench -n '__ivpbench_in plan' -l quick -d 'take every second rung of a ladder, and time each run briefly in one process'
complete -c ivpbench -n '__ivpbench_in plan' -l problems -x -a '(__fish_complete_list , "__ivpbench_names problem")' -d 'take only these problems, separated by commas'
complete -c ivpbench -n '__ivpbench_in plan' -l solvers -x -a '(__fish_complete_list , "__ivpbench_names solver")' -d 'take only these solvers, separated by commas'
complete -c ivpbench -n '__ivpbench_in plan' -l tags -x -d 'take only problems with these tags, as in '\''stiff & !index2'\'''
complete -c ivpbench -n '__ivpbench_in plan' -a '(__ivpbench_names plan)' -F -d 'PLAN'

complete -c ivpbench -n __ivpbench_begins -a run -d 'run a plan and store the results'
complete -c ivpbench -n '__ivpbench_in run' -s o -l output -r -a '(__ivpbench_names store)' -F -d 'store to write'
complete -c ivpbench -n '__ivpbench_in run' -l dry-run -d 'show the cells and run nothing'
complete -c ivpbench -n '__ivpbench_in run' -s j -l jobs -x -d 'accuracy runs at the same time'
complete -c ivpbench -n '__ivpbench_in run' -l timing-jobs -x -d 'timing runs at the same time, each pinned to a core'
complete -c ivpbench -n '__ivpbench_in run' -l first -r -a '(__ivpbench_names plan)' -F -d 'run the cells of this plan before the others'
complete -c ivpbench -n '__ivpbench_in run' -l page -x -a '(__fish_complete_directories)' -d 'write the report into this folder during the run'
complete -c ivpbench -n '__ivpbench_in run' -l renew -x -d 'seconds between two reports, at least'
complete -c ivpbench -n '__ivpbench_in run' -l shard -x -d 'take every N-th cell, starting with cell I'
complete -c ivpbench -n '__ivpbench_in run' -l rerun -x -a 'failed all' -d 'run failed cells again, or all cells'
complete -c ivpbench -n '__ivpbench_in run' -l timeout -x -d 'limit of the CPU time of one solve in seconds'
complete -c ivpbench -n '__ivpbench_in run' -l memory -x -d 'limit of the memory of one cell'
complete -c ivpbench -n '__ivpbench_in run' -l seed -x -d 'seed of the random order of the cells'
complete -c ivpbench -n '__ivpbench_in run' -l quick -d 'take every second rung of a ladder, and time each run briefly in one process'
complete -c ivpbench -n '__ivpbench_in run' -l problems -x -a '(__fish_complete_list , "__ivpbench_names problem")' -d 'take only these problems, separated by commas'
complete -c ivpbench -n '__ivpbench_in run' -l solvers -x -a '(__fish_complete_list , "__ivpbench_names solver")' -d 'take only these solvers, separated by commas'
complete -c ivpbench -n '__ivpbench_in run' -l tags -x -d 'take only problems with these tags, as in '\''stiff & !index2'\'''
complete -c ivpbench -n '__ivpbench_in run' -l workers -x -d 'timing processes for each cell'
complete -c ivpbench -n '__ivpbench_in run' -l only-accuracy -d 'measure no times'
complete -c ivpbench -n '__ivpbench_in run' -l cell -x -d 'run one cell and print its result in words'
complete -c ivpbench -n '__ivpbench_in run' -l color -x -a 'auto always never' -d 'colours of the progress'
complete -c ivpbench -n '__ivpbench_in run' -s q -l quiet -d 'print no progress'
complete -c ivpbench -n '__ivpbench_in run' -s v -l verbose -d 'print a line for every cell'
complete -c ivpbench -n '__ivpbench_in run' -a '(__ivpbench_names plan)' -F -d 'PLAN'

complete -c ivpbench -n __ivpbench_begins -a report -d 'draw diagrams and write tables from a store'
complete -c ivpbench -n '__ivpbench_in report' -s s -l store -r -a '(__ivpbench_names store)' -F -d 'results to read'
complete -c ivpbench -n '__ivpbench_in report' -s o -l output -x -a '(__fish_complete_directories)' -d 'folder to write into'
complete -c ivpbench -n '__ivpbench_in report' -l figures -r -F -d 'file of figures that the page saved: draw them too, and offer them in the page'
complete -c ivpbench -n '__ivpbench_in report' -l history -r -F -d 'file of ivpbench history --json: show curves and changes by commit too'
complete -c ivpbench -n '__ivpbench_in report' -l latex -d 'write report.tex with its tables too, for pdflatex'
complete -c ivpbench -n '__ivpbench_in report' -l metric -x -a 'scd mescd' -d 'how correct digits are counted (docs/metrics.md)'
complete -c ivpbench -n '__ivpbench_in report' -s R -l reference -x -a '(__fish_complete_directories)' -d 'folder of the reference solutions'
complete -c ivpbench -n '__ivpbench_in report' -a '(__ivpbench_names store)' -F -d 'EARLIER'

complete -c ivpbench -n __ivpbench_begins -a rank -d 'rank solvers by their cost at given correct digits'
complete -c ivpbench -n '__ivpbench_in rank' -s d -l digits -x -d 'correct digits to reach'
complete -c ivpbench -n '__ivpbench_in rank' -l by -x -a 'configuration solver formulation' -d 'print the cheapest run of each configuration, solver or formulation'
complete -c ivpbench -n '__ivpbench_in rank' -l metric -x -a 'scd mescd multipliers' -d 'how correct digits are counted (docs/metrics.md)'
complete -c ivpbench -n '__ivpbench_in rank' -l cost -x -a 'cpu instructions' -d 'what to compare: CPU time, or the instructions that speed count counted'
complete -c ivpbench -n '__ivpbench_in rank' -s f -l format -x -a 'text csv' -d 'a table for each problem, or one of all as comma-separated rows'
complete -c ivpbench -n '__ivpbench_in rank' -l json -d 'print one JSON document, also of an error (docs/json.md)'
complete -c ivpbench -n '__ivpbench_in rank' -s s -l store -r -a '(__ivpbench_names store)' -F -d 'results to read'
complete -c ivpbench -n '__ivpbench_in rank' -s R -l reference -x -a '(__fish_complete_directories)' -d 'folder of the reference solutions'
complete -c ivpbench -n '__ivpbench_in rank' -a '(__ivpbench_names problem)' -d 'PROBLEM'

complete -c ivpbench -n __ivpbench_begins -a compare -d 'compare two stores cell by cell'
complete -c ivpbench -n '__ivpbench_in compare' -l cost -x -a 'cpu instructions' -d 'what to compare: CPU time, or the instructions that speed count counted'
complete -c ivpbench -n '__ivpbench_in compare' -s t -l threshold -x -d 'fail where a cell is certainly slower by more than this fraction'
complete -c ivpbench -n '__ivpbench_in compare' -s d -l digits -x -d 'fail where a cell loses more than this in scd or mescd'
complete -c ivpbench -n '__ivpbench_in compare' -l json -r -F -d 'write all cells with both results as JSON (docs/json.md)'
complete -c ivpbench -n '__ivpbench_in compare' -l junit -r -F -d 'write all cells as JUnit XML'
complete -c ivpbench -n '__ivpbench_in compare' -l metric -x -a 'scd mescd' -d 'how correct digits are counted (docs/metrics.md)'
complete -c ivpbench -n '__ivpbench_in compare' -s R -l reference -x -a '(__fish_complete_directories)' -d 'folder of the reference solutions'
complete -c ivpbench -n '__ivpbench_in compare' -a '(__ivpbench_names store)' -F -d 'BASE'
complete -c ivpbench -n '__ivpbench_in compare' -a '(__ivpbench_names store)' -F -d 'HEAD'

complete -c ivpbench -n __ivpbench_begins -a gate -d 'check stored results against gate files'
complete -c ivpbench -n '__ivpbench_in gate' -s s -l store -r -a '(__ivpbench_names store)' -F -d 'results to read'
complete -c ivpbench -n '__ivpbench_in gate' -l sets -x -d 'take only these sets of the base, separated by commas'
complete -c ivpbench -n '__ivpbench_in gate' -l partial -d 'ignore rows of the base that have no result; --accept leaves them unchanged'
complete -c ivpbench -n '__ivpbench_in gate' -l junit -r -F -d 'write the results as JUnit XML'
complete -c ivpbench -n '__ivpbench_in gate' -l tap -r -F -d 'write the results as TAP'
complete -c ivpbench -n '__ivpbench_in gate' -l markdown -r -F -d 'write a table of all limits with the values found'
complete -c ivpbench -n '__ivpbench_in gate' -l accept -d 'make the results the new base and print what changes'
complete -c ivpbench -n '__ivpbench_in gate' -l reason -x -d 'why a result is worse; without it --accept refuses worse results'
complete -c ivpbench -n '__ivpbench_in gate' -l new -r -F -d 'write rules to this new gate file and their base to another file next to it'
complete -c ivpbench -n '__ivpbench_in gate' -l solvers -x -a '(__fish_complete_list , "__ivpbench_names solver")' -d 'with --new: write rules for these solvers'
complete -c ivpbench -n '__ivpbench_in gate' -s R -l reference -x -a '(__fish_complete_directories)' -d 'folder of the reference solutions'
complete -c ivpbench -n '__ivpbench_in gate' -F -d 'FILE'

complete -c ivpbench -n __ivpbench_begins -a export -d 'write all results as CSV or JSON lines'
complete -c ivpbench -n '__ivpbench_in export' -s s -l store -r -a '(__ivpbench_names store)' -F -d 'results to read'
complete -c ivpbench -n '__ivpbench_in export' -s f -l format -x -a 'csv jsonl' -d 'comma-separated rows, or one JSON object a line'
complete -c ivpbench -n '__ivpbench_in export' -l table -x -a 'cells errors series styles' -d 'a row for each result, each error of an observable along the trajectory, each stored point, or the line of each result in diagrams'
complete -c ivpbench -n '__ivpbench_in export' -s o -l output -r -F -d 'file to write'
complete -c ivpbench -n '__ivpbench_in export' -s R -l reference -x -a '(__fish_complete_directories)' -d 'folder of the reference solutions'

complete -c ivpbench -n __ivpbench_begins -a reference -d 'make, check and show reference solutions'
complete -c ivpbench -n '__ivpbench_verb reference' -a make -d 'integrate in quadruple precision with two families of methods and write the reference; without a problem, make all that are missing or outdated'
complete -c ivpbench -n '__ivpbench_verb reference' -a check -d 'verify the digests of file and equations, both solutions against the error bars, and the digits by a cheaper integration'
complete -c ivpbench -n '__ivpbench_verb reference' -a show -d 'print a state with its error bars'
complete -c ivpbench -n '__ivpbench_verb reference' -a compare -d 'compare published end values with the reference and count common digits'
complete -c ivpbench -n '__ivpbench_verb reference' -a prove -d 'enclose the exact solution in ball arithmetic, write the enclosure, and say whether it contains every certified digit'
complete -c ivpbench -n '__ivpbench_verb reference' -a published -d 'print a page of all published end values with the number of their correct digits'
complete -c ivpbench -n '__ivpbench_verb reference' -a enclosures -d 'print a table of the enclosures on file: digits, work, and whether the references lie inside'
complete -c ivpbench -n '__ivpbench_verb reference' -a catalogue -d 'write a page of problems: classes, eigenvalues, solutions, digits; the default folder is out/catalogue'
complete -c ivpbench -n '__ivpbench_in reference make show compare prove' -s p -l parameters -x -d 'parameters of the problem, such as "form=angles delta=0.1"'
complete -c ivpbench -n '__ivpbench_in reference' -l reference -x -a '(__fish_complete_directories)' -d 'folder of the references'
complete -c ivpbench -n '__ivpbench_in reference make prove catalogue' -s o -l output -x -a '(__fish_complete_directories)' -d 'folder to write into'
complete -c ivpbench -n '__ivpbench_in reference show' -l at -x -d 'time of the state; a time that is not stored is integrated to'
complete -c ivpbench -n '__ivpbench_in reference show' -l format -x -a 'csv text' -d 'form of the output'
complete -c ivpbench -n '__ivpbench_in reference show' -l observables -d 'print the observables too'
complete -c ivpbench -n '__ivpbench_in reference show' -l json -d 'print one JSON document, also of an error (docs/json.md)'
complete -c ivpbench -n '__ivpbench_in reference make' -l double -d 'write the digits on which solvers in double agree, even if the problem has a source for quadruple precision'
complete -c ivpbench -n '__ivpbench_in reference make check' -s j -l jobs -x -d 'processes at the same time'
complete -c ivpbench -n '__ivpbench_in reference make check prove' -s q -l quiet -d 'print no progress'
complete -c ivpbench -n '__ivpbench_in reference make' -a '(__ivpbench_names problem)' -d 'PROBLEM'
complete -c ivpbench -n '__ivpbench_in reference check' -a '(__ivpbench_names problem)' -d 'PROBLEM'
complete -c ivpbench -n '__ivpbench_in reference show' -a '(__ivpbench_names problem)' -d 'PROBLEM'
complete -c ivpbench -n '__ivpbench_in reference compare' -a '(__ivpbench_names problem)' -d 'PROBLEM'
complete -c ivpbench -n '__ivpbench_in reference prove' -a '(__ivpbench_names problem)' -d 'PROBLEM'
complete -c ivpbench -n '__ivpbench_in reference catalogue' -a '(__ivpbench_names problem)' -d 'PROBLEM'

complete -c ivpbench -n __ivpbench_begins -a papers -d 'compare the claims of published papers with measurements'
complete -c ivpbench -n '__ivpbench_in papers' -l claims -x -a '(__fish_complete_directories)' -d 'folder of the files of claims'
complete -c ivpbench -n '__ivpbench_in papers' -l data -x -a '(__fish_complete_directories)' -d 'folder of the measured data'
complete -c ivpbench -n '__ivpbench_in papers' -s o -l output -x -a '(__fish_complete_directories)' -d 'folder to write into'
complete -c ivpbench -n '__ivpbench_in papers' -l gate -r -F -d 'compare the verdicts with the accepted verdicts of this file'
complete -c ivpbench -n '__ivpbench_in papers' -l bless -r -F -d 'write the verdicts of today to this new file of accepted verdicts'
complete -c ivpbench -n '__ivpbench_in papers' -l present -d 'leave out claims whose data file does not exist'
complete -c ivpbench -n '__ivpbench_in papers' -l summary -d 'print the accepted verdicts of --gate by paper, and the printed figures, and judge nothing'

complete -c ivpbench -n __ivpbench_begins -a new -d 'begin a new problem or solver'
complete -c ivpbench -n '__ivpbench_verb new' -a solver -d 'write a solver'
complete -c ivpbench -n '__ivpbench_verb new' -a problem -d 'write a problem'
complete -c ivpbench -n '__ivpbench_in new' -l language -x -a 'c fortran python c++ line' -d 'language of the plug-in; line: a program in any language that answers in lines of text (docs/line-protocol.md)'
complete -c ivpbench -n '__ivpbench_in new problem' -l from -r -F -d 'write the problem in C from equations: a problem in Python, a SymPy model, equations as text (docs/models.md), or SBML, MODEL.xml (docs/sbml.md). It needs Debian'\''s python3-sympy, and python3-sbml5 for SBML'
complete -c ivpbench -n '__ivpbench_in new problem' -l end -x -d 'where the interval ends that begins at 0; a model in SBML has none'

complete -c ivpbench -n __ivpbench_begins -a plugin -d 'build a problem or solver outside the source tree, or test it'
complete -c ivpbench -n '__ivpbench_verb plugin' -a build -d 'compile the plug-in and print the value of IVPBENCH_PLUGIN_PATH that makes it known'
complete -c ivpbench -n '__ivpbench_verb plugin' -a test -d 'check the contract of one plug-in in a separate process: files, descriptor, consistent start, pure functions, derivatives against complex steps, a short run'
complete -c ivpbench -n '__ivpbench_verb plugin' -a eliminate -d 'print C code that eliminates the saddle point of a mechanical problem'
complete -c ivpbench -n '__ivpbench_in plugin build test' -l root -x -a '(__fish_complete_directories)' -d 'folder of the shared objects, which is searched first'
complete -c ivpbench -n '__ivpbench_in plugin build' -l testset -d 'the files are a problem in the Fortran interface of the Test Set for IVP Solvers; it is built in double alone'
complete -c ivpbench -n '__ivpbench_in plugin build' -F -d 'FILE'
complete -c ivpbench -n '__ivpbench_in plugin test' -a '(__ivpbench_names plugin)' -d 'NAME'
complete -c ivpbench -n '__ivpbench_in plugin eliminate' -a '(__ivpbench_names problem)' -d 'NAME'

complete -c ivpbench -n __ivpbench_begins -a import -d 'make a problem of an FMU or of a model in SBML'
complete -c ivpbench -n '__ivpbench_in import' -l name -x -d 'name of the problem'
complete -c ivpbench -n '__ivpbench_in import' -l end -x -d 'end of the interval'
complete -c ivpbench -n '__ivpbench_in import' -l root -x -a '(__fish_complete_directories)' -d 'folder of the shared objects'
complete -c ivpbench -n '__ivpbench_in import' -F -d 'FILE'

complete -c ivpbench -n __ivpbench_begins -a export-fmu -d 'write a problem as an FMU'
complete -c ivpbench -n '__ivpbench_in export-fmu' -s o -l output -r -F -d 'FMU to write'
complete -c ivpbench -n '__ivpbench_in export-fmu' -s p -l parameters -x -d 'values that the parameters begin with, such as "a=1e3 b=four"'
complete -c ivpbench -n '__ivpbench_in export-fmu' -l fmi -x -a '2.0 3.0' -d 'version of FMI'
complete -c ivpbench -n '__ivpbench_in export-fmu' -a '(__ivpbench_names problem)' -d 'PROBLEM'

complete -c ivpbench -n __ivpbench_begins -a conform -d 'try a program over the line protocol against the contract of solvers'
complete -c ivpbench -n '__ivpbench_in conform' -l name -x -d 'name of the solver in its passport: lower-case letters, digits and _'
complete -c ivpbench -n '__ivpbench_in conform' -l order -x -d 'classical order of the method'
complete -c ivpbench -n '__ivpbench_in conform' -l fixed-step -d 'the program takes constant steps'
complete -c ivpbench -n '__ivpbench_in conform' -l adaptive -d 'the program takes tolerances; so it is understood without --fixed-step'
complete -c ivpbench -n '__ivpbench_in conform' -l dense -d 'the program answers dense'
complete -c ivpbench -n '__ivpbench_in conform' -l jacobian -d 'the program asks for Jacobians'
complete -c ivpbench -n '__ivpbench_in conform' -l format -x -a 'text json html' -d 'what to write'
complete -c ivpbench -n '__ivpbench_in conform' -s o -l output -r -F -d 'file to write'
complete -c ivpbench -n '__ivpbench_in conform' -F -d 'COMMAND'

complete -c ivpbench -n __ivpbench_begins -a ci -d 'judge a change in a solver'\''s repository'
complete -c ivpbench -n '__ivpbench_in ci' -l base -x -d 'commit or branch to compare with'
complete -c ivpbench -n '__ivpbench_in ci' -l head -x -d 'commit to judge'
complete -c ivpbench -n '__ivpbench_in ci' -l minutes -x -d 'budget of wall time'
complete -c ivpbench -n '__ivpbench_in ci' -l only-accuracy -d 'measure no times'
complete -c ivpbench -n '__ivpbench_in ci' -l record -x -a '(__fish_complete_directories)' -d 'keep the results of head in this folder, for history'
complete -c ivpbench -n '__ivpbench_in ci' -s o -l output -x -a '(__fish_complete_directories)' -d 'folder of the comment, the reports and what is kept between runs'

complete -c ivpbench -n __ivpbench_begins -a history -d 'find what changed from commit to commit'
complete -c ivpbench -n '__ivpbench_in history' -s o -l output -r -F -d 'page of the curves to write'
complete -c ivpbench -n '__ivpbench_in history' -l json -r -F -d 'write the changes as JSON'
complete -c ivpbench -n '__ivpbench_in history' -a '(__fish_complete_directories)' -d 'DIR'

complete -c ivpbench -n __ivpbench_begins -a bisect -d 'find the commit that changed a cell'
complete -c ivpbench -n '__ivpbench_in bisect' -l cell -x -d 'cell to run, as in '\''my_problem mysolver@ode rtol=1e-6'\'' (required)'
complete -c ivpbench -n '__ivpbench_in bisect' -l by -x -a 'outcome events digits work instructions' -d 'what separates good from bad'
complete -c ivpbench -n '__ivpbench_in bisect' -s o -l output -x -a '(__fish_complete_directories)' -d 'folder for checkouts and builds'

complete -c ivpbench -n __ivpbench_begins -a submit -d 'split a plan into shards for many machines'
complete -c ivpbench -n '__ivpbench_in submit' -s o -l output -x -a '(__fish_complete_directories)' -d 'folder of the campaign, which all machines must see (required)'
complete -c ivpbench -n '__ivpbench_in submit' -l array -x -d 'number of shards'
complete -c ivpbench -n '__ivpbench_in submit' -l slurm -d 'submit the shards to Slurm as an array'
complete -c ivpbench -n '__ivpbench_in submit' -l time -x -d 'time limit of a shard, as sbatch takes it (HH:MM:SS)'
complete -c ivpbench -n '__ivpbench_in submit' -l partition -x -d 'partition of the cluster'
complete -c ivpbench -n '__ivpbench_in submit' -l constraint -x -d 'feature that the nodes must have; times compare only between nodes of one kind'
complete -c ivpbench -n '__ivpbench_in submit' -l local -x -a '(__fish_complete_directories)' -d 'folder on the node where a shard works on its store'
complete -c ivpbench -n '__ivpbench_in submit' -l every -x -d 'seconds between two copies of this store to the campaign'
complete -c ivpbench -n '__ivpbench_in submit' -l shared -d 'allow other jobs on the nodes; --only-accuracy implies it, since it times nothing'
complete -c ivpbench -n '__ivpbench_in submit' -a '(__ivpbench_names plan)' -F -d 'PLAN'

complete -c ivpbench -n __ivpbench_begins -a status -d 'show the progress of a campaign'
complete -c ivpbench -n '__ivpbench_in status' -a '(__fish_complete_directories)' -d 'FOLDER'

complete -c ivpbench -n __ivpbench_begins -a cancel -d 'cancel the Slurm array of a campaign'
complete -c ivpbench -n '__ivpbench_in cancel' -a '(__fish_complete_directories)' -d 'FOLDER'

complete -c ivpbench -n __ivpbench_begins -a merge -d 'merge stores of several machines or shards'
complete -c ivpbench -n '__ivpbench_in merge' -s o -l output -r -F -d 'store to write; it is created or extended (required)'
complete -c ivpbench -n '__ivpbench_in merge' -a '(__ivpbench_names store)' -F -d 'STORE'

complete -c ivpbench -n __ivpbench_begins -a store -d 'check, repair, compact or migrate a store'
complete -c ivpbench -n '__ivpbench_verb store' -a check -d 'verify every digest and name the damaged cells'
complete -c ivpbench -n '__ivpbench_verb store' -a repair -d 'copy all undamaged results, also from a file with damaged pages; the same plan runs the lost cells again'
complete -c ivpbench -n '__ivpbench_verb store' -a compact -d 'copy without unfinished cells and free pages'
complete -c ivpbench -n '__ivpbench_verb store' -a migrate -d 'copy a store of an older schema'
complete -c ivpbench -n '__ivpbench_in store repair compact migrate' -s o -l output -r -F -d 'new store (required)'
complete -c ivpbench -n '__ivpbench_in store check' -a '(__ivpbench_names store)' -F -d 'STORE'
complete -c ivpbench -n '__ivpbench_in store repair' -a '(__ivpbench_names store)' -F -d 'STORE'
complete -c ivpbench -n '__ivpbench_in store compact' -a '(__ivpbench_names store)' -F -d 'STORE'
complete -c ivpbench -n '__ivpbench_in store migrate' -a '(__ivpbench_names store)' -F -d 'STORE'

complete -c ivpbench -n __ivpbench_begins -a archive -d 'keep stores by name, to compare with'
complete -c ivpbench -n '__ivpbench_verb archive' -a add -d 'read and verify a store of any schema and add a compacted copy; a damaged store or a name in use is refused'
complete -c ivpbench -n '__ivpbench_verb archive' -a list -d 'list all stores of the archive'
complete -c ivpbench -n '__ivpbench_verb archive' -a show -d 'verify one store and print what it holds'
complete -c ivpbench -n '__ivpbench_verb archive' -a remove -d 'delete one store from the archive'
complete -c ivpbench -n '__ivpbench_in archive add' -s n -l note -x -d 'what the store holds and who measured it'
complete -c ivpbench -n '__ivpbench_in archive list' -l names -d 'print the names alone, one a line'
complete -c ivpbench -n '__ivpbench_in archive add' -a '(__ivpbench_names store)' -F -d 'STORE'
complete -c ivpbench -n '__ivpbench_in archive show' -a '(__ivpbench_names archived)' -d 'NAME'
complete -c ivpbench -n '__ivpbench_in archive remove' -a '(__ivpbench_names archived)' -d 'NAME'

complete -c ivpbench -n __ivpbench_begins -a speed -d 'measure what single calls cost, and where the time of runs goes'
complete -c ivpbench -n '__ivpbench_verb speed' -a calls -d 'time single calls on this machine and write CSV: equations in double and in lanes, eliminations and solutions of the saddle point, complete evaluations'
complete -c ivpbench -n '__ivpbench_verb speed' -a count -d 'count the instructions of every successful run of a store, and add the counts to the store'
complete -c ivpbench -n '__ivpbench_verb speed' -a report -d 'write a page of required and measured times, and of where the time of runs goes'
complete -c ivpbench -n '__ivpbench_verb speed' -a peers -d 'print wrapped codes against the fastest of ivpbench at 3, 6 and 9 digits, with intervals, calibrations and times of bare programs'
complete -c ivpbench -n '__ivpbench_in speed calls' -l loop -x -d 'time also what the loop over steps of this method adds to this problem'
complete -c ivpbench -n '__ivpbench_in speed calls' -l memory -x -a '(__ivpbench_names problem)' -d 'measure also the memory that every solver allocates for this problem'
complete -c ivpbench -n '__ivpbench_in speed count' -l problems -x -a '(__fish_complete_list , "__ivpbench_names problem")' -d 'count only runs of these problems'
complete -c ivpbench -n '__ivpbench_in speed count' -l shares -d 'count the instructions of model, linear algebra, kernel and method separately, for the runs of the figure that evaluate Jacobians'
complete -c ivpbench -n '__ivpbench_in speed report peers' -s s -l store -r -a '(__ivpbench_names store)' -F -d 'measured runs (required)'
complete -c ivpbench -n '__ivpbench_in speed report peers' -l calls -r -F -d 'file that speed calls wrote (required for report)'
complete -c ivpbench -n '__ivpbench_in speed peers' -l metric -x -a 'scd mescd' -d 'how correct digits are counted (docs/metrics.md)'
complete -c ivpbench -n '__ivpbench_in speed report' -l requirements -r -F -d 'file of the required times (required)'
complete -c ivpbench -n '__ivpbench_in speed report' -l asked -r -F -d 'older name of --requirements'
complete -c ivpbench -n '__ivpbench_in speed calls report' -s o -l output -r -F -d 'file to write; for report, the folder of the page (required)'
complete -c ivpbench -n '__ivpbench_in speed' -s R -l reference -x -a '(__fish_complete_directories)' -d 'folder of the reference solutions'
complete -c ivpbench -n '__ivpbench_in speed calls' -a '(__ivpbench_names problem)' -d 'PROBLEM'
complete -c ivpbench -n '__ivpbench_in speed count' -a '(__ivpbench_names store)' -F -d 'STORE'

complete -c ivpbench -n __ivpbench_begins -a doctor -d 'check this machine and this build'

complete -c ivpbench -n __ivpbench_begins -a help -d 'describe the verbs'
complete -c ivpbench -n '__ivpbench_in help' -l format -x -a 'text markdown man json bash zsh fish' -d 'text for a terminal, the man page, the reference page, the page of JSON documents, or completion for a shell'
complete -c ivpbench -n '__ivpbench_in help' -d 'VERB'
complete -c ivpbench -n '__ivpbench_in help' -a 'try advise list info plan run report rank compare gate export reference papers new plugin import export-fmu conform ci history bisect submit status cancel merge store archive speed doctor help'
