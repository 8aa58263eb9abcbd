// swift-tools-version: 6.2

import PackageDescription

// The library and its stand-ins as one package, for `canImport` to be true where a stand-in is built. `run` makes the sources
// of AirwaveUI: see there.
let airwave: [Target.Dependency] = ["Airwave", "AirwaveFoundation"]

let package = Package(
  name: "stand-ins",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "Airwave"),
    .target(name: "AirwaveFoundation", dependencies: ["Airwave"]),
    .target(name: "ObjectiveC"),
    .target(name: "UIKit", dependencies: ["ObjectiveC"]),
    .target(name: "AppKit", dependencies: ["ObjectiveC"]),
    .target(name: "Combine"),
    .target(name: "SwiftUI", dependencies: ["Combine"]),
    .target(name: "AirwaveCombine", dependencies: ["Airwave", "Combine"]),
    .target(
      name: "AirwaveUI",
      dependencies: airwave + ["UIKit", "AppKit", "SwiftUI"],
      path: ".build-sources/AirwaveUI"
    ),
    .target(name: "TestSupport", dependencies: ["Airwave"]),
    .testTarget(name: "UIKitTests", dependencies: airwave + ["AirwaveUI", "UIKit", "TestSupport"]),
    .testTarget(name: "SwiftUITests", dependencies: airwave + ["AirwaveUI", "SwiftUI", "TestSupport"]),
    .testTarget(name: "CombineTests", dependencies: ["Airwave", "AirwaveCombine", "Combine", "TestSupport"]),
    .testTarget(name: "AppKitTests", dependencies: airwave + ["AirwaveUI", "AppKit", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  // As in the package itself.
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    // Swift Testing has overlays for Apple's own modules, which are not there.
    .unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"]),
  ]
}
