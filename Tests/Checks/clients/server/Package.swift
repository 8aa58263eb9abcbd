// swift-tools-version: 6.2

import PackageDescription

// A server that uses the library by its products, as a user's package does.
let package = Package(
  name: "server",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Airwave", path: "../../../.."),
    .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1", traits: []),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.8.0"),
    .package(url: "https://github.com/apple/swift-log.git", from: "1.14.0"),
    .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0", traits: []),
  ],
  targets: [
    .executableTarget(
      name: "server",
      dependencies: [
        .product(name: "Airwave", package: "Airwave"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ]
    )
  ],
  swiftLanguageModes: [.v6]
)
