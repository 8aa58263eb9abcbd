#!/usr/bin/env bash
# Builds a package that uses AirwaveTesting. In a test of XCTest, a failure of a recorder must fail the test at its
# line. In a program without tests, the failure must be printed, and the program must continue. The tests of the
# articles must pass: those of XCTest, and those of Swift Testing in debug and in release builds, where variables are
# released after their last use.
set -euo pipefail
root="$(cd "$(dirname "$0")/../../../.." && pwd)"
client="$(mktemp -d)"
trap 'rm -rf "$client"' EXIT
ln -s "$root" "$client/Airwave"
mkdir -p "$client/Sources/program" "$client/Tests/ClientTests"

cat >"$client/Package.swift" <<'SWIFT'
// swift-tools-version: 6.2
import PackageDescription

let airwave: [Target.Dependency] = [
  .product(name: "Airwave", package: "Airwave"), .product(name: "AirwaveTesting", package: "Airwave"),
]
let package = Package(
  name: "Client",
  platforms: [.macOS(.v15)],
  dependencies: [.package(path: "Airwave")],
  targets: [
    .executableTarget(name: "program", dependencies: airwave),
    .testTarget(name: "ClientTests", dependencies: airwave),
  ]
)
SWIFT

cat >"$client/Sources/program/main.swift" <<'SWIFT'
import Airwave
import AirwaveTesting

let (transmitter, receiver) = Receiver<Int>.make()
let recorder = receiver.record()
transmitter.broadcast(1)
recorder.expectNoValues()
print("goes on")
SWIFT

cat >"$client/Tests/ClientTests/ClientTests.swift" <<'SWIFT'
import Airwave
import AirwaveTesting
import XCTest

final class ClientTests: XCTestCase {
  func testPasses() async throws {
    let (transmitter, receiver) = Receiver<Int>.make()
    let recorder = receiver.record()
    transmitter.broadcast(1)
    let value = try await recorder.next()
    XCTAssertEqual(value, 1)
    recorder.expectNoValues()
  }

  func testUnexpected() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let recorder = receiver.record()
    transmitter.broadcast(1)
    recorder.expectNoValues()  // line 19
  }

  func testUnread() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let recorder = receiver.record()  // line 24
    transmitter.broadcast(1)
    withExtendedLifetime(recorder) {}
  }

  func testTooFew() async throws {
    let recorder = Receiver<Int>.make().receiver.record()
    _ = try await recorder.next()  // line 31: the pair is finished
  }
}
SWIFT

# The tests of the articles, and what they test, a file each. What needs a framework of Apple's is left out.
awk -v folder="$client/Tests/ClientTests" '
  /^```swift (compile|continued)/ { file = folder "/Article" ++count ".swift"; print "import Airwave" >file; next }
  /^```$/ { file = "" }
  file { print >file }
' "$root"/Sources/Airwave/Documentation.docc/{AppLifecycle,Testing,TimeAndMarbles}.md
grep -lE '^import (UIKit|SwiftUI)$' "$client"/Tests/ClientTests/Article*.swift | xargs rm

# Prints the text that is missing in the output of a command, and the whole output.
expect() {
  local output="$1" part
  shift
  for part in "$@"; do
    grep -qF -- "$part" <<<"$output" || { printf 'clients: no "%s" in\n%s\n' "$part" "$output" >&2; exit 1; }
  done
}

cd "$client"
swift build --build-tests
expect "$(.build/debug/program 2>&1)" "program/main.swift:7: Expected no values, but got 1 value: [1]." "goes on"
if tests="$(swift test --skip-build --disable-swift-testing 2>&1)"; then
  printf 'clients: no test failed\n%s\n' "$tests" >&2
  exit 1
fi
expect "$tests" \
  "ClientTests.swift:19: error: " "failed - Expected no values" \
  "ClientTests.swift:24: error: " "failed - Expected all values to be read" \
  "Expected 1 value, but it finished after none." \
  "ClientTests/ClientTests.swift:31" \
  "Executed 5 tests, with 3 failures"
for message in "Expected no values" "Expected all values to be read" "Expected 1 value, but it finished"; do
  test "$(grep -cF -- "$message" <<<"$tests")" = 1 ||
    { printf 'clients: "%s" is not there once in\n%s\n' "$message" "$tests" >&2; exit 1; }
done
for configuration in debug release; do
  expect "$(swift test -c "$configuration" --disable-xctest 2>&1)" "Test run with 2 tests in 2 suites passed"
done
echo "clients: a plain program and XCTest see what they should, and the tests of the articles pass"
