# bash completion of ivpbench: verbs, options as each verb's --help shows them, names of problems
# and solvers.
_ivpbench()
{
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local program=${COMP_WORDS[0]} verb=${COMP_WORDS[1]} words

    if [ "$COMP_CWORD" -eq 1 ]; then
        words='try list info plan run report rank compare gate papers export merge store archive reference new plugin speed doctor help --help --version'
    elif [[ $word == -* ]]; then
        words=$("$program" "$verb" --help 2>/dev/null | grep -oE -- '--[a-z][a-z-]*' | sort -u)
    else
        case "$verb $before" in
        *' --problem' | *' --problems' | 'info '* | 'try try' | 'rank rank' | 'reference make' | 'reference check' | 'reference show' | 'reference compare' | 'reference prove')
            words=$("$program" list problems --names 2>/dev/null) ;;
        *' --solver' | *' -S' | *' --solvers') words=$("$program" list solvers --names 2>/dev/null) ;;
        'help help') words='try list info plan run report rank compare gate papers export merge store archive reference new plugin speed doctor' ;;
        'list list') words='problems solvers formulations plans' ;;
        'plan plan' | 'run run') words=$("$program" list plans --names 2>/dev/null) ;;
        'archive archive') words='add list show remove' ;;
        *' --store' | 'archive show' | 'archive remove' | 'report report' | 'compare compare')
            words=$("$program" archive list --names 2>/dev/null) ;;
        'new new') words='solver problem' ;;
        *' --language') words='c fortran python c++ line' ;;
        'plugin plugin') words='build test' ;;
        'plugin test') words=$("$program" list problems --names; "$program" list solvers --names) ;;
        'reference reference') words='make check show compare prove enclosures catalogue' ;;
        *' --format') words='csv jsonl' ;;
        *' --by') words='configuration solver formulation' ;;
        *' --metric') words='mescd scd' ;;
        *) return ;;
        esac
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}
complete -o default -F _ivpbench ivpbench
