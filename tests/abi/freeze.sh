#!/bin/sh
# freeze.sh -- takes the headers of plug-ins and of programs into tests/abi/abi-1.0 before 1.0 is tagged; refuses behind the tag.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -eu
cd "$(dirname "$0")/abi-1.0"
if git rev-parse --quiet --verify v1.0.0 >/dev/null; then
    echo 'freeze.sh: 1.0 is tagged: its headers never change; a later set has a folder of its own' >&2
    exit 1
fi
mkdir -p ivp
for name in base cxx lanes lanes_plain lanes_turn model problem solver system; do cp "../../../include/ivp/$name.h" ivp/; done
sha256sum ivp/*.h >SHA256SUMS
