// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import PackageDescription

// A package of its own, so that what only benchmarks need never reaches users of the library.
let package = Package(
  name: "Benchmarks",
  dependencies: [
    .package(name: "OpenCoreData", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    // The peer its users compare with; one version, so that figures stay comparable.
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
  ],
  targets: [
    .systemLibrary(name: "RawSQLite", pkgConfig: "sqlite3"),
    .systemLibrary(name: "RawLMDB", pkgConfig: "lmdb"),
    // What is the same for every system on SQLite: how those that are tuned are, the checkpoint.
    .target(name: "SQLiteTuning"),
    .target(
      name: "SQLiteRules",
      dependencies: ["RawSQLite", .product(name: "_Benchmarking", package: "OpenCoreData")]),
    // The floors, and what every system needs.
    .target(
      name: "Harness",
      dependencies: [
        "RawSQLite", "RawLMDB", "SQLiteTuning", "SQLiteRules",
        .product(name: "_Benchmarking", package: "OpenCoreData"),
      ]),
    .target(
      name: "GRDBPeers",
      dependencies: [
        "SQLiteTuning", "SQLiteRules",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "_Benchmarking", package: "OpenCoreData"),
      ]),
    // Debian's package index: the model, with classes made by the library's plugin, and the work.
    .target(
      name: "DebianModel", dependencies: [.product(name: "CoreData", package: "OpenCoreData")],
      path: "Models", resources: [.copy("Packages.xcdatamodeld")],
      plugins: [.plugin(name: "GenerateManagedObjects", package: "OpenCoreData")]),
    .target(
      name: "DebianPackages",
      dependencies: [
        "Harness", "RawSQLite", "SQLiteRules", "SQLiteTuning", "DebianModel",
        .product(name: "CoreData", package: "OpenCoreData"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "_Benchmarking", package: "OpenCoreData"),
      ]),
    .testTarget(
      name: "DebianPackagesTests",
      dependencies: ["DebianPackages", .product(name: "_Benchmarking", package: "OpenCoreData")],
      resources: [.copy("Fixtures")]),
    .testTarget(
      name: "SQLiteRulesTests",
      dependencies: [
        "SQLiteRules", "RawSQLite", .product(name: "_Benchmarking", package: "OpenCoreData"),
      ]),
    // What a whole process costs: programs that link only what they need.
    .executableTarget(
      name: "OpenRaw", dependencies: ["RawSQLite", "RawLMDB", "SQLiteTuning"],
      path: "Sources/Openers/OpenRaw"),
    .executableTarget(
      name: "OpenGRDB", dependencies: ["GRDBPeers"], path: "Sources/Openers/OpenGRDB"),
    .executableTarget(
      name: "OpenCoreData",
      dependencies: [
        .product(name: "CoreData", package: "OpenCoreData"),
        .product(name: "_ExampleModels", package: "OpenCoreData"),
      ], path: "Sources/Openers/OpenCoreData"),
    // What saves over several stores cost beside saves of one.
    .executableTarget(
      name: "AtomicSaveCost",
      dependencies: [.product(name: "CoreData", package: "OpenCoreData")]),
    // What a history costs the saves that it records.
    .executableTarget(
      name: "HistoryCost",
      dependencies: ["RawSQLite", .product(name: "CoreData", package: "OpenCoreData")]),
    // How much memory one large value takes to save and to read.
    .executableTarget(
      name: "BlobCost",
      dependencies: [
        .product(name: "CoreData", package: "OpenCoreData"),
        .product(name: "_Benchmarking", package: "OpenCoreData"),
      ]),
    // What questions to a large store cost beside SQL and cursors by hand.
    .executableTarget(
      name: "QueryCost",
      dependencies: [
        "Harness", "RawLMDB", .product(name: "CoreData", package: "OpenCoreData"),
      ], resources: [.copy("Items.xcdatamodeld")],
      plugins: [.plugin(name: "GenerateManagedObjects", package: "OpenCoreData")]),
    .executableTarget(
      name: "CoreDataBenchmarks",
      dependencies: [
        "Harness", "SQLiteRules", "GRDBPeers", "DebianPackages",
        .product(name: "CoreData", package: "OpenCoreData"),
        .product(name: "_ExampleModels", package: "OpenCoreData"),
        .product(name: "_Benchmarking", package: "OpenCoreData"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
  ]
}
