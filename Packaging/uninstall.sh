#!/usr/bin/env bash
# Removes from $DESTDIR$PREFIX what `make install` of this version copies there.
. "$(dirname "$0")/common.sh"

prefix=${PREFIX:-/usr/local}
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
DESTDIR=$copy PREFIX=$prefix "$root/Packaging/install.sh"
(cd "$copy" && find . -type f -print0) | (cd "${DESTDIR:-/}" && xargs -0 rm -f)
for folder in share/perilune share/doc/perilune; do
    find "${DESTDIR:-}$prefix/$folder" -depth -type d -empty -delete 2>/dev/null || true
done
