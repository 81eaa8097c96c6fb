#!/usr/bin/env bash
# Builds the packages and tries each where it is meant to run; prints a line for every check.
#   run.sh                     everything
#   run.sh deb tarball         these
here=$(dirname "${BASH_SOURCE[0]}")
. "$here/common.sh"
for name in release install deb tarball image; do . "$here/$name.sh"; done
cd "$root"
need_stage
[ "$(id -u)" = 0 ] || fail 'roots of Debian are entered by chroot: run it as root'

rm -rf "$work"
mkdir -p "$work"
demo='perilune process Scripts/links.jsonl --script Scripts/every_third_link.lua --records -'
perilune() { "$stage/bin/perilune" "$@"; }
eval "$demo" >"$work/expected" 2>/dev/null

for name in ${*:-release install deb tarball image}; do
    case $name in
    deb | tarball | image) check "make $name" make --no-print-directory "$name" ;;
    esac
    "test_$name"
done
echo "$((SECONDS - begun)) s, failed: $failed"
[ $failed = 0 ]
