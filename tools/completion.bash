# bash completion of ivpbench, for share/bash-completion/completions/ivpbench.
# Made by `ivpbench help --format bash` from bench/cli/verb_*.c: `make cli-docs`

# KIND: the names of this kind, as the program knows them
_ivpbench_names()
{
    case $1 in
    verb) echo 'try advise list info plan run report rank compare gate export reference papers new plugin import export-fmu conform ci history bisect submit status cancel merge store archive speed doctor help' ;;
    problem) "$program" list problems --names ;;
    solver) "$program" list solvers --names ;;
    formulation) "$program" list formulations --names ;;
    plugin) "$program" list problems --names; "$program" list solvers --names ;;
    plan) "$program" list plans --names ;;
    store) "$program" archive list --names ;;
    archived) "$program" archive list --names | sed 's/^@//' ;;
    esac
}

# VERB: its actions
_ivpbench_actions()
{
    case $1 in
    list) echo 'problems solvers formulations plans' ;;
    reference) echo 'make check show compare prove published enclosures catalogue' ;;
    new) echo 'solver problem' ;;
    plugin) echo 'build test eliminate' ;;
    store) echo 'check repair compact migrate' ;;
    archive) echo 'add list show remove' ;;
    speed) echo 'calls count report peers' ;;
    esac
}

# VERB ACTION: the options
_ivpbench_options()
{
    case $1 in
    'try '*) echo '--solver --rtol --atol --h --h0 --formulation --parameters --no-events --workers --timeout --memory --output --reference --verbose --json' ;;
    'advise '*) echo '--digits --budget --parameters --solvers --jobs --json --reference' ;;
    'list problems') echo '--names --tags --json' ;;
    'list solvers') echo '--names --json' ;;
    'list formulations') echo '--names --json' ;;
    'list plans') echo '--names --json' ;;
    'list '*) echo '--names --tags --json' ;;
    'info '*) echo '--json' ;;
    'plan '*) echo '--output --quick --problems --solvers --tags' ;;
    'run '*) echo '--output --dry-run --jobs --timing-jobs --first --page --renew --shard --rerun --timeout --memory --seed --quick --problems --solvers --tags --workers --only-accuracy --cell --color --quiet --verbose' ;;
    'report '*) echo '--store --output --figures --history --latex --metric --reference' ;;
    'rank '*) echo '--digits --by --metric --cost --format --json --store --reference' ;;
    'compare '*) echo '--cost --threshold --digits --json --junit --metric --reference' ;;
    'gate '*) echo '--store --sets --partial --junit --tap --markdown --accept --reason --new --solvers --reference' ;;
    'export '*) echo '--store --format --table --output --reference' ;;
    'reference make') echo '--parameters --reference --output --double --jobs --quiet' ;;
    'reference check') echo '--reference --jobs --quiet' ;;
    'reference show') echo '--parameters --reference --at --format --observables --json' ;;
    'reference compare') echo '--parameters --reference' ;;
    'reference prove') echo '--parameters --reference --output --quiet' ;;
    'reference published') echo '--reference' ;;
    'reference enclosures') echo '--reference' ;;
    'reference catalogue') echo '--reference --output' ;;
    'reference '*) echo '--parameters --reference --output --at --format --observables --json --double --jobs --quiet' ;;
    'papers '*) echo '--claims --data --output --gate --bless --present --summary' ;;
    'new solver') echo '--language' ;;
    'new problem') echo '--language --from --end' ;;
    'new '*) echo '--language --from --end' ;;
    'plugin build') echo '--root --testset' ;;
    'plugin test') echo '--root' ;;
    'plugin eliminate') echo '' ;;
    'plugin '*) echo '--root --testset' ;;
    'import '*) echo '--name --end --root' ;;
    'export-fmu '*) echo '--output --parameters --fmi' ;;
    'conform '*) echo '--name --order --fixed-step --adaptive --dense --jacobian --format --output' ;;
    'ci '*) echo '--base --head --minutes --only-accuracy --record --output' ;;
    'history '*) echo '--output --json' ;;
    'bisect '*) echo '--cell --by --output' ;;
    'submit '*) echo '--output --array --slurm --time --partition --constraint --local --every --shared' ;;
    'merge '*) echo '--output' ;;
    'store check') echo '' ;;
    'store repair') echo '--output' ;;
    'store compact') echo '--output' ;;
    'store migrate') echo '--output' ;;
    'store '*) echo '--output' ;;
    'archive add') echo '--note' ;;
    'archive list') echo '--names' ;;
    'archive show') echo '' ;;
    'archive remove') echo '' ;;
    'archive '*) echo '--note --names' ;;
    'speed calls') echo '--loop --memory --output --reference' ;;
    'speed count') echo '--problems --shares --reference' ;;
    'speed report') echo '--store --calls --requirements --asked --output --reference' ;;
    'speed peers') echo '--store --calls --metric --reference' ;;
    'speed '*) echo '--loop --memory --problems --shares --store --calls --metric --requirements --asked --output --reference' ;;
    'help '*) echo '--format' ;;
    esac
}

