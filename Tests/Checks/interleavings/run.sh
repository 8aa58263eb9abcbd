#!/usr/bin/env bash
# Searches the interleavings of the scenarios, in the library as the compiler optimizes it, and without optimization.
#
# usage: Tests/Checks/interleavings/run.sh [--sources FOLDER] [--other-processors] [--only WORD] [--deep]
#                                       [option of the program ...]
#        Tests/Checks/interleavings/run.sh --coverage
#
# FOLDER is a copy of Sources. `--other-processors` searches the code that is compiled for other processors than x86-64.
# With WORD, only the scenarios with it in their name are searched. `--deep` searches with three preemptions, two older
# values and a millisecond everywhere, and up to fifty million executions a scenario. `--level -O` or `--level -Onone`
# searches one of the two builds. Options of the program are in Runtime/main.c. Exits with 1 if there is a fault, and
# with 2 if a search is not complete within its executions, or does not build.
#
# `--coverage` lists the lines of the engine, and of what has state that threads share, that no scenario executes.
set -euo pipefail
check="$(cd "$(dirname "$0")" && pwd)"
root="$(cd "$check/../../.." && pwd)"
sources="$root/Sources"
levels=(-O -Onone)
if [ "${1-}" = --coverage ]; then
  tools="$(dirname "$(realpath "$(command -v swiftc)")")" results="$root/.build-interleavings/coverage"
  rm -rf "$results" && mkdir -p "$results"
  # The search is short: what an execution reaches first is enough.
  FLAGS="-profile-generate -profile-coverage-mapping" "$check/build.sh" "$sources" "$check/Scenarios" -Onone "$results.program"
  # The processes merge their counts into one file.
  LLVM_PROFILE_FILE="$results/%m.profraw" "$results.program" --jobs "$(nproc)" --executions 5000 --warm-up 100 \
    >"$results/log" || true
  "$tools/llvm-profdata" merge -o "$results/all" "$results"/*.profraw
  "$tools/llvm-cov" export -instr-profile "$results/all" "$results.program" >"$results/report.json"
  "$root/Tests/Checks/coverage/run.py" "$results/report.json" Airwave/{Core,Pair,Owners,Joining,Isolation,Clocks,Work,State}
  exit
fi
program="" words=() options=(--jobs "$(nproc)")
while [ $# -gt 0 ]; do
  case "$1" in
    --sources) sources="$(cd "$2" && pwd)" && shift 2 ;;
    --other-processors)
      copy="$root/.build-interleavings/other-processors" && rm -rf "$copy" && mkdir -p "$copy"
      cp -r "$sources/Airwave" "$copy" && sources="$copy"
      grep -rl 'arch(x86_64)' "$copy" | xargs sed -i 's/arch(x86_64)/arch(arm64)/'
      program=other-processors- && shift ;;
    --only) words+=("$2") && shift 2 ;;
    --level) levels=("$2") && shift 2 ;;
    --deep) options+=(--preemptions 3 --older 2 --jumps 1 --executions 50000000) && shift ;;
    *) options+=("$1") && shift ;;
  esac
done

status=0
for level in "${levels[@]}"; do
  printf '%s\n' "$level"
  "$check/build.sh" "$sources" "$check/Scenarios" "$level" "$root/.build-interleavings/${program}scenarios$level" || exit 2
  # Code that is not optimized releases inside of what the concurrency runtime orders, and this runtime does not see.
  more=() && [ "$level" = -O ] || more=(--no-releases)
  "$root/.build-interleavings/${program}scenarios$level" "${words[@]}" "${options[@]}" "${more[@]}" || status=$?
done
exit "$status"
