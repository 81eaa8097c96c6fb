#!/usr/bin/env bash
# Makes the Debian packages perilune and perilune-dbgsym from what `make build` has built.
. "$(dirname "$0")/common.sh"
cd "$root"
need_stage
commit_time

architecture=$(dpkg --print-architecture)
revision=$version-1
maintainer=${DEB_MAINTAINER:-$(git log -1 --format='%an <%ae>')}
work=$built/deb
package=$work/perilune
symbols=$work/perilune-dbgsym
rm -rf "$work"
mkdir -p "$package/DEBIAN" "$symbols/DEBIAN"

DESTDIR=$package PREFIX=/usr Packaging/install.sh
# Debian has places of its own for some files.
documents=$package/usr/share/doc/perilune
mv "$package/usr/share/zsh/site-functions" "$package/usr/share/zsh/vendor-completions"
rm "$documents/LICENSE"
mv "$documents/CHANGELOG.md" "$documents/changelog"
install -m 644 Packaging/debian/copyright "$documents/copyright"
Packaging/debian-changelog.sh "$maintainer" >"$documents/changelog.Debian"
gzip --best --no-name "$documents/changelog" "$documents/changelog.Debian" \
    "$package/usr/share/man/man1/perilune.1"
install -D -m 644 Packaging/debian/perilune.lintian-overrides "$package/usr/share/lintian/overrides/perilune"
# What users may edit, and upgrades keep.
configure() {
    [ -f "$documents/examples/service/$1" ] || return 0
    install -D -m 644 "$documents/examples/service/$1" "$package$2"
    echo "$2" >>"$package/DEBIAN/conffiles"
}
configure perilune.lua /etc/perilune/perilune.lua
configure perilune.default /etc/default/perilune
configure perilune.logrotate /etc/logrotate.d/perilune
rm -rf "$documents/examples/service"
# Libraries are the system's.
patchelf --remove-rpath "$package/usr/bin/perilune"

units=$(find "$package/usr/lib/systemd/system" -type f -printf "%f\n" 2>/dev/null | sort -r | xargs) || true
if [ -n "$units" ]; then
    for script in postinst prerm postrm; do
        sed "s/@UNITS@/$units/g" "Packaging/debian/$script" >"$package/DEBIAN/$script"
        chmod 755 "$package/DEBIAN/$script"
    done
fi

build_id=$(readelf -n "$package/usr/bin/perilune" | sed -n 's/.*Build ID: //p')
[ -n "$build_id" ] || fail "the program has no build ID to find its symbols by: link it with -Xlinker --build-id"
install -D -m 644 "$stage/perilune.debug" \
    "$symbols/usr/lib/debug/.build-id/${build_id:0:2}/${build_id:2}.debug"
install -d "$symbols/usr/share/doc"
install -D -m 644 Packaging/debian/perilune-dbgsym.lintian-overrides "$symbols/usr/share/lintian/overrides/perilune-dbgsym"
ln -s perilune "$symbols/usr/share/doc/perilune-dbgsym"

size() { du -k -s --apparent-size --exclude=DEBIAN "$1" | cut -f1; }

{
    echo "Package: perilune"
    echo "Version: $revision"
    echo "Architecture: $architecture"
    echo "Maintainer: $maintainer"
    echo "Installed-Size: $(size "$package")"
    Packaging/dependencies.sh "$package/usr/bin/perilune" |
        sed '/^Recommends:/s/$/, ca-certificates, fonts-inter, fonts-dejavu-core, tzdata/; /^Suggests:/s/$/, logrotate, fonts-noto-core, fonts-noto-cjk/'
    # Whoever rebuilds packages for a correction of Lua finds this one by it.
    echo "Static-Built-Using: $(dpkg-query -W -f '${source:Package} (= ${source:Version})' liblua5.4-dev)"
    echo "Section: utils"
    echo "Priority: optional"
    cat Packaging/debian/description
} >"$package/DEBIAN/control"
cat >"$symbols/DEBIAN/control" <<CONTROL
Package: perilune-dbgsym
Source: perilune
Version: $revision
Auto-Built-Package: debug-symbols
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(size "$symbols")
Depends: perilune (= $revision)
Section: debug
Priority: optional
Description: debug symbols for perilune
Build-Ids: $build_id
CONTROL

for folder in "$package" "$symbols"; do
    (cd "$folder" && find . -path ./DEBIAN -prune -o -type f -printf '%P\0' | sort -z | xargs -0 -r md5sum) \
        >"$folder/DEBIAN/md5sums"
    fix_times "$folder"
    file=$built/$(basename "$folder")_${revision}_$architecture.deb
    # With more than one thread, xz would write other bytes on another machine.
    dpkg-deb --root-owner-group -Zxz -z3 --threads-max=1 --build "$folder" "$file" >/dev/null
    echo "$file"
done
