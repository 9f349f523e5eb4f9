// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import PackageDescription

// A package of its own, so that what only benchmarks need never reaches users of the library.
let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "OpenCoreData", path: "..")],
  targets: [
    .systemLibrary(name: "RawSQLite", pkgConfig: "sqlite3"),
    .systemLibrary(name: "RawLMDB", pkgConfig: "lmdb"),
    .executableTarget(
      name: "CoreDataBenchmarks",
      dependencies: [
        "RawSQLite", "RawLMDB",
        .product(name: "CoreData", package: "OpenCoreData"),
        .product(name: "_ExampleModels", package: "OpenCoreData"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
