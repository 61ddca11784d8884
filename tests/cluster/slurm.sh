#!/bin/bash
# slurm.sh BUILD -- a plan over two nodes of Slurm, both on this host, one of them killed in the middle:
# it must end with the same deterministic columns as one machine, to the bit. Needs root, and the
# packages slurmctld, slurmd, slurm-client, munge; ends with "N passed, N failed".
#
# Constant steps, and so many that a shard takes seconds on any machine; no cell comes near a limit of time.
# Nothing is slept through: each state is waited for.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -u
build=$(realpath "$1")
ivpbench=$build/ivpbench
here=$(mktemp -d /tmp/ivpbench-slurm-XXXXXX)
chmod 755 "$here"
passed=0 failed=0
export SLURM_CONF=$here/slurm.conf

check() { # what, command...
    if "${@:2}"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "slurm: not so: $1"
    fi
}

node() { # I: its daemon, in a session of its own, so that all of it can be killed
    setsid slurmd -D -N "node$1" -f "$here/slurm.conf" >"$here/node$1.log" 2>&1 &
    daemons[$1]=$!
}

tree() { # PID: it and all below
    local child
    echo "$1"
    for child in $(pgrep -P "$1"); do tree "$child"; done
}

kill_node() { # I: its daemon, its steps and all that they run, as if the plug were pulled
    local id pids=
    for id in $(squeue --noheader --nodelist "node$1" --format %A); do
        for step in $(pgrep -f "slurmstepd: \\[$id\\."); do pids="$pids $(tree "$step")"; done
    done
    # shellcheck disable=SC2086
    kill -KILL "${daemons[$1]}" $pids 2>/dev/null
    return 0 # one may have ended by itself
}

running() { # I: which shard the node works on; empty: none
    squeue --noheader --nodelist "node$1" --states R --format %K
}

until_true() { # seconds, command...: asks five times a second
    local last=$((SECONDS + $1))
    while ! "${@:2}"; do
        [ "$SECONDS" -lt "$last" ] || return 1
        sleep 0.2
    done
}

columns() { # what must be the same to the bit: everything but times and memory
    "$ivpbench" export -s "$1" | awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) keep[i] = $i !~ /^(cpu|wall|setup|overhead|samples|peak)/ }
        { line = ""; for (i = 1; i <= NF; i++) if (keep[i]) line = line "," $i; print line }'
}

stop() {
    scancel --state=PENDING,RUNNING --me 2>/dev/null
    kill "${controller:-}" "${munge:-}" 2>/dev/null
    for i in 1 2; do kill "${daemons[$i]:-}" 2>/dev/null; done
    wait 2>/dev/null
    [ "$failed" -gt 0 ] && tail -n 25 "$here"/*.log "$here"/campaign/log/*
    [ "${KEEP:-}" ] || rm -rf "$here"
}
trap stop EXIT
daemons=()

install -d -m 700 "$here/munge" "$here/spool" "$here/state"
dd if=/dev/urandom of="$here/munge/key" bs=1024 count=1 status=none
chmod 600 "$here/munge/key"
munged --foreground --force --key-file "$here/munge/key" --socket "$here/munge.socket" \
    --pid-file "$here/munge/pid" --seed-file "$here/munge/seed" --log-file "$here/munge/log" \
    >"$here/munge.log" 2>&1 &
munge=$!

host=$(hostname -s)
cat >"$here/slurm.conf" <<CONF
ClusterName=ivpbench
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$here/munge.socket
CryptoType=crypto/munge
SlurmctldPort=16817
SlurmctldPidFile=$here/slurmctld.pid
SlurmdPidFile=$here/slurmd-%n.pid
SlurmdSpoolDir=$here/spool/%n
StateSaveLocation=$here/state
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
MpiDefault=none
ReturnToService=2
SlurmdTimeout=10
InactiveLimit=0
KillWait=5
MinJobAge=300
SchedulerParameters=sched_interval=1,batch_sched_delay=0,defer
NodeName=node1 NodeHostname=$host NodeAddr=127.0.0.1 Port=17001 CPUs=1
NodeName=node2 NodeHostname=$host NodeAddr=127.0.0.1 Port=17002 CPUs=1
PartitionName=all Nodes=node1,node2 Default=YES MaxTime=INFINITE State=UP
CONF
socket_is_there() { [ -S "$here/munge.socket" ]; }
check 'munge answers' until_true 30 socket_is_there
slurmctld -D -f "$here/slurm.conf" >"$here/slurmctld.log" 2>&1 &
controller=$!
node 1
node 2
idle() { [ "$(sinfo --noheader --format %A 2>/dev/null)" = 0/2 ]; }
check 'two nodes are idle' until_true 120 idle

cat >"$here/plan.cfg" <<PLAN
defaults = { timeout_s = 3000.0; workers = 0; };
groups = { shards = { problems = [ "andrews" ]; solvers = [ "dopri5", "dop853", "hht", "generalized_alpha" ];
    events = false; steps = { hmax = 2e-6; halvings = 4; }; }; };
PLAN
shards=6
campaign=$here/campaign

begun() { # on both nodes a shard has kept something and is not at its end
    local i
    for i in 1 2; do [ -e "$campaign/shards/$(running $i).db" ] || return 1; done
}
over() { [ -z "$(squeue --noheader --me)" ]; }

"$ivpbench" run "$here/plan.cfg" --quiet --output "$here/one.db" || exit 3
submit() {
    "$ivpbench" submit "$here/plan.cfg" --output "$campaign" --array $shards --slurm --every 1 \
        --local "$here"
}
check 'the array is submitted' submit
job=$(sed -n 's/^job = "\(.*\)";/\1/p' "$campaign/campaign.cfg")
struck() { # in the middle of a shard of node 2
    begun && victim=$(running 2) && [ "$victim" ] && kill_node 2
}
check 'both nodes work, and one dies' until_true 600 struck
"$ivpbench" status "$campaign"
check 'not all is finished' test $? -eq 1
check 'shards are merged while others run' \
    "$ivpbench" merge "$campaign"/shards/*.db --output "$here/early.db"
echo "node2 is dead, it had shard $victim"
# Slurm waits two minutes before it begins a task again: not here
gone() { scontrol show job "$job"_"$victim" | grep -q JobState=PENDING; }
check 'its shard is queued again' until_true 180 gone
scontrol update jobid="$job"_"$victim" starttime=now
check 'the array ends' until_true 3000 over
"$ivpbench" status "$campaign"
check 'all is finished' test $? -eq 0
check "shard $victim is whole" test -s "$campaign/shards/$victim.db"
check 'the shards are merged' \
    "$ivpbench" merge "$campaign"/shards/*.db --output "$here/merged.db"
columns "$here/one.db" >"$here/one.csv"
columns "$here/merged.db" >"$here/merged.csv"
check 'as on one machine, to the bit' cmp "$here/one.csv" "$here/merged.csv"
echo "$(($(wc -l <"$here/one.csv") - 1)) results"

node 2
submit >/dev/null
check 'it can be called off' "$ivpbench" cancel "$campaign"
check 'and is' until_true 120 over
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
