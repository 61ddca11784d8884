# allocations.sh -- part of tools/siege.sh: an allocation fails in each verb that reads data.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
# shellcheck shell=bash

verbs() { # that read data: a line each, as they are started where a.db and plan.cfg lie
    printf '%s\n' 'export -s a.db' 'export -s a.db --format jsonl' 'export -s a.db --table series' 'plan plan.cfg' \
        "gate $PWD/reports/gates/pins_core.cfg -s a.db" 'compare a.db a.db' 'store check a.db' 'merge a.db -o m.db' \
        'store compact a.db -o m.db' 'store repair a.db -o m.db' 'rank -s a.db --digits 3' 'report -s a.db -o pages' \
        'run plan.cfg -qo m.db' | grep -e "${VERB:-}"
}

afresh() { # command: where it finds nothing of the one before; gnuplot draws nothing, for it is long
    rm -rf "$here"/m.db* "$here/pages"
    (cd "$here" && PATH=$here/bin:$PATH "$@")
}

places() { # verb: "PLACE K" for each of its allocations, where they will fail: names of files have lengths
    # shellcheck disable=SC2086
    TMPDIR=$here/tmp afresh env FAULT_PLACES="$here/places" LD_PRELOAD="$build/siege/fault.so" "$ivpbench" $1 >/dev/null 2>&1
}

same() { # success is only what says and writes the same as without the fault
    cmp -s "$here/said.out" "$here/whole.out" || return 1
    [[ $1 != *m.db* ]] || columns "$here/m.db" | cmp -s - "$here/whole"
}

deny() { # verb, MALLOC or PLACE, numbers of allocations or places: each fails once
    local verb=$1 what=$2 k code
    shift 2
    for k; do
        # shellcheck disable=SC2086
        TMPDIR=$here/tmp afresh faulty "FAULT_$what=$k" "$ivpbench" $verb >"$here/said.out" 2>"$here/said"
        code=$?
        tried=$((tried + 1))
        sed -n 's/^fault: struck //p' "$here/said" >>"$here/struck"
        [ $code -lt 124 ] && { [ $code -ne 0 ] || same "$verb"; } && continue
        wrong=$((wrong + 1))
        echo "    $what $k of \"$verb\": exit $code"
    done
    for ((k = 0; k < 150; k++)); do # for reapers: they outlive the harness by some moments
        [ -z "$(ls "$here/tmp")" ] && return
        sleep 0.1
    done
    find "$here/tmp" -mindepth 1
    wrong=$((wrong + 1))
    rm -rf "$here"/tmp/*
}

left() { # numbers of the first and last allocation at each place that no fault has struck yet
    sort -u "$here/struck" | awk 'FILENAME == "-" { done[$1] = 1; next } !done[$1] { last[$1] = $2 }
        !done[$1] && !seen[$1]++ { print $2 }
        END { for (p in last) print last[p] }' - "$here/places" | sort -nu
}

recur() { # what all listings of a verb have so far, and what any of them has
    cut -d' ' -f1 "$here/places" | sort -u >"$here/now"
    [ -e "$here/always" ] || cp "$here/now" "$here/always"
    comm -12 "$here/now" "$here/always" >"$here/both" && mv "$here/both" "$here/always"
    sort -u "$here/now" "$here/ever" -o "$here/ever" 2>/dev/null || cp "$here/now" "$here/ever"
}

spread() { # N, words: N of them
    local n=$1 i
    shift
    for ((i = 0; i < n; i++)); do echo "${@:1+i*$#/n:1}"; done | uniq
}

allocations() { # ALLOCATIONS=N: N of the places of a verb, spread over them
    local wrong=0 tried=0 all=0 places=0 struck=0 hits=0 verb ks
    "$ivpbench" run "$here/plan.cfg" -qo "$here/a.db" || return 1
    columns "$here/a.db" >"$here/whole"
    mkdir -p "$here/bin" "$here/tmp" && printf '#!/bin/sh\nexec cat >/dev/null\n' >"$here/bin/gnuplot" && chmod +x "$here/bin/gnuplot"
    while read -r verb; do
        # shellcheck disable=SC2086
        afresh "$ivpbench" $verb >"$here/whole.out" 2>/dev/null
        : >"$here/struck"
        rm -f "$here/always" "$here/ever"
        for _ in 1 2 3; do # a run with workers differs a little from time to time
            places "$verb"
            recur
            mapfile -t ks < <(left)
            [ "$allocations" = all ] || mapfile -t ks < <(spread "$allocations" "${ks[@]}")
            deny "$verb" MALLOC "${ks[@]}"
            [ "$allocations" = all ] || break
        done
        # what comes with another number each time: as workers are quick or slow
        mapfile -t ks < <(sort -u "$here/struck" | comm -13 - "$here/always")
        [ "$allocations" != all ] || deny "$verb" PLACE "${ks[@]}"
        sort -u "$here/struck" | comm -12 - "$here/always" >"$here/hit"
        sort -u "$here/struck" | comm -13 - "$here/ever" | comm -23 - "$here/always" >"$here/missed"
        all=$((all + $(wc -l <"$here/places"))) places=$((places + $(wc -l <"$here/always")))
        [ ! -s "$here/missed" ] || [ "$allocations" != all ] ||
            echo "    \"$verb\": $(wc -l <"$here/missed") places that some runs come to and others do not were not struck"
        struck=$((struck + $(wc -l <"$here/hit"))) hits=$((hits + $(wc -l <"$here/struck")))
    done < <(verbs)
    struck_most $hits $tried || wrong=$((wrong + 1))
    [ "$allocations" != all ] || [ $struck -ge $places ] || wrong=$((wrong + 1))
    echo "    $struck of $places places of $all allocations" >&2
    row 'an allocation fails in a verb that reads data' $tried $wrong
}
