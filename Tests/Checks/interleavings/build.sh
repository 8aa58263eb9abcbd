#!/usr/bin/env bash
# Builds a program of scenarios: the module Airwave, the scenarios as a client of it, and the runtime.
#
# usage: Tests/Checks/interleavings/build.sh SOURCES SCENARIOS -O|-Onone PROGRAM
#
# The program is kept, and built anew if a source has changed.
set -euo pipefail
check="$(cd "$(dirname "$0")" && pwd)"
sources="$(realpath "$1")" scenarios="$(realpath "$2")" level="$3" program="$(realpath -m "$4")"
objects="$program.build"
mkdir -p "$objects"

# The settings of the package, and what makes the compiler call the runtime.
flags=("$level" -gline-tables-only -parse-as-library -swift-version 6 -package-name airwave -sanitize=thread
  -suppress-warnings -enforce-exclusivity=unchecked -Xfrontend -experimental-serialize-debug-info)
[ "$level" = -Onone ] || flags+=(-wmo)
# What a user sets in addition, such as flags for coverage.
read -ra more <<<"${FLAGS-}"
flags+=("${more[@]}")
for feature in ExistentialAny InternalImportsByDefault MemberImportVisibility NonisolatedNonsendingByDefault \
  InferIsolatedConformances; do
  flags+=(-enable-upcoming-feature "$feature")
done

files() { find "$1" -name '*.swift' | LC_ALL=C sort; }
sum() {
  (swiftc --version; printf '%s\n' "${flags[@]}"; files "$1"; files "$1" | xargs cat) 2>&1 | sha256sum
}
kept() { [ "$1" = "$(cat "$2" 2>/dev/null)" ]; }

library="$(sum "$sources/Airwave")"
if ! kept "$library" "$objects/library"; then
  rm -rf "$objects"
  mkdir -p "$objects/Airwave"
  # One object file for the module, or one for each source, so that a fault needs one source to be compiled.
  # shellcheck disable=SC2046
  (cd "$objects/Airwave" && swiftc -j2 "${flags[@]}" -module-name Airwave -emit-module \
    -emit-module-path "$objects/Airwave.swiftmodule" -c $(files "$sources/Airwave"))
  printf '%s\n' "${flags[@]}" >"$objects/flags"
  printf '%s' "$library" >"$objects/library"
fi
client="$(sum "$scenarios")"
if ! kept "$client" "$objects/client"; then
  rm -rf "$objects/Scenarios" "$objects/client"
  mkdir -p "$objects/Scenarios"
  # shellcheck disable=SC2046
  (cd "$objects/Scenarios" && swiftc -j2 "${flags[@]}" -module-name Scenarios -I "$objects" -c $(files "$scenarios"))
  printf '%s' "$client" >"$objects/client"
fi
for file in "$check"/Runtime/*.c; do
  clang -std=gnu17 -O2 -g -Wall -Werror -fvisibility=hidden -c "$file" -o "$objects/$(basename "$file").o"
done
"$check/link.sh" "$program" "${more[@]}" "$objects"/*.o "$objects"/*/*.o
