#!/usr/bin/env bash
# Compiles what only Apple's compilers see against stand-ins of Apple's modules, and tests how it behaves.
#
# usage: Tests/Checks/stand-ins/run.sh             everything
#        Tests/Checks/stand-ins/run.sh --tests [FILTER]     the tests of the views alone
#        Tests/Checks/stand-ins/run.sh --derive             the copy of AirwaveUI that the stand-ins compile, alone
set -euo pipefail
check="$(cd "$(dirname "$0")" && pwd)"
root="$(cd "$check/../../.." && pwd)"
build="$root/.build-stand-ins"
features=(ExistentialAny InternalImportsByDefault MemberImportVisibility NonisolatedNonsendingByDefault InferIsolatedConformances)
settings=(-swift-version 6 -warnings-as-errors -package-name stand_ins "${features[@]/#/-enable-upcoming-feature=}")
settings=("${settings[@]/#-enable-upcoming-feature=/-enable-upcoming-feature }")
# One word each.
read -ra settings <<<"${settings[*]}"

step() { printf 'stand-ins: %s\n' "$*"; }

# There is no Objective-C on Linux. In a copy of AirwaveUI a selector is a value that holds its method. What belongs to
# watchOS is compiled, too.
derive() {
  local source="$root/Sources/AirwaveUI" copy="$check/.build-sources/AirwaveUI" file
  mkdir -p "$copy"
  (cd "$source" && find . -name '*.swift') | while read -r file; do
    mkdir -p "$copy/$(dirname "$file")"
    sed 's/@objc //; s/#selector(/Selector(/; s/canImport(WatchKit) && os(watchOS)/canImport(WatchKit)/' "$source/$file" >"$copy/$file.new"
    if cmp -s "$copy/$file.new" "$copy/$file"; then rm "$copy/$file.new"; else mv "$copy/$file.new" "$copy/$file"; fi
  done
  (cd "$copy" && find . -name '*.swift') | while read -r file; do [[ -e "$source/$file" ]] || rm "$copy/$file"; done
}

derive
if [[ "${1-}" = --derive ]]; then exit; fi

step "views: compiled, and tested"
if [[ "${1-}" = --tests ]]; then
  exec swift test --package-path "$check" --scratch-path "$build" -Xswiftc -warnings-as-errors ${2:+--filter "$2"}
fi
swift test --package-path "$check" --scratch-path "$build" -Xswiftc -warnings-as-errors

step "views: where the main actor is the default isolation"
views=($(find "$check/.build-sources/AirwaveUI" -name '*.swift'))
swiftc "${settings[@]}" -I "$build/debug/Modules" -typecheck -module-name AirwaveUI -default-isolation MainActor "${views[@]}"

for client in UIKitClient SwiftUIClient; do
  swiftc -swift-version 6 -warnings-as-errors -I "$build/debug/Modules" -typecheck -parse-as-library -module-name "$client" \
    -default-isolation MainActor "$check/Sources/$client"/*.swift
done

step "views: what must not compile"
# The first line of each program names the message.
for program in "$check"/Programs/rejected/*.swift; do
  message="$(sed -n '1s|^// rejected: ||p' "$program")"
  errors="$(swiftc -swift-version 6 -I "$build/debug/Modules" -typecheck -parse-as-library "$program" 2>&1)" &&
    { echo "stand-ins: $program compiles" >&2; exit 1; }
  grep -qF "$message" <<<"$errors" || { printf 'stand-ins: %s: no "%s" in\n%s\n' "$program" "$message" "$errors" >&2; exit 1; }
done

step "views: no attribute that is a property wrapper in one version of Xcode, and a macro in another"
if grep -rnE '^[^/]*@State\b' --include='*.swift' "$root/Sources/AirwaveUI"; then exit 1; fi

step "views: with Objective-C, as far as types go"
views=($(find "$root/Sources/AirwaveUI" -name '*.swift'))
swiftc "${settings[@]}" -I "$build/debug/Modules" -typecheck -module-name AirwaveUI -Xfrontend -enable-objc-interop "${views[@]}"

step "examples of the articles and comments"
"$root/Tests/Checks/examples/run.py" "$build/debug" stand-ins

step "documentation and interface of AirwaveUI"
graphs="$build/symbol-graphs"
rm -rf "$graphs" && mkdir -p "$graphs"
swift symbolgraph-extract -module-name AirwaveUI -I "$build/debug/Modules" -output-dir "$graphs" -minimum-access-level public \
  -emit-extension-block-symbols -skip-synthesized-members -target "$(uname -m)-unknown-linux-gnu"
"$root/Tests/Checks/interface/compare.py" "$graphs" AirwaveUI
docc convert "$root/Sources/AirwaveUI/Documentation.docc" --fallback-display-name AirwaveUI \
  --fallback-bundle-identifier AirwaveUI --additional-symbol-graph-dir "$graphs" --output-path "$build/documentation" \
  --warnings-as-errors
"$root/Tests/Checks/documentation/symbols.py" "$graphs" "$build/documentation"

step "Darwin: compiled, and run"
darwin="$build/darwin"
rm -rf "$darwin" && mkdir -p "$darwin"
# Compiles a module and its object, with those that were compiled before.
compile() {
  local module="$1" files
  shift
  files=($(find "$@" -name '*.swift'))
  swiftc "${settings[@]}" -I "$darwin" -emit-module -emit-module-path "$darwin/$module.swiftmodule" -module-name "$module" \
    -parse-as-library -wmo -c -o "$darwin/$module.o" "${files[@]}"
}
compile Darwin "$check/Sources/Darwin"
# What is compiled elsewhere than on Linux is compiled here, too. What is missing in Dispatch is in the stand-in.
cp -r "$root/Sources/Airwave" "$root/Sources/AirwaveFoundation" "$darwin"
sed -i 's/canImport(CDispatch)/!canImport(Darwin)/; s/^import Dispatch$/import Darwin\n&/' "$darwin/Airwave/Core/MainQueue.swift"
sed -i 's/#if !os(Linux) && !os(Android)/#if canImport(Darwin)/' "$darwin/AirwaveFoundation/Signals.swift"
compile Airwave "$darwin/Airwave"
compile Combine "$check/Sources/Combine"
compile AirwaveCombine "$root/Sources/AirwaveCombine"
compile AirwaveFoundation "$darwin/AirwaveFoundation"
compile Quiescence "$root/Sources/Quiescence"
compile AirwaveTesting "$root/Sources/AirwaveTesting"
swiftc "${settings[@]}" -I "$darwin" -parse-as-library -o "$darwin/program" "$check/Programs/darwin.swift" "$darwin/Airwave.o" "$darwin/Darwin.o"
timeout 1200 "$darwin/program"

step "lines that only Apple's compilers see"
"$check/lines.py"
