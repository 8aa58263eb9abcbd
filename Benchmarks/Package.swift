// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v26)],
  traits: [
    .trait(name: "NATS", description: "Measures AirwaveNATS beside the C client of NATS. Needs libnats-dev.")
  ],
  dependencies: [
    .package(name: "Airwave", path: "../", traits: [.trait(name: "NATS", condition: .when(traits: ["NATS"]))]),
    .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.4"),
    // Without traits: its counters of allocations and retains replace functions of the process that is measured.
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
  ],
  targets: [
    .target(name: "Floor"),
    .target(name: "Heap"),
    .target(
      name: "Workloads",
      dependencies: [
        "Airwave",
        "Floor",
        "Heap",
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "OpenCombineDispatch", package: "OpenCombine"),
      ]
    ),
    .executableTarget(name: "figures", dependencies: ["Workloads"]),
    .systemLibrary(name: "NATSClient", providers: [.apt(["libnats-dev"]), .brew(["cnats"])]),
    .executableTarget(
      name: "network",
      dependencies: [
        .product(name: "Airwave", package: "Airwave", condition: .when(traits: ["NATS"])),
        .product(name: "AirwaveNATS", package: "Airwave", condition: .when(traits: ["NATS"])),
        .target(name: "NATSClient", condition: .when(traits: ["NATS"])),
      ]
    ),
    .executableTarget(name: "cores", dependencies: ["Airwave", "Floor"]),
    .executableTarget(name: "soak", dependencies: ["Airwave"]),
    .executableTarget(
      name: "flood",
      dependencies: ["Airwave", .product(name: "OpenCombine", package: "OpenCombine")]
    ),
    .executableTarget(
      name: "AirwaveBenchmarks",
      dependencies: ["Workloads", .product(name: "Benchmark", package: "benchmark")],
      path: "Benchmarks/AirwaveBenchmarks",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
    ),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.name != "Heap" && target.type != .system {
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
