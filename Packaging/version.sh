#!/usr/bin/env bash
# The version of Perilune and its date, from the first released entry of CHANGELOG.md: `## 0.1.0 (2026-11-21)`.
#   version.sh           prints the version
#   version.sh --date    prints the date
#   version.sh --write   writes both to the Swift source that has them
set -euo pipefail
cd "$(dirname "$0")/.."

heading=$(grep '^## ' CHANGELOG.md | grep -vm 1 '^## Unreleased$' || true)
if [[ ! $heading =~ ^'## '([0-9]+)\.([0-9]+)\.([0-9]+)' ('([0-9]{4}-[0-9]{2}-[0-9]{2})')'$ ]]; then
    echo "CHANGELOG.md: the first entry must begin like '## 0.1.0 (2026-11-21)', not '$heading'" >&2
    exit 1
fi
numbers=("${BASH_REMATCH[@]:1:3}")
date=${BASH_REMATCH[4]}

case ${1:-} in
'') (IFS=. && echo "${numbers[*]}") ;;
--date) echo "$date" ;;
--write)
    cat >Sources/PeriluneCore/PeriluneVersion+Current.swift <<SWIFT
// Written by \`make version\` from the first entry of CHANGELOG.md.

extension PeriluneVersion {
    /// The version of this build.
    public static let current = PeriluneVersion([${numbers[0]}, ${numbers[1]}, ${numbers[2]}])

    /// The date of this version, as manual pages write dates.
    package static let released = "$(LC_ALL=C date -d "$date" '+%B %-d, %Y')"
}
SWIFT
    ;;
*)
    echo "usage: Packaging/version.sh [--date | --write]" >&2
    exit 64
    ;;
esac
