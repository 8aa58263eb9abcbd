// swift-tools-version: 6.2

import PackageDescription

let openCombine = Target.Dependency.product(
  name: "OpenCombine",
  package: "OpenCombine",
  condition: .when(traits: ["OpenCombine"])
)

let flyingFox = ["FlyingFox", "FlyingSocks"].map { name in
  Target.Dependency.product(name: name, package: "FlyingFox", condition: .when(traits: ["Inspector"]))
}

let inspector = Target.Dependency.target(name: "AirwaveInspector", condition: .when(traits: ["Inspector"]))

// The page of the inspector, whose parts become constants of the module.
let modules = [
  "details", "graph", "lanes", "layout", "listeners", "live", "marbles", "problems", "recording", "state", "table",
  "text", "tree", "values",
].map { $0 + ".js" }
let page = (["page.html", "page.css"] + modules).map { Resource.embedInCode("Page/" + $0) }

// The C client of NATS, installed by the system's packages. No header is needed without the trait. With `pkgConfig` and
// `providers`, Swift Build would advise each user to install it, without the trait, too.
let cnats = Target.Dependency.target(name: "CNATS", condition: .when(traits: ["NATS"]))

let package = Package(
  name: "Airwave",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Airwave", targets: ["Airwave"]),
    .library(name: "AirwaveTesting", targets: ["AirwaveTesting"]),
    .library(name: "EveryOrder", targets: ["EveryOrder"]),
    .library(name: "AirwaveFoundation", targets: ["AirwaveFoundation"]),
    .library(name: "AirwaveCombine", targets: ["AirwaveCombine"]),
    .library(name: "AirwaveNATS", targets: ["AirwaveNATS"]),
    .library(name: "AirwaveUI", targets: ["AirwaveUI"]),
    .library(name: "AirwaveInspector", targets: ["AirwaveInspector"]),
    .executable(name: "airwave-inspect", targets: ["airwave-inspect"]),
  ],
  traits: [
    .trait(name: "OpenCombine", description: "AirwaveCombine bridges to OpenCombine where there is no Combine."),
    .trait(name: "NATS", description: "AirwaveNATS shares pairs between processes. Needs libnats-dev."),
    .trait(name: "Inspector", description: "AirwaveInspector shows the pairs of a running program in a browser."),
  ],
  dependencies: [
    // Neither resolved nor fetched without their trait.
    .package(url: "https://github.com/OpenCombine/OpenCombine.git", from: "0.14.0"),
    .package(url: "https://github.com/swhitty/FlyingFox.git", from: "0.27.0"),
  ],
  targets: [
    .target(name: "Airwave"),
    .target(name: "AirwaveTesting", dependencies: ["Airwave", "Quiescence"]),
    .target(name: "EveryOrder", dependencies: ["Quiescence"]),
    // What these two have in common, and no product.
    .target(name: "Quiescence"),
    .target(name: "AirwaveFoundation", dependencies: ["Airwave"]),
    .target(name: "AirwaveCombine", dependencies: ["Airwave", openCombine]),
    .systemLibrary(name: "CNATS"),
    .target(name: "AirwaveNATS", dependencies: ["Airwave", cnats]),
    .target(name: "AirwaveUI", dependencies: ["Airwave", "AirwaveFoundation"]),
    .target(name: "AirwaveInspector", dependencies: ["Airwave"] + flyingFox, resources: page),
    .executableTarget(name: "airwave-inspect", dependencies: [inspector]),
    .executableTarget(name: "chat", dependencies: ["Airwave", "AirwaveNATS"]),
    .executableTarget(name: "messenger", dependencies: ["Airwave"]),
    .executableTarget(name: "lifecycle", dependencies: ["Airwave", "AirwaveFoundation", inspector]),
    .testTarget(name: "AirwaveTests", dependencies: ["Airwave", "AirwaveTesting", "TestSupport"]),
    .testTarget(name: "AirwaveTestingTests", dependencies: ["Airwave", "AirwaveTesting", "TestSupport"]),
    .testTarget(name: "EveryOrderTests", dependencies: ["Airwave", "AirwaveTesting", "EveryOrder", "TestSupport"]),
    .testTarget(
      name: "AirwaveFoundationTests",
      dependencies: ["Airwave", "AirwaveFoundation", "AirwaveTesting", inspector, "TestSupport"]
    ),
    .testTarget(name: "AirwaveCombineTests", dependencies: ["Airwave", "AirwaveCombine", openCombine, "TestSupport"]),
    .testTarget(
      name: "AirwaveUITests",
      dependencies: ["Airwave", "AirwaveFoundation", "AirwaveUI", "TestSupport"]
    ),
    .testTarget(
      name: "AirwaveNATSTests",
      dependencies: ["Airwave", "AirwaveTesting", "AirwaveNATS", "TestSupport", "chat", cnats]
    ),
    .testTarget(
      name: "AirwaveInspectorTests",
      dependencies: ["Airwave", "AirwaveTesting", "AirwaveInspector", "TestSupport"] + flyingFox
    ),
    .target(name: "TestSupport", dependencies: ["Airwave", inspector], path: "Tests/TestSupport"),
    .target(name: "Programs", dependencies: ["Airwave"], path: "Tests/Programs"),
    .testTarget(name: "ProgramTests", dependencies: ["Programs", "TestSupport"]),
    .testTarget(name: "messengerTests", dependencies: ["Airwave", "AirwaveTesting", "TestSupport", "messenger"]),
    .testTarget(name: "lifecycleTests", dependencies: ["Airwave", "AirwaveTesting", "TestSupport", "lifecycle"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
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
