// swift-tools-version: 6.2

import PackageDescription

// Depends on the library by its products, as a user's package does, without any setting of the library's own package.
let package = Package(
  name: "memory",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Airwave", path: "../../..")],
  targets: [
    .executableTarget(
      name: "memory",
      dependencies: [
        .product(name: "Airwave", package: "Airwave"),
        .product(name: "AirwaveTesting", package: "Airwave"),
      ]
    )
  ],
  swiftLanguageModes: [.v6]
)
