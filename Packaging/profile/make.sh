#!/usr/bin/env bash
# Makes the profile of the C code, with a binary that counts how often its branches are taken:
#
#     Packaging/profile/make.sh PERILUNE
set -euo pipefail
cd "$(dirname "$0")/../.."

tool=$(dirname "$(readlink -f "$(command -v swift)")")/llvm-profdata
counts=$(mktemp -d)
trap 'rm -rf "$counts"' EXIT
# %c: the counts are written as they are made, since the command ends with _exit.
LLVM_PROFILE_FILE=$counts/%p%c.profraw Packaging/profile/train.py "$1"
"$tool" merge --text --output Packaging/profile/native.proftext "$counts"/*.profraw
Packaging/profile/check.py