# "VERB OPTION": what its value may be; fails if it has none
_ivpbench_value()
{
    case $1 in
    'try --solver' | 'try -S') kind=solver ;;
    'try --rtol') kind=text ;;
    'try --atol') kind=text ;;
    'try --h') kind=text ;;
    'try --h0') kind=text ;;
    'try --formulation') kind=formulation ;;
    'try --parameters' | 'try -p') kind=text ;;
    'try --workers') kind=text ;;
    'try --timeout') kind=text ;;
    'try --memory') kind=text ;;
    'try --output' | 'try -o') kind=store ;;
    'try --reference' | 'try -R') kind=folder ;;
    'advise --digits' | 'advise -d') kind=text ;;
    'advise --budget' | 'advise -b') kind=text ;;
    'advise --parameters' | 'advise -p') kind=text ;;
    'advise --solvers') kind=solver ;;
    'advise --jobs' | 'advise -j') kind=text ;;
    'advise --reference' | 'advise -R') kind=folder ;;
    'list --tags') kind=text ;;
    'plan --output' | 'plan -o') kind=store ;;
    'plan --problems') kind=problem ;;
    'plan --solvers') kind=solver ;;
    'plan --tags') kind=text ;;
    'run --output' | 'run -o') kind=store ;;
    'run --jobs' | 'run -j') kind=text ;;
    'run --timing-jobs') kind=text ;;
    'run --first') kind=plan ;;
    'run --page') kind=folder ;;
    'run --renew') kind=text ;;
    'run --shard') kind=text ;;
    'run --rerun') words='failed all' ;;
    'run --timeout') kind=text ;;
    'run --memory') kind=text ;;
    'run --seed') kind=text ;;
    'run --problems') kind=problem ;;
    'run --solvers') kind=solver ;;
    'run --tags') kind=text ;;
    'run --workers') kind=text ;;
    'run --cell') kind=text ;;
    'run --color') words='auto always never' ;;
    'report --store' | 'report -s') kind=store ;;
    'report --output' | 'report -o') kind=folder ;;
    'report --figures') kind=file ;;
    'report --history') kind=file ;;
    'report --metric') words='scd mescd' ;;
    'report --reference' | 'report -R') kind=folder ;;
    'rank --digits' | 'rank -d') kind=text ;;
    'rank --by') words='configuration solver formulation' ;;
    'rank --metric') words='scd mescd multipliers' ;;
    'rank --cost') words='cpu instructions' ;;
    'rank --format' | 'rank -f') words='text csv' ;;
    'rank --store' | 'rank -s') kind=store ;;
    'rank --reference' | 'rank -R') kind=folder ;;
    'compare --cost') words='cpu instructions' ;;
    'compare --threshold' | 'compare -t') kind=text ;;
    'compare --digits' | 'compare -d') kind=text ;;
    'compare --json') kind=file ;;
    'compare --junit') kind=file ;;
    'compare --metric') words='scd mescd' ;;
    'compare --reference' | 'compare -R') kind=folder ;;
    'gate --store' | 'gate -s') kind=store ;;
    'gate --sets') kind=text ;;
    'gate --junit') kind=file ;;
    'gate --tap') kind=file ;;
    'gate --markdown') kind=file ;;
    'gate --reason') kind=text ;;
    'gate --new') kind=file ;;
    'gate --solvers') kind=solver ;;
    'gate --reference' | 'gate -R') kind=folder ;;
    'export --store' | 'export -s') kind=store ;;
    'export --format' | 'export -f') words='csv jsonl' ;;
    'export --table') words='cells errors series styles' ;;
    'export --output' | 'export -o') kind=file ;;
    'export --reference' | 'export -R') kind=folder ;;
    'reference --parameters' | 'reference -p') kind=text ;;
    'reference --reference') kind=folder ;;
    'reference --output' | 'reference -o') kind=folder ;;
    'reference --at') kind=text ;;
    'reference --format') words='csv text' ;;
    'reference --jobs' | 'reference -j') kind=text ;;
    'papers --claims') kind=folder ;;
    'papers --data') kind=folder ;;
    'papers --output' | 'papers -o') kind=folder ;;
    'papers --gate') kind=file ;;
    'papers --bless') kind=file ;;
    'new --language') words='c fortran python c++ line' ;;
    'new --from') kind=file ;;
    'new --end') kind=text ;;
    'plugin --root') kind=folder ;;
    'import --name') kind=text ;;
    'import --end') kind=text ;;
    'import --root') kind=folder ;;
    'export-fmu --output' | 'export-fmu -o') kind=file ;;
    'export-fmu --parameters' | 'export-fmu -p') kind=text ;;
    'export-fmu --fmi') words='2.0 3.0' ;;
    'conform --name') kind=text ;;
    'conform --order') kind=text ;;
    'conform --format') words='text json html' ;;
    'conform --output' | 'conform -o') kind=file ;;
    'ci --base') kind=text ;;
    'ci --head') kind=text ;;
    'ci --minutes') kind=text ;;
    'ci --record') kind=folder ;;
    'ci --output' | 'ci -o') kind=folder ;;
    'history --output' | 'history -o') kind=file ;;
    'history --json') kind=file ;;
    'bisect --cell') kind=text ;;
    'bisect --by') words='outcome events digits work instructions' ;;
    'bisect --output' | 'bisect -o') kind=folder ;;
    'submit --output' | 'submit -o') kind=folder ;;
    'submit --array') kind=text ;;
    'submit --time') kind=text ;;
    'submit --partition') kind=text ;;
    'submit --constraint') kind=text ;;
    'submit --local') kind=folder ;;
    'submit --every') kind=text ;;
    'merge --output' | 'merge -o') kind=file ;;
    'store --output' | 'store -o') kind=file ;;
    'archive --note' | 'archive -n') kind=text ;;
    'speed --loop') kind=text ;;
    'speed --memory') kind=problem ;;
    'speed --problems') kind=problem ;;
    'speed --store' | 'speed -s') kind=store ;;
    'speed --calls') kind=file ;;
    'speed --metric') words='scd mescd' ;;
    'speed --requirements') kind=file ;;
    'speed --asked') kind=file ;;
    'speed --output' | 'speed -o') kind=file ;;
    'speed --reference' | 'speed -R') kind=folder ;;
    'help --format') words='text markdown man json bash zsh fish' ;;
    *) return 1 ;;
    esac
}

