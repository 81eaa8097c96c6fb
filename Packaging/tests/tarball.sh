# Sourced by run.sh: the tarball, in releases of Debian older and newer than the one it was built on.

tarball=$built/perilune-$version-linux-$(uname -m).tar.xz
unpacked=perilune-$version-linux-$(uname -m)

tarball_is_reproducible() {
    sha256sum "$tarball" >"$work/sums"
    make --no-print-directory tarball
    sha256sum --check "$work/sums"
}

has_licences() {
    local tree=$built/tarball/$unpacked
    [ -s "$tree/LICENSE" ] && [ -s "$tree/licences/PACKAGES" ]
    while read -r path package; do
        [ -s "$tree/lib/perilune/$(basename "$path")" ] && [ -s "$tree/licences/$package" ] ||
            fail "no licence of $path"
    done <"$built/tarball/libraries"
}

# Nothing is taken from the system but glibc: all else would be there by chance.
needs_only_glibc() {
    enter "$1" sh -c "cd /opt/$unpacked && for file in bin/perilune lib/perilune/*; do
        LD_LIBRARY_PATH=/opt/$unpacked/lib/perilune ldd \$file; done" >"$work/needed"
    ! grep 'not found' "$work/needed"
    awk '$2 == "=>" { print $3 }' "$work/needed" | sort -u | grep -v "^/opt/$unpacked/" | while read -r path; do
        enter "$1" sh -c "dpkg -S $path || dpkg -S /usr$path || dpkg -S ${path#/usr}" 2>/dev/null |
            grep '^libc6:' || fail "$path is the system's"
    done
}

works_in() {
    enter "$1" sh -c "cd /opt/$unpacked/share/doc/perilune/examples && PATH=/opt/$unpacked/bin:\$PATH && $demo" \
        >"$work/decisions"
    cmp "$work/decisions" "$work/expected"
}

draws_in() {
    enter "$1" sh -c "cd /opt/$unpacked/share/doc/perilune/examples &&
        /opt/$unpacked/bin/perilune charts render Scripts/charts/sales.xml -o /tmp/sales.png" 2>"$work/errors"
    file_is_png "$1/tmp/sales.png"
    ! grep . "$work/errors"
}

installs_in() {
    enter "$1" sh -c "/opt/$unpacked/install.sh && perilune version && /opt/$unpacked/install.sh /root/here &&
        /root/here/bin/perilune version"
}

refuses_in() {
    ! enter "$1" "/opt/$unpacked/install.sh" 2>"$work/refusal"
    grep "needs glibc $(cat "$built/tarball/glibc") or newer, and this system has glibc" "$work/refusal"
    ! enter "$1" "/opt/$unpacked/bin/perilune" version 2>"$work/refusal"
    grep 'GLIBC_.* not found' "$work/refusal"
}

test_tarball() {
    local release needs port=18082
    check 'the same commit gives the same tarball' tarball_is_reproducible
    check 'there is a licence for every library that is bundled' has_licences
    needs=$(cat "$built/tarball/glibc")
    for release in bullseye bookworm trixie; do
        fresh_root $release
        tar --extract --file "$tarball" --directory "$work/$release/opt"
        glibc=$(enter "$work/$release" getconf GNU_LIBC_VERSION | sed 's/glibc //')
        name="Debian $(cut -d. -f1 "$work/$release/etc/debian_version"), glibc $glibc"
        if [ "$(printf '%s\n' "$needs" "$glibc" | sort -V | head -n 1)" = "$needs" ]; then
            check "$name: the tarball takes nothing but glibc from the system" needs_only_glibc "$work/$release"
            check "$name: the tarball decides as here" works_in "$work/$release"
            check "$name: the tarball draws a chart without fonts of the system" draws_in "$work/$release"
            check "$name: the tarball's server takes an event" \
                serves "$work/$release" $port "/opt/$unpacked/bin/perilune"
            check "$name: install.sh copies it" installs_in "$work/$release"
        else
            check "$name: too old, and install.sh says so" refuses_in "$work/$release"
        fi
        rm -rf "${work:?}/$release"
        port=$((port + 1))
    done
}
