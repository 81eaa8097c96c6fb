#!/usr/bin/env bash
# Makes the profile of the C code and of Lua, with a binary that counts how often its branches are taken:
#
#     Packaging/profile/make.sh PERILUNE
set -euo pipefail
cd "$(dirname "$0")/../.."

tool=$(dirname "$(readlink -f "$(command -v swift)")")/llvm-profdata
counts=$(mktemp -d)
trap 'rm -rf "$counts"' EXIT
# %c: the counts are written as they are made, since the command ends with _exit.
LLVM_PROFILE_FILE=$counts/%p%c.profraw Packaging/profile/train.py "$1"
# check.py compares the first line, since Lua's sources are not in this repository.
{
    echo "# Lua as of Packaging/lua.sha256 with the checksum $(sha256sum Packaging/lua.sha256 | cut -d' ' -f1)"
    "$tool" merge --text --output - "$counts"/*.profraw
} >"$counts/native.proftext"
cp "$counts/native.proftext" Packaging/profile/native.proftext
Packaging/profile/check.py
