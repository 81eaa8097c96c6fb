#!/usr/bin/env bash
# Sends malformed requests to a server for some seconds: http.sh SECONDS
set -euo pipefail
cd "$(dirname "$0")/../.."
swift build --product perilune >/dev/null
exec python3 Tests/fuzz/http.py --seconds "$1" --perilune .build/debug/perilune
