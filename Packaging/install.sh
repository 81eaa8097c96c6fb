#!/usr/bin/env bash
# Copies what `make build` has built to $DESTDIR$PREFIX. It builds nothing and writes nothing anywhere else.
. "$(dirname "$0")/common.sh"
cd "$root"
need_stage

prefix=${PREFIX:-/usr/local}
to=${DESTDIR:-}$prefix
documents=$to/share/doc/perilune

copy() { install -D -m 644 "$1" "$2"; }

install -D -m 755 "$stage/bin/perilune" "$to/bin/perilune"
copy "$stage/completions/bash" "$to/share/bash-completion/completions/perilune"
copy "$stage/completions/zsh" "$to/share/zsh/site-functions/_perilune"
copy "$stage/completions/fish" "$to/share/fish/vendor_completions.d/perilune.fish"
copy "$stage/man/perilune.1" "$to/share/man/man1/perilune.1"
Packaging/install-sdk.sh "$to/share/perilune/sdk" "$to/include"

for file in README.md CHANGELOG.md LICENSE; do copy $file "$documents/$file"; done
for file in Documentation/*.md Documentation/Reference/*.md Documentation/Pictures/*; do copy "$file" "$documents/$file"; done
# The commands of the README run in this folder.
find Scripts Examples/Cluster Examples/FolderPlugin Examples/LibraryPlugin -name .build -prune -o \
    -type f ! -name .gitignore -print |
    while read -r file; do copy "$file" "$documents/examples/$file"; done

# The service. Nothing is enabled: that is for whoever runs it, or for the package manager.
for unit in perilune.service perilune.socket; do
    [ -f Packaging/systemd/$unit ] || continue
    copy Packaging/systemd/$unit "$to/lib/systemd/system/$unit"
    sed -i "s#/usr/bin/perilune#$prefix/bin/perilune#g" "$to/lib/systemd/system/$unit"
done
if [ -f Packaging/systemd/perilune.sysusers ]; then
    copy Packaging/systemd/perilune.sysusers "$to/lib/sysusers.d/perilune.conf"
fi
# Configuration belongs to /etc, where the unit looks for it; the guide says what to copy.
for file in perilune.lua perilune.default perilune.logrotate; do
    [ -f Packaging/systemd/$file ] || continue
    copy Packaging/systemd/$file "$documents/examples/service/$file"
done
for file in Packaging/cluster/*; do copy "$file" "$documents/examples/cluster/${file##*/}"; done
for file in Packaging/monitoring/*; do copy "$file" "$documents/examples/monitoring/${file##*/}"; done
