#!/usr/bin/env bash
# Makes an OCI image from the tree of the tarball, without a daemon and without a base image: besides Perilune
# and its libraries it has glibc, certificates and a user. There is no shell in it.
. "$(dirname "$0")/common.sh"
cd "$root"
commit_time

tree=$built/tarball/perilune-$version-linux-$(uname -m)
[ -x "$tree/bin/perilune" ] || fail "$tree is missing: run make tarball first"
work=$built/image
base=$work/base
program=$work/program
rm -rf "$work"
mkdir -p "$base"/{etc/ssl/certs,tmp,proc,sys,dev} "$base/srv/perilune" "$base/usr/share/perilune" \
    "$base/usr/lib" "$program/usr/share/doc" "$program/usr/bin"

# Rarely changes: libraries, glibc, certificates, fonts.
cp -R "$tree/lib/perilune" "$base/usr/lib/perilune"
cp -R "$tree/share/perilune/fonts" "$base/usr/share/perilune/fonts"
ln -s usr/lib "$base/lib"
ln -s usr/lib64 "$base/lib64"
loader=$(patchelf --print-interpreter "$tree/bin/perilune")
for file in "$tree/bin/perilune" "$tree"/lib/perilune/*; do ldd "$file"; done |
    awk '$2 == "=>" { print $3 }' | sort -u | while read -r path; do
    [ -e "$tree/lib/perilune/$(basename "$path")" ] || echo "$path"
done >"$work/glibc"
{ cat "$work/glibc" && echo "$loader"; } | while read -r path; do
    install -D -m 755 "$(readlink -f "$path")" "$base/usr/${path#/}"
done
# Of the whole machine, the certificates that Mozilla trusts, but none that was added here.
cat /usr/share/ca-certificates/mozilla/*.crt >"$base/etc/ssl/certs/ca-certificates.crt"
echo 'perilune:x:65532:65532:Perilune:/srv/perilune:/sbin/nologin' >"$base/etc/passwd"
echo 'perilune:x:65532:' >"$base/etc/group"
echo 'hosts: files dns' >"$base/etc/nsswitch.conf"

cp "$tree/bin/perilune" "$program/usr/bin/perilune"
cp -R "$tree/share/doc/perilune" "$program/usr/share/doc/perilune"
cp -R "$tree/licences" "$program/usr/share/doc/perilune/licences"

archive=$built/perilune-$version-oci-$(dpkg --print-architecture).tar
rm -rf "$built/perilune-oci"
python3 Packaging/image.py --version "$version" --time "$SOURCE_DATE_EPOCH" \
    --revision "$(git rev-parse HEAD)" --architecture "$(dpkg --print-architecture)" \
    --layer "$base" --layer "$program" --owned srv/perilune --user 65532 "$built/perilune-oci" "$archive"
echo "$archive"
