#!/usr/bin/env bash
# packages.sh SUITE -- the packages of Debian, tried as on new machines: SUITE (bookworm, trixie) is made twice with
# nothing in it, and the lines FROM, COPY and RUN of Containerfile are executed there.
#
#     tools/packages.sh trixie                builds, installs, tests, removes
#     DEBS=FOLDER tools/packages.sh trixie    the packages in FOLDER, in place of building
#
# 1. dpkg-buildpackage builds with what debian/control asks for, the compiler has no warning, and lintian finds no error.
# 2. ivpbench is installed by its package alone. There is no compiler then, and `try` runs.
# 3. All packages are installed and removed. All paths are then those that remain where only what they depend on was
#    installed and removed, and dpkg knows nothing of ivpbench.
# 4. autopkgtest installs them again and runs debian/tests: try, a gate, the tutorial as it is printed, Python.
#
# What is not committed is left out. Wants root, debootstrap and autopkgtest. Packages and logs go to
# out/packages/SUITE. JOBS: processes of the build; KEEP=1 leaves the systems. Exit 1 if anything fails.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -u
suite=${1-}
[ -n "$suite" ] || { sed -n '/^set/q; /SPDX/d; s/^# \{0,1\}//p' "$0" | tail -n +2; exit 2; }

. tools/system.sh
system_begin packages
command -v autopkgtest >/dev/null || system_stop 'autopkgtest is missing: apt-get install autopkgtest'

out=$PWD/out/packages/$suite
debs=${DEBS:-$out}
mkdir -p "$out" || exit 3
place=$(mktemp -d "${TMPDIR:-/var/tmp}/packages-$suite-XXXXXX") || exit 3
chmod 755 "$place"
if [ "${KEEP-}" ]; then echo "packages: the systems stay in $place"; else trap 'rm -rf "$place"' EXIT; fi
trap 'exit 130' INT TERM

fail() { # what failed, log
    echo "packages: $suite: $1; the end of $2:"
    tail -n 20 "$2"
    exit 1
}
logged() { # name command...: its log is NAME.log
    echo "packages: $suite: $1"
    "${@:2}" >"$out/$1.log" 2>&1 || fail "$1 failed" "$out/$1.log"
}

# ---- the lines of Containerfile -----------------------------------------------------------------
stages=0
from() { # image [AS name]: a bare system
    root=$place/stage$((++stages))
    mkdir "$root" && system_make "$suite" "$root" "$out/debootstrap.log" '' || return
    [ -z "${3-}" ] || ln -sfn "$root" "$place/$3"
}
copy() { # [--from=name] source... folder
    local file to=$root/${*: -1}
    mkdir -p "$to"
    if [[ $1 == --from=* ]]; then
        # shellcheck disable=SC2086 # a pattern of the line
        for file in "${@:2:$#-2}"; do cp "$place/${1#--from=}"$file "$to" || return; done
    elif [ "$*" = ". ${*: -1}" ]; then
        git archive HEAD | tar -x -C "$to" # without what .containerignore names
    else
        echo "packages: Containerfile: COPY $*: only . and --from are executed here" >&2
        return 1
    fi
}
files() { # root: all paths, but those of the kernel, caches and lists of apt and dpkg, and what this script copies there
    (cd "$1" && find . \( -path ./proc -o -path ./sys -o -path ./dev -o -path ./var/cache -o -path ./var/log \
        -o -path ./var/lib/apt -o -path ./var/lib/dpkg -o -path ./packages -o -path ./src \) -prune -o -print | LC_ALL=C sort)
}
execute() { # a line
    local words word=${1%% *}
    read -ra words <<<"${1#* }"
    case $word in
    ARG | ENTRYPOINT) ;;
    FROM) from "${words[@]}" ;;
    COPY) copy "${words[@]}" ;;
    RUN) echo "packages: $suite: $1" && system_run "$root" "${1#* }" ;;
    *) echo "packages: Containerfile: $word is not known here" >&2; return 1 ;;
    esac
}
stage() { # number: the lines of that stage; the first ends before the second FROM
    awk -v n="$1" '/^FROM/ { k++ } /^#/ || /^$/ { next } k == n { print }' Containerfile >"$place/lines"
    while IFS= read -r line <&3; do execute "$line" || return; done 3<"$place/lines"
}

# ---- the checks ---------------------------------------------------------------------------------
no_warning() { # of a compiler: archives are built without -Werror
    ! grep -E '^[^ ]+:[0-9]+:[0-9]+: warning: ' "$out/build.log"
}
lint() { # in the system of the build
    system_run "$place/build" 'apt-get install -y --no-install-recommends lintian >/dev/null &&
        lintian --fail-on error --tag-display-limit 0 --allow-root /src/*.changes'
}
no_compiler() {
    system_run "$root" '! command -v gcc && ! command -v cc && ivpbench --version &&
        ivpbench try hires --solver radau_iia,ndf --rtol 1e-4 && du -sh --total /usr | tail -n 1'
}
autopkgtests() {
    # shellcheck disable=SC2016
    unshare --mount --fork --kill-child sh -c '
        for folder in proc sys dev; do mount --rbind "/$folder" "$1/$folder" || exit; done
        root=$1 && shift && exec autopkgtest --no-built-binaries "$@" -- chroot "$root"
        ' tests "$root" "$debs"/*.deb "$PWD"
}
others() { # root: what comes with the packages, alone, in another system; what that leaves behind is no fault of ours
    mkdir "$1" && system_make "$suite" "$1" "$out/debootstrap.log" '' && mkdir "$1/packages" && cp "$debs"/*.deb "$1/packages" || return
    # shellcheck disable=SC2016
    system_run "$1" 'apt-get update -q &&
        names=$(apt-get install --simulate --no-install-recommends /packages/*.deb | sed -n "/ivpbench/d; s/^Inst \([^ ]*\) .*/\1/p") &&
        apt-get install -y --no-install-recommends $names && apt-get purge -y $names && apt-get autoremove -y --purge'
}
remove() {
    mkdir -p "$root/packages" && cp "$debs"/*.deb "$root/packages" && others "$place/others" || return
    system_run "$root" 'apt-get update -q && apt-get install -y --no-install-recommends /packages/*.deb &&
        apt-get purge -y ivpbench ivpbench-dev ivpbench-doc python3-ivpbench && apt-get autoremove -y --purge &&
        dpkg --audit && ! dpkg --list | grep -E "^rc|ivpbench"' || return
    files "$place/others" >"$place/before"
    files "$root" >"$place/after"
    LC_ALL=C comm -3 "$place/before" "$place/after" | tee "$place/changed"
    [ ! -s "$place/changed" ]
}

if [ "${DEBS-}" ]; then
    mkdir -p "$place/build/src" && cp "$debs"/*.deb "$place/build/src" || exit 3
else
    logged build stage 1
    rm -f "$out"/*.deb
    cp "$place/build/src/"*.deb "$out" || exit 3
    logged warnings no_warning
    logged lintian lint
fi
logged install stage 2
logged no-compiler no_compiler
logged remove remove
logged autopkgtest autopkgtests
for deb in "$debs"/*.deb; do
    echo "packages: $suite: $(dpkg-deb --field "$deb" Package), installed: $(dpkg-deb --field "$deb" Installed-Size) KiB"
done
echo "packages: $suite: good"
