#!/usr/bin/env bash
# Lets libFuzzer search a program that behaves differently on pairs and on the model, for a number of seconds:
# Tests/Checks/fuzz/run.sh 60
# It runs under the address sanitizer, which also finds leaks. It is compiled without the package manager, so that the
# manifest has no flags of the fuzzer.
set -euo pipefail
cd "$(dirname "$0")/../../.."
build=.build-fuzz
mkdir -p "$build/corpus"

options=(-O -wmo -parse-as-library -swift-version 6 -package-name Airwave -sanitize=address,fuzzer -I "$build")
for feature in ExistentialAny InternalImportsByDefault MemberImportVisibility NonisolatedNonsendingByDefault \
  InferIsolatedConformances; do
  options+=(-enable-upcoming-feature "$feature")
done
for module in Sources/Airwave Tests/Programs; do
  name="$(basename "$module")"
  find "$module" -name '*.swift' -exec swiftc "${options[@]}" -module-name "$name" -emit-module \
    -emit-module-path "$build/$name.swiftmodule" -c -o "$build/$name.o" {} +
done
# The linker warns of the symbols of the sanitizer.
swiftc "${options[@]}" Tests/Checks/fuzz/Fuzz.swift "$build/Airwave.o" "$build/Programs.o" -o "$build/fuzz" >"$build/link.log" 2>&1 ||
  { cat "$build/link.log" >&2; exit 1; }

"$build/fuzz" -max_total_time="${1:-60}" -max_len=200 -artifact_prefix="$build/" -print_final_stats=1 "$build/corpus"
