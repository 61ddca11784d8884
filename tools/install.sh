#!/bin/sh
# install.sh [--remove] BUILD DESTDIR PREFIX -- copies what a build made and what it needs at run
# time, or removes it again. VERSION comes from the environment.
#
# PREFIX/lib/ivpbench/manifest keeps what was put there: "folder PATH" for folders that were made,
# "SHA-256  PATH" for files. Removing takes back these and nothing else; a file that was changed
# since stays, as does everything that somebody else put into the folders.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -eu
remove=
[ "$1" != --remove ] || { remove=yes; shift; }
build=$1 dest=$2 prefix=$3 to=$2$3
manifest=lib/ivpbench/manifest

if [ "$remove" ]; then
    cd "$to" 2>/dev/null && [ -f "$manifest" ] || {
        echo "uninstall: $to/$manifest is missing: nothing is installed there" >&2
        exit 3
    }
    found=$(sed '/^folder /d' "$manifest" | LC_ALL=C sha256sum -c 2>/dev/null) || true
    echo "$found" | sed -n "s|^\(.*\): FAILED$|kept, for it was changed: $to/\1|p"
    echo "$found" | sed -n 's/: OK$//p' | xargs -r -d '\n' rm -f
    # deepest first; one that is not empty stays
    list=$(sed -n 's/^folder //p' "$manifest" | LC_ALL=C sort -r)
    rm -f "$manifest"
    for folder in $list; do rmdir "$folder" 2>/dev/null || true; done
    cd /
    rmdir "$to" 2>/dev/null || true
    echo "ivpbench is removed from $to"
    exit
fi

version_of_python='import sys; print("%d.%d" % sys.version_info[:2])'
new=$(mktemp)
trap 'rm -f "$new" "$new.files"' EXIT INT TERM
# what an earlier installation made is still ours
[ ! -f "$to/$manifest" ] || grep '^folder ' "$to/$manifest" >"$new" || true

folders() { # path below PREFIX: makes its folders and notes those that were not there
    [ "$1" = . ] || {
        folders "$(dirname "$1")"
        [ -d "$to/$1" ] || { mkdir -p "$to/$1" && echo "folder $1" >>"$new"; }
    }
}

note() { # file below PREFIX
    echo "$1" >>"$new.files"
}

