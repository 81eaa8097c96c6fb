#!/usr/bin/env bash
# Tags the commit that is checked out as the release that CHANGELOG.md begins with.
. "$(dirname "$0")/common.sh"
cd "$root"

tag=v$version
date=$(Packaging/version.sh --date)
! grep -q '^## Unreleased$' CHANGELOG.md || fail \
    "CHANGELOG.md has an entry 'Unreleased': give it the version and today's date, then run make version"
[ -z "$(git status --porcelain)" ] || fail \
    "there are changes that are not committed: commit or stash them before you tag $tag"
! git rev-parse -q --verify "refs/tags/$tag" >/dev/null || fail \
    "$tag exists already: begin a new entry in CHANGELOG.md, then run make version"
[ "$date" = "$(date +%F)" ] || fail \
    "CHANGELOG.md dates $version $date: write today's date ($(date +%F)), run make version, and commit"
notes=$(awk '/^## Unreleased$/ { next } /^## / { entries++; next } entries == 1' CHANGELOG.md)
[ -n "${notes//[[:space:]]/}" ] || fail "CHANGELOG.md says nothing about $version: write what changed"
Packaging/version.sh --write
[ -z "$(git status --porcelain)" ] || fail \
    "the Swift source had another version than CHANGELOG.md: commit what make version wrote"
printf 'Perilune %s\n%s\n' "$version" "$notes" | git tag --annotate --cleanup=verbatim --file=- "$tag"
echo "tagged $tag; publish it with: git push origin $tag"
