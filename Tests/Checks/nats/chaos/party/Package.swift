// swift-tools-version: 6.2

import PackageDescription

// A process that sends or hears values over NATS, and writes down what it has done.
let package = Package(
  name: "party",
  platforms: [.macOS(.v26)],
  dependencies: [
    .package(name: "Airwave", path: Context.environment["AIRWAVE"] ?? "../../../../..", traits: ["NATS"])
  ],
  targets: [
    .executableTarget(
      name: "party",
      dependencies: [
        .product(name: "Airwave", package: "Airwave"),
        .product(name: "AirwaveNATS", package: "Airwave"),
      ]
    )
  ],
  swiftLanguageModes: [.v6]
)