put() { # mode folder file...: copies files that exist, all at once
    mode=$1 folder=$2
    shift 2
    for file; do
        shift
        [ ! -f "$file" ] || set -- "$@" "$file"
    done
    [ $# -gt 0 ] || return 0
    folders "$folder"
    install -m "$mode" "$@" "$to/$folder/"
    for file; do note "$folder/${file##*/}"; done
}

put 755 bin "$build/ivpbench" "$build/ivpbench-quad" "$build/ivpbench-quad-rounded" \
    "$build/ivpbench-scan" "$build/ivpbench-prove"
put 755 lib "$build/libivp.so" "$build/libivpq.so" "$build/libivpqr.so"
put 644 bin "$build/calibration.json"
put 644 lib "$build/libivpadapters.a" "$build/libivpadapters-complex.a"
for kind in problems solvers eliminations; do
    for arith in double complex quad cquad quad_rounded cquad_rounded lanes2 lanes4 lanes8; do
        put 755 "lib/ivpbench/$arith/$kind" "$build/$arith/$kind"/*.so
    done
done
put 644 include/ivp include/ivp/*.h
put 644 lib/ivpbench/python python/setup.py python/pyproject.toml
put 644 lib/ivpbench/python/ivpbench python/ivpbench/*.py
put 644 lib/ivpbench/python/ivpbench/model python/ivpbench/model/*.py
put 644 lib/ivpbench/python/ivpbench/ci python/ivpbench/ci/*.py
put 644 lib/ivpbench/python/ivpbench/fmi python/ivpbench/fmi/*.py
put 644 lib/ivpbench/python/ivpbench/fmi/sources python/ivpbench/fmi/sources/*
# what families of methods share
for room in linear phi methods rosenbrock radau multistep; do put 644 "include/ivp/kernel/$room" "kernel/$room"/*.h; done
# what related problems share
put 644 include/ivp/problems/lib problems/lib/*.h
put 644 share/ivpbench/plans bench/plans/*.cfg
put 644 share/ivpbench bench/cluster/job.sh
put 644 share/ivpbench/gates reports/gates/*.cfg reports/gates/base.txt
put 644 share/ivpbench/reference reference/data/*.ref reference/data/*.enclosure \
    reference/data/*.recipe
put 644 share/man/man1 docs/ivpbench.1
# documents beside the sources that they name as examples
doc=share/doc/ivpbench
put 644 $doc README.md CONTRIBUTING.md CHANGELOG.md CITATION.cff LICENSE LICENSE.plug-ins
put 644 $doc/docs docs/*.md docs/ivpbench.1
put 644 $doc/docs/methods docs/methods/*.md
put 644 $doc/docs/lab docs/lab/*.md
put 644 $doc/docs/examples docs/examples/*
put 755 $doc/docs/examples/ci docs/examples/ci/*
put 644 $doc/docs/examples/drivers docs/examples/drivers/*.c
put 644 $doc/docs/img docs/img/*.png
put 644 $doc/docs/img/page docs/img/page/*.png
put 644 $doc/include/ivp include/ivp/*.h include/ivp/LICENSE
for kind in problems solvers; do
    put 644 "$doc/$kind" "$kind"/*.c "$kind"/*.py
    put 644 "$doc/$kind/lib" "$kind"/lib/*
done

# what pip and ivpbench.__version__ read; and where the distribution's Python looks for packages of this
# prefix, a line that names the folder of this one
folders lib/ivpbench/python/ivpbench
echo "$VERSION" >"$to/lib/ivpbench/python/ivpbench/version.txt"
note lib/ivpbench/python/ivpbench/version.txt
minor=$({ /usr/bin/python3 -c "$version_of_python" || python3 -c "$version_of_python"; } 2>/dev/null) || minor=
case $prefix in
/usr) site=lib/python3/dist-packages ;;
/usr/local) site=lib/python$minor/dist-packages ;;
*) site=lib/python$minor/site-packages ;;
esac
if [ "$minor" ]; then
    folders "$site"
    echo ../../ivpbench/python >"$to/$site/ivpbench.pth"
    note "$site/ivpbench.pth"
fi

completion() { # shell folder name: its completion
    folders "$2"
    install -m 644 "tools/completion.$1" "$to/$2/$3"
    note "$2/$3"
}
completion bash share/bash-completion/completions ivpbench
# Debian's zsh looks into these folders of /usr and /usr/local
case $prefix in
/usr) completion zsh share/zsh/vendor-completions _ivpbench ;;
*) completion zsh share/zsh/site-functions _ivpbench ;;
esac
completion fish share/fish/vendor_completions.d ivpbench.fish

folders lib/pkgconfig
cat >"$to/lib/pkgconfig/ivpbench.pc" <<PC
prefix=$prefix
includedir=\${prefix}/include
libdir=\${prefix}/lib
plugindir=\${libdir}/ivpbench

Name: ivpbench
Description: Test problems and integrators for ODEs and DAEs: as a library, and headers for plug-ins
Version: $VERSION
Cflags: -std=c11 -D__STDC_WANT_IEC_60559_TYPES_EXT__ -D__STDC_WANT_IEC_60559_FUNCS_EXT__ -I\${includedir} -I\${includedir}/ivp
Libs: -L\${libdir} -livpadapters -livp -lm
PC
note lib/pkgconfig/ivpbench.pc
folders lib/ivpbench
(cd "$to" && xargs -d '\n' sha256sum) <"$new.files" >>"$new"
LC_ALL=C sort -u "$new" >"$to/$manifest"
[ "$dest" ] || ldconfig 2>/dev/null || true
echo "ivpbench is installed in $to"
