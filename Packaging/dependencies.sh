#!/usr/bin/env bash
# Prints what a Debian package of a binary depends on, as fields of debian/control: dependencies.sh BINARY
#
# dpkg-shlibdeps finds the libraries that the binary is linked to. Those that it loads at their first use
# are linked, with the functions that are used, into small libraries made for dpkg-shlibdeps to look at.
. "$(dirname "$0")/common.sh"

binary=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# dpkg-shlibdeps wants to see a package in the making.
package=debian/perilune/usr/bin
mkdir -p "$work/debian/perilune/DEBIAN" "$work/$package"
printf 'Source: perilune\n\nPackage: perilune\nArchitecture: any\n' >"$work/debian/control"

# The file of Sources/CPeriluneLoading that loads a library. ICU's soname ends with a number from a macro.
source_of() {
    local file name
    for file in "$root"/Sources/CPeriluneLoading/*.c{,pp}; do
        name=$(sed -n 's/^PERILUNE_LIBRARY([a-z0-9]*, "\([^"]*\)".*/\1/p' "$file")
        [ -z "$name" ] || [[ $1 != "$name"* ]] || { echo "$file" && return; }
    done
    fail "the binary loads $1, but no file of Sources/CPeriluneLoading does: was it built from these sources?"
}

# A shared library that uses the same functions as the program.
stand_in() {
    local soname=$1 file needed
    file=$(source_of "$soname")
    {
        echo '#include <unicode/urename.h>'
        sed -nE 's/^ *(F|RENAMED)\((F, )?(\w+)\).*/\3/p' "$file" | grep -vx function |
            sed -E 's/.*/extern const char &[]; const void *used_&(void) { return &; }/'
    } >"$work/used.c"
    needed=$(linked_libraries "$(library_path "$soname")" | sed -n '/^ld-linux/!s/^/-l:/p')
    gcc -fPIC -shared -o "$work/$package/$soname" "$work/used.c" -Wl,--as-needed -Wl,-z,defs \
        "-l:$soname" $needed
}

cp "$binary" "$work/$package/perilune"
arguments=(-dDepends "-e$package/perilune")
while read -r soname; do
    stem=${soname%%.so.*}
    field=$(awk -v stem="$stem" '$1 == stem { print $2 }' "$root/Packaging/debian/loaded-libraries")
    [ -n "$field" ] || fail "the binary loads $soname: say in Packaging/debian/loaded-libraries how much it is needed"
    stand_in "$soname"
    arguments+=("-d$field" "-e$package/$soname")
done < <(loaded_libraries "$binary")

cd "$work"
dpkg-shlibdeps -O "${arguments[@]}" | sed -n 's/^shlibs:\([A-Za-z]*\)=/\1: /p'
