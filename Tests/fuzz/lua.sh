#!/usr/bin/env bash
# Generated Lua programs in the embedded state, under Address Sanitizer:
#
#     Tests/fuzz/lua.sh SECONDS [SEED]
#
# A program that fails is kept in .build/fuzz, and its name is printed; the same seed generates it again.
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:-30}
seed=${2:-$(date +%s)}

folder=.build/fuzz
mkdir -p "$folder"
cxx=$(command -v clang++ || command -v g++) cc=$(command -v clang || command -v gcc)
flags=(-g -O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-sanitize=function,vptr
    -fno-omit-frame-pointer -ISources/CPeriluneLua/include -ISources/CPeriluneJSON/include -ISources/CPeriluneEncoding/include -ISources/CPeriluneRegex/include -ISources/CPeriluneLoading/include
    $(pkg-config --cflags lua5.4 simdjson))
[[ $cc == *clang ]] || flags=("${flags[@]/-fno-sanitize=function,vptr/-fno-sanitize=vptr}")
objects=()
for source in Sources/CPeriluneLua/*.c Sources/CPeriluneJSON/*.cpp Sources/CPeriluneEncoding/*.c \
    Sources/CPeriluneRegex/*.cpp Sources/CPeriluneLoading/*.c Sources/CPeriluneLoading/*.cpp Tests/fuzz/lua_driver.c; do
    object=$folder/$(basename "$source").o
    objects+=("$object")
    newer=$(find Sources/CPeriluneLua Sources/CPeriluneJSON Tests/fuzz -name '*.h*' -newer "$object" 2>/dev/null || echo new)
    [[ $object -nt $source && -z $newer ]] && continue
    if [[ $source == *.cpp ]]; then "$cxx" -std=c++17 "${flags[@]}" -c "$source" -o "$object"
    else "$cc" "${flags[@]}" -c "$source" -o "$object"; fi
done
"$cxx" -fsanitize=address,undefined "${objects[@]}" $(pkg-config --libs lua5.4 simdjson) -lpthread -ldl -lm \
    -o "$folder/lua_driver" 2> >(grep -v 'Cannot export local symbol' >&2 || true)

echo "lua: seed $seed"
status=0
# The programs end when the driver does.
ASAN_OPTIONS=detect_leaks=${LEAKS:-1}:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1 \
    "$folder/lua_driver" "$seconds" < <(python3 Tests/fuzz/lua.py "$seed" 2>/dev/null) \
    2> >(tee "$folder/lua.log" >&2) || status=$?
if ((status)); then
    name=$(grep -oE 'program-[0-9]+-[0-9]+' "$folder/lua.log" | head -1 || true)
    if [[ -n $name ]]; then
        python3 Tests/fuzz/lua.py --one "$name" >"$folder/$name.lua"
        echo "the program is in $folder/$name.lua" >&2
    fi
fi
exit "$status"
