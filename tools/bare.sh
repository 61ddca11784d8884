#!/bin/sh
# bare.sh SUITE [VERB...] -- what README promises, tried as on a new machine: a Debian of that name
# with make and git and nothing else, a clone of this tree, `make VERB` for each VERB; all of bench,
# test, papers, gates, 'scaling SHORT=1' if none is named. A VERB may carry settings: 'bench PLAN=quick'.
#
#     tools/bare.sh trixie
#     MAKEFLAGS=-j2 tools/bare.sh bookworm 'bench PLAN=quick' gates
#
# A line of a log begins with its second. Of `make bench` the second of the first page is told, too.
# Wants root and debootstrap. Mirror and proxies are those that apt has here. Logs go to
# out/bare/SUITE-VERB.log; KEEP=1 leaves the system for a look. Exit 1 if a verb fails.
set -u
suite=${1-}
[ -n "$suite" ] || { sed -n 's/^# \{0,1\}//; 2,/^set/p' "$0" | sed '$d'; exit 2; }
shift
[ $# -gt 0 ] || set -- bench test papers gates 'scaling SHORT=1' .ci/run

stop() { echo "bare: $*" >&2; exit 3; }
[ "$(id -u)" -eq 0 ] || stop "only root may make a system: sudo tools/bare.sh $suite"
command -v debootstrap >/dev/null || stop "debootstrap is missing: apt-get install debootstrap"

# The first archive of Debian's own main section that apt knows here.
# shellcheck disable=SC2016 # fields of apt's
mirror=$(apt-get indextargets --format '$(ORIGIN) $(COMPONENT) $(REPO_URI)' 'Created-By: Packages' |
    sed -n '/security/d; s/^Debian main //p' | head -n 1)
[ "$mirror" ] || stop "apt knows no Debian archive here"

logs=$PWD/out/bare
mkdir -p "$logs" || exit 3
root=$(mktemp -d "${TMPDIR:-/var/tmp}/bare-$suite-XXXXXX") || exit 3
chmod 755 "$root" # to users in it, as apt's, it is /
if [ "${KEEP-}" ]; then
    echo "bare: the system stays in $root"
else
    trap 'rm -rf "$root"' EXIT
fi
trap 'exit 130' INT TERM

# In a mount namespace of its own: what is mounted there is gone with the last process.
within() { # command of the shell, in the new system
    # shellcheck disable=SC2016
    unshare --mount --fork --kill-child sh -c '
        for folder in proc sys dev; do mount --rbind "/$folder" "$1/$folder" || exit; done
        exec chroot "$1" /usr/bin/env -i HOME=/root TERM=dumb LANG=C.UTF-8 MAKEFLAGS="$3" \
            PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin sh -c "$2"
        ' within "$root" "$1" "${MAKEFLAGS-}" </dev/null
}

echo "bare: $suite from $mirror"
debootstrap --variant=minbase --include=make,git "$suite" "$root" "$mirror" \
    >"$logs/$suite-debootstrap.log" 2>&1 || stop "debootstrap failed: $logs/$suite-debootstrap.log"
apt-config dump | grep -E '^Acquire::(https?|ftp)::' >"$root/etc/apt/apt.conf.d/10-from-outside"
git clone --quiet --no-hardlinks . "$root/ivpbench" || stop "the tree cannot be cloned"
[ -z "$(git status --porcelain)" ] || echo "bare: what is not committed is left out"

stamped() { # each line behind the seconds since begin
    while IFS= read -r line; do printf '%5d s  %s\n' $(($(date +%s) - begin)) "$line"; done
}

processor_s() { # from what `times` wrote: the second line is of processes that have ended, "0m12.3s 0m4.5s"
    awk 'NR == 2 { for (i = 1; i <= 2; i++) { split($i, t, /[ms]/); s += 60 * t[1] + t[2] } printf "%.0f", s }' "$cpu_file"
}

failed=0 code_file=$logs/$suite.code cpu_file=$logs/$suite.cpu
for verb; do
    log=$logs/$suite-$(echo "$verb" | tr -c 'a-zA-Z0-9_\n' -).log
    case ${verb%% *} in
    */*) what=$verb ;;
    *) what="make $verb" ;;
    esac
    begin=$(date +%s)
    { within "cd /ivpbench && $what" 2>&1; echo "$?" >"$code_file"; times >"$cpu_file"; } | stamped >"$log"
    code=$(cat "$code_file")
    seconds=$(($(date +%s) - begin))
    page=$(sed -n 's/^ *\([0-9]*\) s  first page: .*/, first page after \1 s/p' "$log" | head -n 1)
    if [ "$code" -eq 0 ]; then
        echo "bare: $suite: $what: good, $seconds s$page, $(processor_s) CPU s"
    else
        echo "bare: $suite: $what: exit code $code, $seconds s; the end of $log:"
        tail -n 20 "$log"
        failed=1
    fi
done
exit $failed
