# files.sh -- part of tools/siege.sh: what is no file, or no sound one, where a verb finds a file;
# clocks that do not pass steadily.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
# shellcheck shell=bash

ways='pipe folder zero itself random cut nothing'
put_there() { # WAY PATH SOUND
    rm -rf "$2"
    case $1 in
    pipe) mkfifo "$2" ;;
    folder) mkdir "$2" ;;
    zero) ln -s /dev/zero "$2" ;;
    itself) ln -s "${2##*/}" "$2" ;;
    random) head -c 4000 /dev/urandom >"$2" ;;
    cut) head -c 100 "$3" >"$2" ;;
    nothing) : >"$2" ;;
    esac
}

# Each ends by itself, with a sentence, and is no success.
refused_as_file() { # VERB with FILE in it, SOUND
    local verb=$1 way code
    for way in $ways; do
        put_there "$way" "$here/theirs.cfg" "$2"
        # shellcheck disable=SC2086
        (cd "$here" && timeout 30 "$ivpbench" ${verb//FILE/theirs.cfg} </dev/null >"$here/said" 2>&1)
        code=$?
        tried=$((tried + 1))
        { [ $code -gt 0 ] && [ $code -lt 124 ] && grep -q ivpbench "$here/said"; } || failed "$way: $verb: exit $code"
    done
}

# A reference that is there: nothing is scored, a sentence says which file, exit code 3.
reported_as_reference() { # VERB
    local way code
    for way in $ways; do
        rm -rf "$here/refs" && mkdir "$here/refs"
        put_there "$way" "$here/refs/bouncing_balls.ref" reference/data/hires.ref
        # shellcheck disable=SC2086
        (cd "$here" && PATH=$here/bin:$PATH IVPBENCH_REFERENCE=$here/refs timeout 30 "$ivpbench" $1 </dev/null >"$here/said" 2>&1)
        code=$?
        tried=$((tried + 1))
        { [ $code -eq 3 ] && grep -q "refs/bouncing_balls.ref" "$here/said"; } || failed "$way: $1: exit $code"
    done
}

files() {
    local wrong=0 tried=0 verb
    "$ivpbench" run "$here/plan.cfg" -qo "$here/a.db" || return 1
    mkdir -p "$here/bin" && printf '#!/bin/sh\nexec cat >/dev/null\n' >"$here/bin/gnuplot" && chmod +x "$here/bin/gnuplot"
    for verb in 'plan FILE' 'run FILE -qo x.db' 'gate FILE -s a.db' 'report -s a.db -o pages --figures FILE' 'import FILE' \
        'new problem theirs --from FILE' 'plugin build FILE' 'store check FILE' 'merge FILE -o x.db' 'export -s FILE' \
        'compare a.db FILE' 'archive add x FILE' 'rank -s FILE'; do
        refused_as_file "$verb" "$here/plan.cfg"
    done
    row 'a pipe, a folder, a device, a link to itself or damage in the place of a file' $tried $wrong
    wrong=0 tried=0
    for verb in 'export -s a.db' 'compare a.db a.db' 'rank -s a.db --digits 3' 'report -s a.db -o pages' \
        'try bouncing_balls --solver dopri5 --workers 0'; do
        reported_as_reference "$verb"
    done
    row 'the same in the place of a reference' $tried $wrong
}

# Clocks of the harness and of its workers. The time of the day changes nothing, nor does an offset;
# without a steady clock there is a sentence, exit code 3, and no word about a solver. After a single
# leap the same command goes on.
clocks() {
    local wrong=0 tried=0 way code said
    for way in day late jump stand back seconds stutter leap raw_jump raw_stand raw_back raw_seconds raw_stutter raw_leap raw_slow lib_slow lib_fast lib_back lib_late; do
        for verb in "run $here/plan.cfg -qo $here/c.db" 'try bouncing_balls --solver dopri5 --workers 1'; do
            rm -f "$here"/c.db*
            # shellcheck disable=SC2086
            FAULT_CLOCK=$way IVPBENCH_VARIABLES='FAULT_*' IVPBENCH_READABLE=$build/siege faulty "$ivpbench" $verb >"$here/said" 2>&1
            code=$? said=$(grep -c 'clock of this machine' "$here/said")
            tried=$((tried + 1))
            case $way in
            *leap | *seconds) # perhaps beside all that is measured: a run may take less than a second
                { [ $code -eq 0 ] || { [ $code -eq 3 ] && [ "$said" -gt 0 ]; }; } &&
                    timeout 60 "$ivpbench" $verb >"$here/said" 2>&1 || failed "$way, $verb: exit $code"
                ;;
            day | *late) [ $code -eq 0 ] || failed "$way, $verb: exit $code" ;;
            *) [ $code -eq 3 ] && [ "$said" -gt 0 ] || failed "$way, $verb: exit $code" ;;
            esac
            grep -q misbehaved "$here/said" && failed "$way, $verb: the solver is blamed"
        done
    done
    row 'clocks that jump, are late by thirty years, stutter, stand still, go backwards or at another rate' $tried $wrong
}
