#!/usr/bin/env bash
# The reference for embedders as a web site, of all library products and the modules that they export:
# Documentation/build.sh FOLDER
# A broken link or an outdated parameter list in a doc comment is an error. Prints what has changed in the public declarations.
set -euo pipefail
cd "$(dirname "$0")/.."
site=$1
Documentation/symbols.sh "$site/graphs"
Packaging/api.py "$site/graphs" | tail -n 1

rm -rf "$site/html" "$site/archives"
mkdir -p "$site/archives"
archives=()
for graphs in "$site"/graphs/*; do
    module=$(basename "$graphs")
    catalog=()
    [ -d "Documentation/$module.docc" ] && catalog=("Documentation/$module.docc")
    docc convert "${catalog[@]}" --additional-symbol-graph-dir "$graphs" \
        --fallback-display-name "$module" --fallback-bundle-identifier "$module" \
        --output-path "$site/archives/$module.doccarchive" --warnings-as-errors \
        >"$site/messages" || { cat "$site/messages" >&2; exit 1; }
    archives+=("$site/archives/$module.doccarchive")
done
docc merge "${archives[@]}" --synthesized-landing-page-name Perilune --output-path "$site/html" >/dev/null
rm -rf "$site/archives" "$site/messages"
echo "python3 -m http.server -d $site/html shows it at http://localhost:8000/documentation/"
