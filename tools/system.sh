# shellcheck shell=sh
# system.sh -- sourced by scripts that try ivpbench on a machine that has nothing: a Debian in a folder.
#
#     system_begin NAME                  NAME goes before complaints; wants root and debootstrap
#     system_make SUITE ROOT LOG PACKAGE,...   a minimal system with these packages; mirror and proxies are those of apt
#     system_run ROOT COMMAND            a command of the shell in it, with JOBS and MAKEFLAGS of here; its exit code
#
# What debootstrap or a command mounts is gone with its last process, for each has a mount namespace of its own: a folder that
# is removed later holds no /proc of this machine.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins

system_stop() { echo "$system_name: $*" >&2; exit 3; }

system_begin() { # name
    system_name=$1
    [ "$(id -u)" -eq 0 ] || system_stop "only root may make a system: sudo $0"
    command -v debootstrap >/dev/null || system_stop "debootstrap is missing: apt-get install debootstrap"
    # The first archive of Debian's own main section that apt knows here.
    # shellcheck disable=SC2016 # fields of apt's
    system_mirror=$(apt-get indextargets --format '$(ORIGIN) $(COMPONENT) $(REPO_URI)' 'Created-By: Packages' |
        sed -n '/security/d; s/^Debian main //p' | head -n 1)
    [ "$system_mirror" ] || system_stop "apt knows no Debian archive here"
}

system_make() { # suite, folder, log, packages
    chmod 755 "$2" # to users in it, as apt's, it is /
    unshare --mount debootstrap --variant=minbase ${4:+"--include=$4"} "$1" "$2" "$system_mirror" >"$3" 2>&1 ||
        system_stop "debootstrap failed: $3"
    apt-config dump | grep -E '^Acquire::(https?|ftp)::' >"$2/etc/apt/apt.conf.d/10-from-outside"
    return 0
}

system_run() { # folder, command
    # shellcheck disable=SC2016
    unshare --mount --fork --kill-child sh -c '
        for folder in proc sys dev; do mount --rbind "/$folder" "$1/$folder" || exit; done
        exec chroot "$1" /usr/bin/env -i HOME=/root TERM=dumb LANG=C.UTF-8 MAKEFLAGS="$3" JOBS="$4" DEBIAN_FRONTEND=noninteractive \
            PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin sh -c "$2"
        ' within "$1" "$2" "${MAKEFLAGS-}" "${JOBS-}" </dev/null
}
