#!/usr/bin/env bash
# Links a program of scenarios.
#
# usage: Tests/Checks/interleavings/link.sh PROGRAM OBJECT ...
set -euo pipefail
program="$1"
shift
# The library's calls of these functions become calls of the runtime. Functions of other names are replaced by the
# definitions of the runtime.
wrapped=()
for name in sched_yield usleep clock_gettime pthread_self pthread_key_create pthread_getspecific \
  pthread_setspecific swift_stdlib_isStackAllocationSafe swift_weakLoadStrong \
  swift_retain swift_retain_n swift_bridgeObjectRetain swift_release swift_release_n swift_bridgeObjectRelease \
  swift_once '$sScT6cancelyyF'; do
  wrapped+=(-Xlinker "--wrap=$name")
done
swiftc -g "$@" -o "$program" "${wrapped[@]}" -Xlinker --export-dynamic
