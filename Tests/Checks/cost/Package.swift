// swift-tools-version: 6.2

import PackageDescription

// Depends on the library by its products, as a user's package does.
let package = Package(
  name: "cost",
  platforms: [.macOS(.v26)],
  traits: [
    .trait(name: "Inspector", description: "Builds the library with its trait of the same name."),
    .trait(name: "NATS", description: "Builds the library with its trait of the same name."),
  ],
  dependencies: [
    .package(
      name: "Airwave",
      path: "../../..",
      traits: [
        "OpenCombine", .trait(name: "Inspector", condition: .when(traits: ["Inspector"])),
        .trait(name: "NATS", condition: .when(traits: ["NATS"])),
      ]
    ),
    .package(url: "https://github.com/OpenCombine/OpenCombine.git", from: "0.14.0"),
  ],
  targets: [
    .executableTarget(
      name: "operations",
      dependencies: [
        .product(name: "Airwave", package: "Airwave"),
        .product(name: "AirwaveFoundation", package: "Airwave"),
        .product(name: "AirwaveCombine", package: "Airwave"),
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "AirwaveInspector", package: "Airwave", condition: .when(traits: ["Inspector"])),
      ],
      // The compiler merges functions that are nearly equal, such as the closures of `map` in two operations, and calls
      // the merged one through a thunk. Without that, the cost of an operation does not depend on the others.
      swiftSettings: [.unsafeFlags(["-Xllvm", "-swiftmergefunc-threshold=0"])]
    ),
    .executableTarget(
      name: "network",
      dependencies: [
        .product(name: "Airwave", package: "Airwave"), .product(name: "AirwaveNATS", package: "Airwave"),
      ],
      swiftSettings: [.define("NATS", .when(traits: ["NATS"]))]
    ),
    .executableTarget(name: "airwave-client", dependencies: [.product(name: "Airwave", package: "Airwave")]),
  ],
  swiftLanguageModes: [.v6]
)
