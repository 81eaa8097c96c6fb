# Sourced by the scripts here: where things are, and what the package is called.
set -euo pipefail
export LC_ALL=C TZ=UTC
umask 022

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
built=$root/.build/packages
stage=$built/stage
version=$("$root/Packaging/version.sh")
fail() {
    printf '%s\n' "$@" >&2
    exit 1
}

need_stage() {
    [ -x "$stage/bin/perilune" ] || fail \
        "nothing has been built yet: $stage/bin/perilune is missing" \
        "run make build first, as yourself"
}

# The names of the libraries that the binary loads at their first use: it has them as strings. Those that
# it is linked to are there too, and are left out.
loaded_libraries() {
    comm -23 <(strings -a "$1" | grep -E '^lib[A-Za-z0-9+._-]+\.so(\.[0-9]+)+$' | sort -u) \
        <(linked_libraries "$1" | sort -u)
}

linked_libraries() {
    readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'
}

# The path of a library on this machine.
library_path() {
    ldconfig -p | awk -v name="$1" '$1 == name && /x86-64|AArch64/ && !found++ { print $NF }' | grep . ||
        fail "$1 is not installed: run make setup-packages"
}

# The Debian packages that files of this machine came in: a line with path and package for each. dpkg may know
# a file under / or under /usr, by its name or by what that links to.
packages_of() {
    local path
    for path in "$@"; do
        printf '%s\n' "$path" "$(readlink -f "$path")" | sed 'p; s#^/usr##; p; s#^#/usr#' |
            sort -u | sed "s#^#$path #"
    done >"$built/names"
    { cut -d' ' -f2 "$built/names" | xargs dpkg-query -S 2>/dev/null || true; } |
        awk -v names="$built/names" '
            BEGIN { while ((getline < names) > 0) asked[$2] = asked[$2] " " $1 }
            { sub(/:.*/, "", $1); count = split(asked[$2], paths, " ")
              for (i = 1; i <= count; i++) print paths[i], $1 }' | sort -u
    rm "$built/names"
}

# Everything that is packaged has the time of the commit, so that the same commit gives the same bytes.
commit_time() {
    export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct)}
}

# Gives the files of a folder that time.
fix_times() {
    find "$1" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
}
