// swift-tools-version: 6.2

import PackageDescription

// A service that shares values over NATS, and connects what happens to the packages that servers use.
let package = Package(
  name: "relay",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Airwave", path: "../../../..", traits: ["NATS"]),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.8.0"),
    .package(url: "https://github.com/apple/swift-log.git", from: "1.14.0"),
    .package(url: "https://github.com/apple/swift-metrics.git", from: "2.5.0"),
  ],
  targets: [
    .executableTarget(
      name: "relay",
      dependencies: [
        .product(name: "Airwave", package: "Airwave"),
        .product(name: "AirwaveNATS", package: "Airwave"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
      ]
    )
  ],
  swiftLanguageModes: [.v6]
)
