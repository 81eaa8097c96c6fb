#!/usr/bin/env bash
# Makes a tarball that carries the libraries it needs, from what `make build` has built.
. "$(dirname "$0")/common.sh"
cd "$root"
need_stage
commit_time

machine=$(uname -m)
name=perilune-$version-linux-$machine
tree=$built/tarball/$name
rm -rf "$built/tarball"
mkdir -p "$built/tarball"

DESTDIR=$built/tarball/installed PREFIX=/usr/local Packaging/install.sh
mv "$built/tarball/installed/usr/local" "$tree"
rm -r "$built/tarball/installed"
mkdir -p "$tree/lib/perilune" "$tree/licences"

Packaging/libraries.sh "$stage/bin/perilune" >"$built/tarball/libraries"
while read -r path _; do
    install -m 644 "$(readlink -f "$path")" "$tree/lib/perilune/$(basename "$path")"
done <"$built/tarball/libraries"
cut -d' ' -f2 "$built/tarball/libraries" | sort -u >"$built/tarball/packages"
# DT_RPATH, unlike DT_RUNPATH, also holds for the libraries of libraries, which so stay as Debian built them.
patchelf --force-rpath --set-rpath '$ORIGIN/../lib/perilune' "$tree/bin/perilune"

# Fonts, so that charts have text on a machine without any: of Inter those that the themes use.
for font in $(dpkg-query -L fonts-dejavu-core | grep '\.ttf$') \
    $(dpkg-query -L fonts-inter | grep -E '/Inter-(Regular|Italic|SemiBold|Bold)\.otf$'); do
    install -D -m 644 "$font" "$tree/share/perilune/fonts/$(basename "$font")"
done
# The fonts, and the package whose static library the program contains.
printf '%s\n' fonts-dejavu-core fonts-inter liblua5.4-dev >>"$built/tarball/packages"
install -m 644 Packaging/tarball/fonts.conf "$tree/share/perilune/fonts/fonts.conf"

# Licences of all that is bundled, with the texts that they refer to.
install -m 644 LICENSE "$tree/LICENSE"
install -D -m 644 Packaging/debian/copyright "$tree/licences/perilune"
while read -r package; do
    [ -e "/usr/share/doc/$package/copyright" ] || fail \
        "/usr/share/doc/$package/copyright is missing: reinstall $package without excluding documentation"
    install -m 644 "$(readlink -f "/usr/share/doc/$package/copyright")" "$tree/licences/$package"
done <"$built/tarball/packages"
cat "$tree"/licences/* | grep -oE '/usr/share/common-licenses/[A-Za-z0-9.-]*[A-Za-z0-9]' | sort -u |
    while read -r text; do
        [ ! -f "$text" ] || install -D -m 644 "$text" "$tree/licences/common-licenses/$(basename "$text")"
    done
xargs dpkg-query -W -f '${Package} ${Version}, source ${source:Package} ${source:Version}\n' \
    <"$built/tarball/packages" >"$tree/licences/PACKAGES"

# The oldest glibc that has every function that any of the files asks for.
glibc=$(for file in "$tree/bin/perilune" "$tree"/lib/perilune/*; do objdump -T "$file"; done |
    sed -n 's/.*(\?GLIBC_\([0-9.]*\)).*/\1/p' | sort -uV | tail -n 1)
for file in INSTALL install.sh; do
    sed -e "s/@VERSION@/$version/g" -e "s/@MACHINE@/$machine/g" -e "s/@GLIBC@/$glibc/g" \
        "Packaging/tarball/$file" >"$tree/$file"
done
chmod 755 "$tree/install.sh"
echo "$glibc" >"$built/tarball/glibc"

fix_times "$tree"
file=$built/$name.tar.xz
# Two threads everywhere: xz writes other bytes with one.
tar --create --directory "$built/tarball" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 \
    --numeric-owner --format=gnu "$name" | xz --threads=2 -"${XZ_LEVEL:-6}" >"$file"
echo "$file: needs glibc $glibc or newer"
