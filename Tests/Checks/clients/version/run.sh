#!/usr/bin/env bash
# Builds a client that depends on a version of Airwave, and not on a folder: in Swift 6 and in Swift 5 mode, each with
# and without isolation to the main actor by default. Runs each of the four, which must print the same. The builds are
# debug and release, and with the build system `swiftbuild`.
#
# usage: Tests/Checks/clients/version/run.sh [--plain] [BUILD...]    (`debug`, `release`, `swiftbuild`; all by default)
#
# The version is a tag of a repository that is made for this, of the files as they are, committed or not. With --plain
# the client uses no trait, so that no other package is fetched.
set -euo pipefail
check="$(cd "$(dirname "$0")" && pwd)"
root="$(cd "$check/../../../.." && pwd)"
plain=""
[ "${1-}" != --plain ] || { plain=1; shift; }
[ $# -gt 0 ] || set -- debug release swiftbuild
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT

# Airwave, as version 1.2.3.
mkdir -p "$folder/airwave" "$folder/client"
tar c -C "$root" --exclude='.build*' --exclude=./.git . | tar x -C "$folder/airwave"
git() { command git -C "$folder/airwave" -c user.name=check -c user.email=check@localhost "$@"; }
git init -q
git add -A
git -c commit.gpgsign=false commit -qm "Version 1.2.3"
git -c tag.gpgsign=false tag 1.2.3

# The client: the same sources in four modes.
traits='"OpenCombine", "NATS", "Inspector"' products='"AirwaveCombine", "AirwaveInspector", "AirwaveNATS"'
[ -z "$plain" ] || traits="" products=""
modes=(six sixMain five fiveMain)
for mode in "${modes[@]}"; do
  mkdir -p "$folder/client/Sources/$mode"
  cp "$check"/Sources/*.swift "$folder/client/Sources/$mode"
done
cat >"$folder/client/Package.swift" <<SWIFT
// swift-tools-version: 6.2
import PackageDescription

let traits: [String] = [$traits]
let products = ["Airwave", "AirwaveFoundation", "AirwaveTesting"] + [$products]
let dependencies = products.map { Target.Dependency.product(name: \$0, package: "airwave") }
let settings = traits.isEmpty ? [] : [SwiftSetting.define("TRAITS")]
let modes: [String: [SwiftSetting]] = [
  "six": [.swiftLanguageMode(.v6)],
  "sixMain": [.swiftLanguageMode(.v6), .defaultIsolation(MainActor.self)],
  "five": [.swiftLanguageMode(.v5)],
  "fiveMain": [.swiftLanguageMode(.v5), .defaultIsolation(MainActor.self)],
]
let package = Package(
  name: "client",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "file://$folder/airwave", exact: "1.2.3", traits: Set(traits.map { .init(name: \$0) })),
  ],
  targets: modes.map { name, mode in
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: settings + mode)
  }
)
SWIFT
if [ -z "$plain" ]; then
  sed -i 's|^  dependencies: \[|&\n    .package(url: "https://github.com/OpenCombine/OpenCombine.git", from: "0.14.0"),|' "$folder/client/Package.swift"
  sed -i 's|^let dependencies = .*|& + (traits.isEmpty ? [] : [.product(name: "OpenCombine", package: "OpenCombine")])|' "$folder/client/Package.swift"
fi

expected="$check/expected.txt"
[ -z "$plain" ] || { expected="$folder/expected.txt"; sed -E '/^(published|received|inspector|nats) /d' "$check/expected.txt" >"$expected"; }
cd "$folder/client"
for build; do
  case "$build" in
    debug | release) options=(-c "$build") ;;
    swiftbuild) options=(--build-system swiftbuild) ;;
    *) echo "version: no such build: $build" >&2; exit 2 ;;
  esac
  options+=(--scratch-path "$folder/build-$build")
  swift build "${options[@]}" 2>&1 | tee "$folder/output"
  if grep 'warning: ' "$folder/output"; then echo "version: the build $build warns" >&2; exit 1; fi
  programs="$(swift build "${options[@]}" --show-bin-path)"
  for mode in "${modes[@]}"; do
    timeout 1200 "$programs/$mode" >"$folder/printed" || { echo "version: $mode, $build, status $?" >&2; exit 1; }
    diff "$expected" "$folder/printed" || { echo "version: $mode prints something else, $build" >&2; exit 1; }
  done
done
echo "version: the client builds and runs by version, in four modes: $*"
