#!/usr/bin/env bash
# The symbol graphs of all library products and the modules that they export, a folder for each module:
# Documentation/symbols.sh FOLDER
set -euo pipefail
cd "$(dirname "$0")/.."
graphs=$1
modules=(PeriluneCore PeriluneLua PeriluneStore)
modules+=($(swift package dump-package | python3 -c '
import json, sys
for product in json.load(sys.stdin)["products"]:
    if "library" in product["type"]: print(*product["targets"])'))

# The symbols come from the modules of the debug build, which `make docs` has built. The module maps and headers are those
# of the C targets.
flags=()
for flag in $(pkg-config --cflags lua5.4 libxml-2.0); do flags+=(-Xcc "$flag"); done
for map in $(find .build/debug/ Sources -name module.modulemap); do
    flags+=(-Xcc "-fmodule-map-file=$PWD/$map")
done
for headers in Sources/*/include; do flags+=(-Xcc "-I$PWD/$headers"); done

rm -rf "$graphs"
for module in "${modules[@]}"; do
    mkdir -p "$graphs/$module"
    swift symbolgraph-extract -module-name "$module" -target "$(uname -m)-unknown-linux-gnu" \
        -I .build/debug/Modules "${flags[@]}" -minimum-access-level public -skip-synthesized-members \
        -output-dir "$graphs/$module"
    # Extensions of other modules' types are documented with those types' own modules.
    rm -f "$graphs/$module/$module"@*.json
done