# "VERB ACTION NUMBER": what this operand may be
_ivpbench_operand()
{
    case $1 in
    'try  1') kind=problem ;;
    'advise  1') kind=problem ;;
    'info  1') kind=plugin ;;
    'plan  1') kind=plan ;;
    'run  1') kind=plan ;;
    'report  '*) kind=store ;;
    'rank  1') kind=problem ;;
    'compare  1') kind=store ;;
    'compare  2') kind=store ;;
    'gate  '*) kind=file ;;
    'reference make '*) kind=problem ;;
    'reference check '*) kind=problem ;;
    'reference show 1') kind=problem ;;
    'reference compare 1') kind=problem ;;
    'reference prove '*) kind=problem ;;
    'reference catalogue '*) kind=problem ;;
    'new solver 1') kind=text ;;
    'new problem 1') kind=text ;;
    'plugin build '*) kind=file ;;
    'plugin test '*) kind=plugin ;;
    'plugin eliminate 1') kind=problem ;;
    'import  1') kind=file ;;
    'export-fmu  1') kind=problem ;;
    'conform  '*) kind=file ;;
    'history  1') kind=folder ;;
    'bisect  1') kind=text ;;
    'bisect  2') kind=text ;;
    'submit  1') kind=plan ;;
    'status  1') kind=folder ;;
    'cancel  1') kind=folder ;;
    'merge  '*) kind=store ;;
    'store check 1') kind=store ;;
    'store repair 1') kind=store ;;
    'store compact 1') kind=store ;;
    'store migrate 1') kind=store ;;
    'archive add 1') kind=text ;;
    'archive add 2') kind=store ;;
    'archive show 1') kind=archived ;;
    'archive remove 1') kind=archived ;;
    'speed calls '*) kind=problem ;;
    'speed count 1') kind=store ;;
    'help  1') kind=verb ;;
    esac
}

