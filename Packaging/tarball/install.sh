#!/bin/sh
# Copies Perilune to a folder such as /usr/local: install.sh [FOLDER]
set -eu

here=$(cd "$(dirname "$0")" && pwd)
prefix=${1:-/usr/local}
needed=@GLIBC@
found=$(getconf GNU_LIBC_VERSION 2>/dev/null | sed 's/glibc //')

if [ -z "$found" ]; then
    echo "Perilune needs glibc $needed or newer, and this system has another C library" >&2
    exit 1
elif [ "$(printf '%s\n' "$needed" "$found" | sort -V | head -n 1)" != "$needed" ]; then
    echo "Perilune needs glibc $needed or newer, and this system has glibc $found:" \
        "use a newer release of the system, the image, or build from source" >&2
    exit 1
fi

mkdir -p "$prefix"
cp -R "$here/bin" "$here/include" "$here/lib" "$here/share" "$prefix"
mkdir -p "$prefix/share/doc/perilune/licences"
cp -R "$here/licences/." "$prefix/share/doc/perilune/licences"
for unit in "$prefix"/lib/systemd/system/perilune.*; do
    [ ! -f "$unit" ] || sed -i "s#/usr/local/bin/perilune#$prefix/bin/perilune#g" "$unit"
done
echo "installed $("$prefix/bin/perilune" version) in $prefix"
