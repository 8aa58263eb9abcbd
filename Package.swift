// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Airwave",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Airwave", targets: ["Airwave"]),
    .library(name: "AirwaveTesting", targets: ["AirwaveTesting"]),
  ],
  targets: [
    .target(name: "Airwave"),
    .target(name: "AirwaveTesting", dependencies: ["Airwave"]),
    .executableTarget(name: "lifecycle", dependencies: ["Airwave"]),
    .testTarget(name: "AirwaveTests", dependencies: ["Airwave", "AirwaveTesting"]),
    .testTarget(name: "AirwaveTestingTests", dependencies: ["Airwave", "AirwaveTesting"]),
    .target(name: "Programs", dependencies: ["Airwave"], path: "Tests/Programs"),
    .testTarget(name: "ProgramTests", dependencies: ["Programs"]),
    .testTarget(name: "lifecycleTests", dependencies: ["Airwave", "AirwaveTesting", "lifecycle"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = [
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
    .enableUpcomingFeature("ExistentialAny"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0409-access-level-on-imports.md
    .enableUpcomingFeature("InternalImportsByDefault"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0444-member-import-visibility.md
    .enableUpcomingFeature("MemberImportVisibility"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0461-async-function-isolation.md
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0470-isolated-conformances.md
    .enableUpcomingFeature("InferIsolatedConformances"),
  ]
}
