#!/usr/bin/env bash
# Runs every scenario in optimized programs, without and with the address sanitizer.
#
# usage: Tests/Checks/memory/run.sh [--address | --plain] [SECONDS]
#        Tests/Checks/memory/run.sh --stores     makes each fault that this check is for, and checks that it is found
#
# The seconds are those of all scenarios together in each of the two builds, 60 by default. --address is the build with
# the sanitizer alone, --plain the one without.
#
# Exits with 1 if a scenario fails, and with 2 if a build does.
set -euo pipefail
check="$(cd "$(dirname "$0")" && pwd)"
root="$(cd "$check/../../.." && pwd)"
[[ "${1-}" != --stores ]] || exec "$check/stores.py"
plain=1 address=1
case "${1-}" in
  --address) plain=""; shift ;;
  --plain) address=""; shift ;;
esac
total="${1:-60}"

# A live object refers to the table of its weak references by a number in which the sanitizer sees no address. It
# therefore reports the table of an object that lives until the end of the process, such as a clock. An object that
# leaks is still reported itself.
mkdir -p "$root/.build" && printf 'leak:swift_weakInit\n' >"$root/.build/suppressions"
export LSAN_OPTIONS="suppressions=$root/.build/suppressions:print_suppressions=0"

# A crash prints only its stack trace.
export SWIFT_BACKTRACE=enable=yes,interactive=no,color=no,threads=crashed,registers=none,images=none
failed=()

# Runs the scenarios one after the other, each in a process of its own, so that a crash ends only its scenario.
run() {
  local title="$1" program="$2" names name seconds output status
  names=($("$program"))
  seconds="$(awk "BEGIN { print $total / ${#names[@]} }")"
  printf 'memory: %s: %d scenarios of %s seconds\n' "$title" "${#names[@]}" "$seconds"
  for name in "${names[@]}"; do
    status=0
    output="$("$program" "$name" "$seconds" 2>&1)" || status=$?
    case "$status" in
      0) continue ;;
      142) status="does not end" ;;
      1) status="fails" ;;
      *) status="crashes with status $status" ;;
    esac
    failed+=("$title: $name")
    printf 'memory: %s: %s %s\n%s\n' "$title" "$name" "$status" "$(head -60 <<<"$output")"
  done
}

build() {
  swift build -c release --package-path "$check" "$@" || exit 2
}

cd "$root"
if [[ -n "$plain" ]]; then
  build --scratch-path .build-memory
  run "optimized" .build-memory/release/memory
fi
if [[ -n "$address" ]]; then
  build --scratch-path .build-memory-address --sanitize=address
  run "address sanitizer" .build-memory-address/release/memory
fi

if [[ ${#failed[@]} -gt 0 ]]; then
  printf 'memory: %d failures\n' "${#failed[@]}"
  printf '  %s\n' "${failed[@]}"
  exit 1
fi
echo "memory: no failure"
