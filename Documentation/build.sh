#!/usr/bin/env bash
# The reference for embedders as a web site, of all library products and the modules that they export:
# Documentation/build.sh FOLDER
# A broken link or an outdated parameter list in a doc comment is an error.
set -euo pipefail
cd "$(dirname "$0")/.."
site=$1
modules=(PeriluneCore PeriluneLua PeriluneStore)
modules+=($(swift package dump-package | python3 -c '
import json, sys
for product in json.load(sys.stdin)["products"]:
    if "library" in product["type"]: print(*product["targets"])'))

# The symbols come from the modules of the debug build, which the tests have built already. The module maps and
# headers are those of the C targets.
swift build
flags=()
for flag in $(pkg-config --cflags lua5.4 libxml-2.0); do flags+=(-Xcc "$flag"); done
for map in $(find .build/debug/ Sources -name module.modulemap); do
    flags+=(-Xcc "-fmodule-map-file=$PWD/$map")
done
for headers in Sources/*/include; do flags+=(-Xcc "-I$PWD/$headers"); done

rm -rf "$site"
mkdir -p "$site/archives" "$site/graphs"
archives=()
for module in "${modules[@]}"; do
    mkdir "$site/graphs/$module"
    swift symbolgraph-extract -module-name "$module" -target "$(uname -m)-unknown-linux-gnu" \
        -I .build/debug/Modules "${flags[@]}" -minimum-access-level public -skip-synthesized-members \
        -output-dir "$site/graphs/$module"
    # Extensions of other modules' types are documented with those types' own modules.
    rm -f "$site/graphs/$module/$module"@*.json
    catalog=()
    [ -d "Documentation/$module.docc" ] && catalog=("Documentation/$module.docc")
    docc convert "${catalog[@]}" --additional-symbol-graph-dir "$site/graphs/$module" \
        --fallback-display-name "$module" --fallback-bundle-identifier "$module" \
        --output-path "$site/archives/$module.doccarchive" --warnings-as-errors \
        >"$site/messages" || { cat "$site/messages" >&2; exit 1; }
    archives+=("$site/archives/$module.doccarchive")
done
docc merge "${archives[@]}" --synthesized-landing-page-name Perilune --output-path "$site/html" >/dev/null
rm -rf "$site/archives" "$site/graphs" "$site/messages"
echo "python3 -m http.server -d $site/html shows it at http://localhost:8000/documentation/"
