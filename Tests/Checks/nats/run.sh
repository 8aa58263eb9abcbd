#!/usr/bin/env bash
# Builds and tests AirwaveNATS with servers on the loopback device.
#
# usage: Tests/Checks/nats/run.sh               all of it, and the figures of README.md
#        Tests/Checks/nats/run.sh --install     only what it needs: Debian's libnats-dev, nats-server and openssl,
#                                               installed where CI is set, and named elsewhere
set -euo pipefail
cd "$(dirname "$0")/../../.."

# In a process of its own, for `swift test` builds everything anew when PATH changes.
has() (PATH="$PATH:/usr/sbin" && command -v "$1" >/dev/null)

if ! has nats-server || ! has openssl || ! ls /usr/include/nats/nats.h >/dev/null; then
  packages=(libnats-dev nats-server openssl)
  [ -n "${CI-}" ] || { echo "nats: some of these are missing: ${packages[*]} (on Debian: apt-get install ${packages[*]})" >&2; exit 1; }
  apt-get update -q && apt-get install -qy --no-install-recommends "${packages[@]}"
fi
[[ "${1-}" != --install ]] || exit 0

# The builds are those of `.ci/run`, which runs the same tests.
swift build --build-tests --traits OpenCombine,NATS --scratch-path .build-traits
swift test --skip-build --traits OpenCombine,NATS --scratch-path .build-traits --filter AirwaveNATSTests |
  tee .build-traits/figures
Tests/Checks/examples/run.py .build-traits/debug NATS

TSAN_OPTIONS="suppressions=$PWD/Tests/Checks/nats/suppressions" \
  swift test --no-parallel --sanitize=thread -Xswiftc -DTHOROUGH --traits OpenCombine,NATS --scratch-path .build-tsan --filter AirwaveNATSTests

echo "nats: without the thread sanitizer, while something failed:
| | acknowledged | heard by each process | lost | doubled | out of order | longest silence |
|---|---:|---:|---:|---:|---:|---:|"
grep -a '^| .* |$' .build-traits/figures
