#!/usr/bin/env bash
# Prints CHANGELOG.md in Debian's format, an entry a version: debian-changelog.sh MAINTAINER
set -euo pipefail
cd "$(dirname "$0")/.."

maintainer=$1
awk -v maintainer="$maintainer" '
    function item() {
        if (text == "") return
        folded = "fold -s -w 72 | sed -E \"s/ +$//; 1s/^/  * /; 2,\\$s/^/    /\""
        print text | folded
        close(folded)
        text = ""
    }
    function finish() {
        item()
        if (date == "") return
        stamp = "date -R -u -d " date
        stamp | getline stamped
        close(stamp)
        printf "\n -- %s  %s\n", maintainer, stamped
    }
    /^## Unreleased$/ { next }
    /^## / {
        finish()
        if (date != "") print ""
        printf "perilune (%s-1) unstable; urgency=medium\n\n", $2
        fflush()
        date = substr($3, 2, 10)
        next
    }
    date == "" || /^$/ { item(); next }
    /^### / { item(); printf "\n  [ %s ]\n", substr($0, 5); fflush(); next }
    /^  / { text = text " " substr($0, 3); next }
    { item(); sub(/^- /, ""); text = $0 }
    END { finish() }
' CHANGELOG.md
