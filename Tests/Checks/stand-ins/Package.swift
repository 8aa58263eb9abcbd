// swift-tools-version: 6.2

import PackageDescription

// The library and its stand-ins as one package, for `canImport` to be true where a stand-in is built. `run.sh` makes
// the sources of AirwaveUI: see there.
let airwave: [Target.Dependency] = ["Airwave", "AirwaveFoundation"]

let package = Package(
  name: "stand-ins",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "Airwave"),
    .target(name: "AirwaveFoundation", dependencies: ["Airwave", "ObjectiveC"]),
    .target(name: "ObjectiveC"),
    .target(name: "WatchKit", dependencies: ["ObjectiveC"]),
    .target(name: "UIKit", dependencies: ["ObjectiveC"]),
    .target(name: "AppKit", dependencies: ["ObjectiveC"]),
    .target(name: "Combine"),
    .target(name: "SwiftUI", dependencies: ["Combine"]),
    .target(name: "AirwaveCombine", dependencies: ["Airwave", "Combine"]),
    .target(
      name: "AirwaveUI",
      dependencies: airwave + ["UIKit", "AppKit", "WatchKit", "SwiftUI"],
      path: ".build-sources/AirwaveUI"
    ),
    .executableTarget(name: "UIKitClient", dependencies: ["Airwave", "AirwaveUI", "UIKit"]),
    .executableTarget(name: "SwiftUIClient", dependencies: ["Airwave", "AirwaveUI", "SwiftUI", "UIKit"]),
    .target(name: "TestSupport", dependencies: ["Airwave"]),
    .testTarget(
      name: "AirwaveUITests",
      dependencies: airwave + ["AirwaveUI", "UIKit", "AppKit", "TestSupport"]
    ),
    .testTarget(name: "UIKitTests", dependencies: airwave + ["AirwaveUI", "UIKit", "TestSupport"]),
    .testTarget(name: "SwiftUITests", dependencies: airwave + ["AirwaveUI", "SwiftUI", "TestSupport"]),
    .testTarget(
      name: "UIKitClientTests",
      dependencies: ["Airwave", "AirwaveUI", "UIKit", "UIKitClient", "TestSupport"]
    ),
    .testTarget(
      name: "SwiftUIClientTests",
      dependencies: ["Airwave", "AirwaveUI", "SwiftUI", "UIKit", "SwiftUIClient", "TestSupport"]
    ),
    .testTarget(name: "CombineTests", dependencies: ["Airwave", "AirwaveCombine", "Combine", "TestSupport"]),
    .testTarget(name: "ObservationTests", dependencies: airwave + ["ObjectiveC", "UIKit", "TestSupport"]),
    .testTarget(name: "WatchKitTests", dependencies: airwave + ["AirwaveUI", "WatchKit"]),
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
  // Where NSObject is no Objective-C class, an initializer on the main actor cannot override its own in Swift 6 mode.
  if ["UIKit", "AppKit"].contains(target.name) { target.swiftSettings?.append(.swiftLanguageMode(.v5)) }
}
