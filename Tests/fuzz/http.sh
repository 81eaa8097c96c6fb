#!/usr/bin/env bash
# Sends malformed requests to the server that `make test-build` has built, for some seconds: http.sh SECONDS
set -euo pipefail
cd "$(dirname "$0")/../.."
exec python3 Tests/fuzz/http.py --seconds "$1" --perilune .build/debug/perilune
