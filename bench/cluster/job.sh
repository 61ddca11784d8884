#!/bin/bash
# job.sh SHARDS LOCAL EVERY [SHARD] -- one shard of a campaign; starts in the folder of the campaign.
#
# A database that two hosts open over a network file system is soon none. So the shard works on a
# store below LOCAL, a folder of this host, and puts copies of it, whole ones, into shards/ under
# one name: at the end, every EVERY seconds, and when it is asked to stop (Slurm does so before
# its time limit). Whoever starts the same shard again goes on from the last copy.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -u
shards=$1 local=$2 every=$3 shard=${4:-${SLURM_ARRAY_TASK_ID:?"job.sh: which shard?"}}
kept=shards/$shard.db
new=shards/.$shard.$HOSTNAME.$$
work=$(mktemp -d -- "$local/ivpbench-XXXXXX") || exit 3
running=$work/running
trap 'rm -rf -- "$work" "$new"' EXIT
mapfile -t options <options

keep() {
    rm -f "$work/copy.db"
    ./ivpbench store compact "$work/store.db" -o "$work/copy.db" >/dev/null &&
        cp "$work/copy.db" "$new" && mv "$new" "$kept"
}

[ ! -e "$kept" ] || cp "$kept" "$work/store.db" || exit 3
: >"$running"
./ivpbench run plan.cfg --quiet --color never --shard "$shard/$shards" --output "$work/store.db" \
    "${options[@]}" &
run=$!
trap 'kill -INT "$run"' TERM INT
(
    trap '' TERM INT
    for ((s = 1; ; s++)); do
        sleep 1
        [ -e "$running" ] || break
        ((s % every)) || [ ! -e "$work/store.db" ] || keep
    done
) &
while :; do # a signal ends a wait, not what is waited for
    wait "$run"
    code=$?
    kill -0 "$run" 2>/dev/null || break
done
rm -f "$running"
wait # two at a time would hinder each other
keep || code=3
exit "$code"
