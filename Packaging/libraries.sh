#!/usr/bin/env bash
# Prints the shared libraries that a binary needs, without those of glibc: those it is linked to, those it loads
# at their first use, and what these need. A line for each: its path, and its Debian package. libraries.sh BINARY
. "$(dirname "$0")/common.sh"

binary=$1
loaded=()
for soname in $(loaded_libraries "$binary"); do loaded+=("$(library_path "$soname")"); done
paths=$({
    printf '%s\n' "${loaded[@]}"
    for file in "$binary" "${loaded[@]}"; do ldd "$file" | awk '$2 == "=>" { print $3 }'; done
} | sort -u)
packages_of $paths >"$built/packages"
unknown=$(comm -23 <(echo "$paths") <(cut -d' ' -f1 "$built/packages" | sort -u))
[ -z "$unknown" ] || fail "no Debian package has" $unknown
grep -v ' libc6$' "$built/packages"
rm "$built/packages"
