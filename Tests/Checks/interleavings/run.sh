#!/usr/bin/env bash
# Searches the interleavings of the scenarios, in the library as the compiler optimizes it.
#
# usage: Tests/Checks/interleavings/run.sh [--sources FOLDER] [--other-processors] [--only WORD] [--deep]
#                                       [option of the program ...]
#
# FOLDER is a copy of Sources. `--other-processors` searches the code that is compiled for other processors than x86-64.
# With WORD, only the scenarios with it in their name are searched. `--deep` searches with three preemptions, two older
# values and a millisecond everywhere, and up to fifty million executions a scenario. Options of the program are in
# Runtime/main.c. Exits with 1 if there is a fault, and
# with 2 if a search is not complete within its executions, or does not build.
set -euo pipefail
check="$(cd "$(dirname "$0")" && pwd)"
root="$(cd "$check/../../.." && pwd)"
sources="$root/Sources"
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
    --deep) options+=(--preemptions 3 --older 2 --jumps 1 --executions 50000000) && shift ;;
    *) options+=("$1") && shift ;;
  esac
done

program="$root/.build-interleavings/${program}scenarios-O"
"$check/build.sh" "$sources" "$check/Scenarios" -O "$program" || exit 2
"$program" "${words[@]}" "${options[@]}"
