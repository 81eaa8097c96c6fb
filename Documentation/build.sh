#!/usr/bin/env bash
# The reference for embedders as a web site: Documentation/build.sh FOLDER
# A broken link or an outdated parameter list in a doc comment is an error.
set -euo pipefail
cd "$(dirname "$0")/.."
site=$1
modules=(PeriluneCore PeriluneLua PeriluneStore Perilune)

# SwiftPM complains about a bridge to C, which has no Swift symbols, and writes all others.
graphs=$(swift package dump-symbol-graph --minimum-access-level public \
    --skip-synthesized-members 2>/dev/null | sed -n 's/^Files written to //p') || true
[ -n "$graphs" ] || { echo "no symbol graphs: does \`swift build\` work?" >&2; exit 1; }

rm -rf "$site"
mkdir -p "$site/archives" "$site/graphs"
archives=()
for module in "${modules[@]}"; do
    mkdir "$site/graphs/$module"
    cp "$graphs/$module.symbols.json" "$site/graphs/$module/"
    docc convert "Documentation/$module.docc" --additional-symbol-graph-dir "$site/graphs/$module" \
        --fallback-display-name "$module" --fallback-bundle-identifier "$module" \
        --output-path "$site/archives/$module.doccarchive" --warnings-as-errors \
        >"$site/messages" || { cat "$site/messages" >&2; exit 1; }
    archives+=("$site/archives/$module.doccarchive")
done
docc merge "${archives[@]}" --synthesized-landing-page-name Perilune --output-path "$site/html" >/dev/null
rm -rf "$site/archives" "$site/graphs" "$site/messages"
echo "python3 -m http.server -d $site/html shows it at http://localhost:8000/documentation/"
