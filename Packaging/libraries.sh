#!/usr/bin/env bash
# Prints the paths of the shared libraries that a binary needs, without those of glibc: those it is linked
# to, those it loads at their first use, and what these need. libraries.sh BINARY
. "$(dirname "$0")/common.sh"

binary=$1
files=("$binary")
for soname in $(loaded_libraries "$binary"); do files+=("$(library_path "$soname")"); done
glibc=$(dirname "$(readlink -f "$(library_path libc.so.6)")")
for file in "${files[@]:1}"; do echo "$file"; done
for file in "${files[@]}"; do ldd "$file"; done | awk '$2 == "=>" { print $3 }' | sort -u |
    while read -r path; do
        [ "$(package_of "$path")" = "$(package_of "$glibc/libc.so.6")" ] || echo "$path"
    done
