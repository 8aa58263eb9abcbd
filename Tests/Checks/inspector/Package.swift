// swift-tools-version: 6.2

import PackageDescription

// Depends on the library by its products, as a user's package does.
let package = Package(
  name: "inspector",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "Airwave", path: "../../..", traits: ["Inspector"])],
  targets: [
    .executableTarget(
      name: "inspected",
      dependencies: [
        .product(name: "Airwave", package: "Airwave"),
        .product(name: "AirwaveInspector", package: "Airwave"),
      ]
    )
  ],
  swiftLanguageModes: [.v6]
)
