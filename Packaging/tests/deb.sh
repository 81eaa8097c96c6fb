# Sourced by run.sh: the Debian package, in a fresh Debian 12.

deb=$built/perilune_$version-1_$(dpkg --print-architecture).deb
symbols=$built/perilune-dbgsym_$version-1_$(dpkg --print-architecture).deb
debian=$work/bookworm

deb_is_reproducible() {
    sha256sum "$deb" "$symbols" >"$work/sums"
    make --no-print-directory deb
    sha256sum --check "$work/sums"
}

# Standard input of lintian and apt must not be ours.
lintian_is_silent() { lintian --fail-on error,warning "$deb" "$symbols" </dev/null; }

symbols_belong_to_the_program() {
    dpkg-deb --fsys-tarfile "$deb" | tar -xO ./usr/bin/perilune >"$work/program"
    dpkg-deb --fsys-tarfile "$symbols" | tar -xO --wildcards './usr/lib/debug/.build-id/*' >"$work/symbols"
    [ "$(readelf -n "$work/program" | grep 'Build ID')" = "$(readelf -n "$work/symbols" | grep 'Build ID')" ]
    nm "$work/symbols" | grep -c perilune_library_load
    objcopy --dump-section .gnu_debugdata="$work/functions.xz" "$work/program" /dev/null
    xz --decompress --stdout "$work/functions.xz" >"$work/functions"
    nm "$work/functions" | grep -c ' [Tt] '
}

# From a fresh root to the first decisions.
installs() {
    cp "$deb" "$debian/root/perilune.deb"
    local from
    from=$(date +%s.%N)
    enter "$debian" apt-get update -qq
    enter "$debian" apt-get install -y -qq /root/perilune.deb
    enter "$debian" sh -c "cd /usr/share/doc/perilune/examples && $demo" >"$work/decisions"
    echo "$from $(date +%s.%N)" | awk '{ printf "%.1f\n", $2 - $1 }' >"$work/seconds"
    cmp "$work/decisions" "$work/expected"
}
within_30_seconds() { awk '{ exit !($1 <= 30) }' "$work/seconds"; }

draws() {
    enter "$debian" sh -c 'cd /usr/share/doc/perilune/examples &&
        perilune charts render Scripts/charts/sales.xml -o /tmp/sales.png'
    file_is_png "$debian/tmp/sales.png"
}
file_is_png() { [ "$(head -c 8 "$1" | od -An -tx1 | tr -d ' \n')" = 89504e470d0a1a0a ]; }

has_everything() {
    enter "$debian" sh -c 'dpkg --verify perilune && cd /usr/share &&
        ls bash-completion/completions/perilune zsh/vendor-completions/_perilune \
            fish/vendor_completions.d/perilune.fish man/man1/perilune.1.gz doc/perilune/README.md \
            doc/perilune/copyright perilune/sdk/Package.swift'
}

starts_nothing() {
    ! find "$debian"/etc/systemd -name 'perilune*' | grep .
    if [ -f "$debian/usr/lib/systemd/system/perilune.service" ]; then
        ls "$debian/etc/perilune/perilune.lua" "$debian/usr/lib/systemd/system/perilune.socket"
    fi
}

# The same package with an earlier version, so that there is something to upgrade from.
upgrade_keeps_configuration_and_store() {
    local earlier="$work/earlier" store=/var/lib/perilune/tests.db
    rm -rf "$earlier"
    dpkg-deb --raw-extract "$deb" "$earlier"
    sed -i 's/^Version: .*/Version: 0.0.1-1/' "$earlier/DEBIAN/control"
    dpkg-deb --root-owner-group --build "$earlier" "$debian/root/earlier.deb"
    enter "$debian" dpkg --install --force-downgrade /root/earlier.deb
    echo '-- mine' >>"$debian/etc/perilune/perilune.lua"
    mkdir -p "$debian/var/lib/perilune"
    cp "$root/Tests/Fixtures/0.1/store/serve.db" "$debian$store"
    enter "$debian" dpkg --install /root/perilune.deb
    [ "$(enter "$debian" dpkg-query --show --showformat '${Version}' perilune)" = "$version-1" ]
    tail -n 1 "$debian/etc/perilune/perilune.lua" | grep -x -e '-- mine'
    enter "$debian" perilune store check "$store"
    rm "$debian$store"
}

# As root of the machine: it opens the socket and becomes another user. The upgrade is one from an earlier version.
runs_as_its_unit_says() {
    enter "$debian" dpkg --install --force-downgrade /root/earlier.deb
    cp "$root/Packaging/tests/all.lua" "$debian/etc/perilune/all.lua"
    cp "$debian/etc/perilune/perilune.lua" "$work/perilune.lua"
    echo 'return { scripts = "all.lua", sinks = { records = "/var/log/perilune/records.jsonl" } }' \
        >"$debian/etc/perilune/perilune.lua"
    unshare --mount --pid --fork --kill-child -- bash -c '
        mount --make-rprivate /
        mount -t proc proc /proc
        mount -t proc proc "$1/proc"
        mount --rbind /dev "$1/dev"
        exec python3 "$0" "$1" chroot "$1" /usr/bin/env PATH=/usr/sbin:/usr/bin:/sbin:/bin \
            dpkg --force-confold --install /root/perilune.deb
    ' "$root/Packaging/tests/manager.py" "$debian"
    [ "$(enter "$debian" dpkg-query --show --showformat '${Version}' perilune)" = "$version-1" ]
    cp "$work/perilune.lua" "$debian/etc/perilune/perilune.lua"
    rm -r "$debian/etc/perilune/all.lua" "$debian"/var/lib/perilune "$debian"/var/log/perilune "$debian"/var/cache/perilune
}

purge_leaves_nothing() {
    enter "$debian" apt-get purge -y -qq perilune
    ! find "$debian"/etc "$debian"/usr "$debian"/var/lib -name '*perilune*' -not -path '*/apt/*' | grep .
}

test_deb() {
    check 'the same commit gives the same .deb' deb_is_reproducible
    check 'lintian has no errors and no warnings' lintian_is_silent
    check 'names of functions are in the program, and debug symbols in the other package' \
        symbols_belong_to_the_program
    fresh_root bookworm
    check 'Debian 12: the .deb installs, and the demo decides as here' installs
    check "Debian 12: apt-get update, install and demo took $(cat "$work/seconds" 2>/dev/null) s, at most 30" \
        within_30_seconds
    check 'Debian 12: the package has completions, manual page, documentation and the SDK' has_everything
    check 'Debian 12: a chart is drawn' draws
    check 'Debian 12: the server takes an event' serves "$debian" 18081 perilune
    check 'Debian 12: the service is neither enabled nor started' starts_nothing
    check 'Debian 12: an upgrade keeps configuration that was edited, and reads a store of 0.1.0' upgrade_keeps_configuration_and_store
    check 'Debian 12: the service starts, reloads, is upgraded and stops under a stand-in for the service manager' \
        runs_as_its_unit_says
    check 'Debian 12: nothing is left after a purge' purge_leaves_nothing
}
