#!/usr/bin/env bash
# Runs every scenario in an optimized program with the address sanitizer.
#
# usage: Tests/Checks/memory/run.sh [SECONDS]
#        Tests/Checks/memory/run.sh --stores     makes each fault that this check is for, and checks that it is found
#
# The seconds are those of all scenarios together, 60 by default. Exits with 1 if a scenario fails, and with 2 if the
# build does.
set -euo pipefail
check="$(cd "$(dirname "$0")" && pwd)"
root="$(cd "$check/../../.." && pwd)"
[[ "${1-}" != --stores ]] || exec "$check/stores.py"
total="${1:-60}"

# A live object refers to the table of its weak references by a number in which the sanitizer sees no address. It
# therefore reports the table of an object that lives until the end of the process, such as a clock. An object that
# leaks is still reported itself.
mkdir -p "$root/.build" && printf 'leak:formWeakReference\n' >"$root/.build/suppressions"
export LSAN_OPTIONS="suppressions=$root/.build/suppressions:print_suppressions=0"

# A crash prints only its stack trace.
export SWIFT_BACKTRACE=enable=yes,interactive=no,color=no,threads=crashed,registers=none,images=none
failed=()

cd "$root"
swift build -c release --package-path "$check" --scratch-path .build-memory-address --sanitize=address || exit 2
program=.build-memory-address/release/memory
names=($("$program"))
seconds="$(awk "BEGIN { print $total / ${#names[@]} }")"
printf 'memory: %d scenarios of %s seconds\n' "${#names[@]}" "$seconds"

# One after the other, each in a process of its own, so that a crash ends only its scenario.
for name in "${names[@]}"; do
  status=0
  output="$("$program" "$name" "$seconds" 2>&1)" || status=$?
  case "$status" in
    0) continue ;;
    142) status="does not end" ;;
    1) status="fails" ;;
    *) status="crashes with status $status" ;;
  esac
  failed+=("$name")
  printf 'memory: %s %s\n%s\n' "$name" "$status" "$(head -60 <<<"$output")"
done

if [[ ${#failed[@]} -gt 0 ]]; then
  printf 'memory: %d failures\n' "${#failed[@]}"
  printf '  %s\n' "${failed[@]}"
  exit 1
fi
echo "memory: no failure"
