#!/usr/bin/env bash
# Runs all tests on one core beside eight busy processes, and prints which of them took longest.
#
# usage: Tests/Checks/loaded/run.sh [SCRATCH-PATH [ARGUMENTS OF swift test]]
#   SCRATCH-PATH  the folder with the built tests, by default .build
set -euo pipefail
cd "$(dirname "$0")/../../.."
scratch="${1:-.build}"
shift || true

command -v taskset >/dev/null || { echo "loaded: needs taskset, of util-linux" >&2; exit 1; }
folder="$(mktemp -d)"
busy=()
trap 'kill "${busy[@]}" 2>/dev/null || true; rm -rf "$folder"' EXIT

# The first core that this process may use.
core="$(taskset -cp $$ | sed -E 's/.*: *([0-9]+).*/\1/')"
for _ in {1..8}; do
  # Each of them looks now and then whether the script still runs, in case that it was killed.
  taskset -c "$core" sh -c 'while kill -0 "$1" 2>/dev/null; do
    count=0
    while [ "$count" -lt 100000 ]; do count=$((count + 1)); done
  done' busy $$ &
  busy+=($!)
done

status=0
taskset -c "$core" swift test --skip-build --scratch-path "$scratch" \
  --event-stream-output-path "$folder/events" --event-stream-version 0 "$@" || status=$?

python3 - "$folder/events" <<'EOF'
import json
import sys

# Each line is a test, or an event with its time.
ends, last, names = [], None, {}
with open(sys.argv[1]) as lines:
    for line in lines:
        record = json.loads(line)
        payload = record["payload"]
        if record["kind"] == "test":
            names[payload["id"]] = payload.get("displayName") or payload["name"]
        elif payload["kind"] in ("runStarted", "testCaseEnded"):
            now = payload["instant"]["absolute"]
            if last is not None:
                ends.append((now - last, payload["testID"]))
            last = now
print("The longest times in which no test case ended:")
for seconds, test in sorted(ends, reverse=True)[:5]:
    print(f"{seconds:7.1f} seconds, until a case of \"{names.get(test, test)}\"")
EOF
exit "$status"
