#!/usr/bin/env bash
# Prepares what is installed and packaged, from the binary that `make build` has built: stage.sh BINARY
# It is the only step that runs the binary, so that installing as root runs nothing of it.
. "$(dirname "$0")/common.sh"

binary=$1
name=$(basename "$binary")
work=$built/stage.new
rm -rf "$work"
mkdir -p "$work/bin" "$work/completions" "$work/man"

nm --defined-only --format=posix "$binary" 2>/dev/null | awk '$2 ~ /^[TtWw]$/ { print $1 }' | sort -u \
    >"$work/functions"
[ -s "$work/functions" ] || fail "$binary has no symbols: run make build, which keeps them"

# The debugger's share, for a package of its own.
objcopy --only-keep-debug --remove-section=.swift_ast "$binary" "$work/$name.debug"

# Names of functions stay in the binary, compressed, where gdb and coredumpctl look for them: a backtrace is
# readable without the other package. Without the functions that the compiler writes for each type (value witnesses,
# metadata, outlined copies): they are a quarter of the names, and no frame that anybody looks for.
nm --dynamic --defined-only --format=posix "$binary" | awk '{ print $1 }' | sort -u >"$work/exported"
comm -23 "$work/functions" "$work/exported" \
    | grep -vE '^\$s.*(w(st|et|xx|ta|tk|ca|cp|up|ui|ug)|W[lLbITaPG]|WO[a-z]|M[a-z])$' >"$work/kept"
objcopy --strip-all --keep-symbols="$work/kept" --remove-section=.comment "$work/$name.debug" \
    "$work/functions.elf"
xz --threads=1 "$work/functions.elf"

objcopy --strip-all --remove-section=.comment --remove-section=.swift_ast \
    --add-section=.gnu_debugdata="$work/functions.elf.xz" "$binary" "$work/bin/perilune"
(cd "$work" && objcopy --add-gnu-debuglink="$name.debug" bin/perilune)
rm "$work/functions" "$work/exported" "$work/kept" "$work/functions.elf.xz"

for shell in bash zsh fish; do
    "$binary" completions $shell >"$work/completions/$shell"
done
"$binary" manual >"$work/man/perilune.1"

rm -rf "$stage"
mv "$work" "$stage"
