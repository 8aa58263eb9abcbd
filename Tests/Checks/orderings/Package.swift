// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "orderings",
  platforms: [.macOS(.v15)],
  targets: [.executableTarget(name: "orderings")],
  swiftLanguageModes: [.v6]
)
