#!/usr/bin/env bash
# Builds the service, and runs it with a server on the loopback device.
set -euo pipefail
check="$(cd "$(dirname "$0")" && pwd)"
cd "$check/../../../.."

Tests/Checks/nats/run.sh --install
swift build --package-path "$check" --scratch-path .build-relay
folder="$(mktemp -d)"
port=$((20000 + RANDOM % 10000))
(PATH="$PATH:/usr/sbin" && exec nats-server -a 127.0.0.1 -p "$port" -js -sd "$folder" 2>"$folder/log") &
server=$!
trap 'kill "$server"; rm -rf "$folder"' EXIT
until grep -q "Server is ready" "$folder/log"; do sleep 0.1; done

output="$(timeout 1200 .build-relay/debug/relay "nats://127.0.0.1:$port" 2>"$folder/errors")" || { cat "$folder/errors" >&2; exit 1; }
expected='heard [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
gauges ["nats.lag", "nats.republished", "nats.waiting_bytes"]'
diff <(echo "$expected") <(echo "$output")
grep -q "The network is connected." "$folder/errors"
echo "nats client: all values heard, all gauges recorded"
