#!/usr/bin/env bash
# Prints the folder of the lua5.4.pc that the released binary is linked with: lua.sh [optimized | count | system]
#
#   optimized  Lua compiled from Debian's source package, with link-time optimization and the profile of the C code
#   count      the same with counters, for `make profile`
#   system     Debian's static library
#
# Where the sources cannot be had, it warns and prints the folder for Debian's library: the program does the same then,
# and is slower. They are fetched once, by apt, and compared with lua.sha256; a machine without network can be given the
# three files in .build/lua/source. Documentation/decisions/0109-lua-from-source.md says what is compiled.
set -euo pipefail
cd "$(dirname "$0")/.."

pins=$PWD/Packaging/lua.sha256
built=$PWD/.build/lua
system=$PWD/Sources/CLua/pkgconfig
tools=$(dirname "$(readlink -f "$(command -v swift)")")
version=$(sed -n 's/.* lua5\.4_\(.*\)\.dsc$/\1/p' "$pins")

sources_are_there() { (cd "$built/source" && sha256sum --check --status "$pins") 2>/dev/null; }

# apt with the sources of this machine's own lists, and with folders of its own: it changes nothing for others.
fetch() {
    local file list parts work=$built/apt
    rm -rf "$work"
    mkdir -p "$work"/{sources,lists/partial,cache/archives/partial} "$built/source"
    eval "$(apt-config shell list Dir::Etc::sourcelist/f parts Dir::Etc::sourceparts/d)"
    for file in "$list" "$parts"/*.{list,sources}; do
        [ -f "$file" ] || continue
        sed -E 's/^[[:space:]]*deb[[:space:]]/deb-src /; s/^Types:.*/Types: deb-src/I' "$file" \
            >"$work/sources/$(basename "$file")"
    done
    local apt=(timeout 300 apt-get -qq -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$work/sources"
        -o Dir::State::lists="$work/lists" -o Dir::Cache="$work/cache" -o Acquire::Retries=1)
    # One list that cannot be had, perhaps of others than Debian, need not matter.
    "${apt[@]}" update || true
    cd "$built/source" && "${apt[@]}" source --download-only "lua5.4=$version" && rm -r "$work"
}

# As Debian compiles its library, in C: errors leave by longjmp. Its debian/rules sets the macros, and dpkg-buildflags
# the checks of the stack and of bounds, which cost next to nothing.
flags=(-std=gnu99 -DLUA_COMPAT_5_3 -DLUA_USE_LINUX -O2 -fPIC -fstack-protector-strong -D_FORTIFY_SOURCE=2)

# `&&` throughout: -e does not hold in what `||` follows.
compile() {
    local folder=$1 work=$1.new
    rm -rf "$built/$wanted"-* &&
        mkdir -p "$work" &&
        dpkg-source --no-check --no-copy --extract "$built/source/lua5.4_$version.dsc" "$work/source" >"$work/log" &&
        cd "$work/source/src" &&
        sources | xargs -P "$(nproc)" -I {} "$tools/clang" "${flags[@]}" -c {}.c -o "$work/{}.o" &&
        "$tools/llvm-ar" rc "$work/libperilune-lua.a" "$work"/*.o &&
        sed -e "s#^Libs:.*#Libs: -L$folder -lperilune-lua#" -e '/^#/d' "$system/lua5.4.pc" >"$work/lua5.4.pc" &&
        rm -r "$work/source" "$work"/*.o &&
        mv "$work" "$folder"
}

# All but the two programs.
sources() { printf '%s\n' *.c | sed 's/\.c$//; /^luac\?$/d'; }

# The name changes with what goes in, so that SwiftPM links again.
folder_of() {
    printf '%s-%s\n' "$1" "$({
        cat Packaging/lua.sh "$pins" && "$tools/clang" --version && echo "$2"
    } | sha256sum | cut -c1-16)"
}

default() {
    [ "$wanted" != count ] || { echo "error: $1" >&2 && exit 1; }
    local line='============================================================================================='
    printf '%s\n' "$line" "warning: $1" \
        "The binary contains Lua as Debian has compiled it: it does the same, and needs more processor time." "$line" >&2
    echo "$system"
    exit
}

wanted=${1:-${PERILUNE_LUA:-optimized}}
case $wanted in
system) echo "$system" && exit ;;
optimized)
    profile=$(Packaging/profile/index.sh 2>/dev/null) || profile=
    flags+=(-flto)
    [ -z "$profile" ] || flags+=("-fprofile-instr-use=$profile" -Wno-profile-instr-unprofiled -Wno-profile-instr-out-of-date)
    ;;
count) flags+=(-fprofile-instr-generate -mllvm -runtime-counter-relocation) ;;
*) echo "lua.sh: optimized, count or system, not $wanted" >&2 && exit 1 ;;
esac

folder=$built/$(folder_of "$wanted" "${flags[*]}")
if [ ! -f "$folder/libperilune-lua.a" ]; then
    # Another version has other headers, and may have corrections that these sources do not have.
    installed=$(dpkg-query -W -f '${source:Version}' liblua5.4-dev 2>/dev/null) || true
    [ "$installed" = "$version" ] || default \
        "liblua5.4-dev is of version ${installed:-unknown}, but Packaging/lua.sha256 has the sources of $version."
    sources_are_there || (fetch) >&2 || default "the sources of Lua $version cannot be fetched (apt-get source lua5.4)."
    sources_are_there || default "the sources of Lua in $built/source are not those of Packaging/lua.sha256."
    (compile "$folder") >&2 || default "the sources of Lua $version cannot be compiled."
fi
echo "$folder"
