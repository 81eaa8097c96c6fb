#!/usr/bin/env bash
# Prints the path of the profile of the C code in the format of the installed compiler, for `make build`:
#
#     Packaging/profile/index.sh
#
# Prints nothing if the toolchain cannot convert it; the binary is then built without a profile, and does the same.
set -euo pipefail
cd "$(dirname "$0")/../.."

profile=Packaging/profile/native.proftext
tool=$(dirname "$(readlink -f "$(command -v swift)")")/llvm-profdata
if [[ ! -x $tool ]]; then
    echo "warning: no llvm-profdata beside swift; building without the profile of the C code, which is slower" >&2
    exit
fi
# The name changes with the content, so that SwiftPM compiles again what a new profile concerns.
indexed=$PWD/.build/native-$(sha256sum "$profile" | cut -c1-16).profdata
if [[ ! -f $indexed ]]; then
    mkdir -p .build
    "$tool" merge --output "$indexed" "$profile"
fi
echo "$indexed"