# COMP_WORDS up to the cursor, with "@" "NAME" joined and "=" left out
_ivpbench_line()
{
    local i glue=
    line=()
    for ((i = 0; i <= COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
        =) ((i < COMP_CWORD)) || line+=('') ;;
        @ | =@) ((i < COMP_CWORD)) && glue=@ || line+=(@) ;;
        *) line+=("$glue${COMP_WORDS[i]}") glue= ;;
        esac
    done
}

# KIND WORD: names and files of this kind
_ivpbench_offer()
{
    local kind=$1 word=$2 before=
    case $kind in
    problem | solver) # the last of a list with commas
        before=${word%"${word##*,}"} word=${word##*,} ;;
    file) compgen -f -- "$word" ;;
    folder) compgen -d -- "$word" ;;
    plan | store) compgen -f -- "$word" ;;
    esac
    compgen -P "$before" -W "$(_ivpbench_names "$kind" 2>/dev/null)" -- "$word"
}

_ivpbench()
{
    local -a line
    local program=${COMP_WORDS[0]} action= index=1 i kind= words= word
    _ivpbench_line
    local verb=${line[1]} last=$((${#line[@]} - 1))
    word=${line[last]}
    local actions=$(_ivpbench_actions "$verb")
    for ((i = 2; i < last; i++)); do
        kind= words=
        case ${line[i]} in
        --) kind=file ;;
        -*) if _ivpbench_value "$verb ${line[i]}" && ((i + 1 < last)); then
                i=$((i + 1)) kind= words=
            fi
            continue ;;
        *) if [[ $actions && ! $action ]]; then
                action=${line[i]}
            else
                index=$((index + 1))
            fi
            continue ;;
        esac
        break
    done
    if ((last == 1)); then
        words="$(_ivpbench_names verb) --help --version"
    elif [[ $kind || $words ]]; then
        :
    elif [[ $word == -* ]]; then
        words="$(_ivpbench_options "$verb $action") --help"
    elif [[ $actions && ! $action ]]; then
        words=$actions
    else
        _ivpbench_operand "$verb $action $index"
    fi
    if [[ $words ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    else
        mapfile -t COMPREPLY < <(_ivpbench_offer "$kind" "$word")
    fi
    case $kind$word in # a name with "@" is no file
    plan@* | store@*) ;;
    file* | folder* | plan* | store*) compopt -o filenames 2>/dev/null ;;
    esac
}
complete -F _ivpbench ivpbench
