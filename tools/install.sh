#!/bin/sh
# install.sh [--remove] BUILD DESTDIR PREFIX -- copies what a build made and what it needs at run
# time, or removes it again. VERSION comes from the environment.
set -eu
remove=
[ "$1" != --remove ] || { remove=yes; shift; }
build=$1 dest=$2 prefix=$3 to=$2$3

if [ "$remove" ]; then
    rm -rf "$to/lib/ivpbench" "$to/share/ivpbench" "$to/include/ivp"
    rm -f "$to/bin/ivpbench" "$to/bin/ivpbench-quad" "$to/bin/ivpbench-quad-rounded" \
        "$to/bin/ivpbench-prove" \
        "$to/lib/libivp.so" "$to/lib/libivpq.so" "$to/lib/libivpqr.so" \
        "$to/lib/pkgconfig/ivpbench.pc" "$to/share/man/man1/ivpbench.1" \
        "$to/share/bash-completion/completions/ivpbench"
    echo "ivpbench is removed from $to"
    exit
fi

put() { # mode folder file...: copies files that exist
    mode=$1 folder=$to/$2
    shift 2
    for file; do
        [ ! -f "$file" ] || install -D -m "$mode" "$file" "$folder/$(basename "$file")"
    done
}

put 755 bin "$build/ivpbench" "$build/ivpbench-quad" "$build/ivpbench-quad-rounded" \
    "$build/ivpbench-prove"
put 755 lib "$build/libivp.so" "$build/libivpq.so" "$build/libivpqr.so"
for kind in problems solvers; do
    for arith in double complex quad cquad quad_rounded cquad_rounded; do
        put 755 "lib/ivpbench/$arith/$kind" "$build/$arith/$kind"/*.so
    done
done
put 644 include/ivp include/ivp/*.h
# what families of methods share
for room in linear methods; do put 644 "include/ivp/kernel/$room" "kernel/$room"/*.h; done
put 644 share/ivpbench/plans bench/plans/*.cfg
put 644 share/ivpbench/gates reports/gates/*.cfg
put 644 share/ivpbench/reference reference/data/*.ref reference/data/*.enclosure \
    reference/data/*.recipe
put 644 share/man/man1 docs/ivpbench.1
install -D -m 644 tools/completion.bash "$to/share/bash-completion/completions/ivpbench"

mkdir -p "$to/lib/pkgconfig"
cat >"$to/lib/pkgconfig/ivpbench.pc" <<PC
prefix=$prefix
includedir=\${prefix}/include
libdir=\${prefix}/lib
plugindir=\${libdir}/ivpbench

Name: ivpbench
Description: Test problems and integrators for ODEs and DAEs: headers and kernel for plug-ins
Version: $VERSION
Cflags: -std=c11 -D__STDC_WANT_IEC_60559_TYPES_EXT__ -D__STDC_WANT_IEC_60559_FUNCS_EXT__ -I\${includedir} -I\${includedir}/ivp
Libs: -L\${libdir} -livp -lm
PC
[ "$dest" ] || ldconfig 2>/dev/null || true
echo "ivpbench is installed in $to"
