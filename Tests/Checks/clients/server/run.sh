#!/usr/bin/env bash
# Builds the server, and tests it with clients.
set -euo pipefail
check="$(cd "$(dirname "$0")" && pwd)"
cd "$check/../../../.."

swift build -c release --package-path "$check" --scratch-path .build-server
"$check/drive.py" .build-server/release/server
