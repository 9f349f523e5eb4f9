// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import PackageDescription

// The manifest is the architecture: targets stand in layers, and a target depends only on lower
// layers. The compiler checks it (`--explicit-target-dependency-import-check error`).

// By default one trait stands for both stores. SwiftPM tells the compiler the enabled traits in an
// order that differs from run to run, and every order compiles everything again; one trait has one.
let withSQLite: Set<String> = ["EmbeddedStores", "SQLite"]
let withLMDB: Set<String> = ["EmbeddedStores", "LMDB"]
let sqlite = TargetDependencyCondition.when(traits: withSQLite)
let lmdb = TargetDependencyCondition.when(traits: withLMDB)

let package = Package(
  name: "OpenCoreData",
  products: [
    .library(name: "CoreData", targets: ["CoreData"]),
    .executable(name: "coredata", targets: ["coredata"]),
    .plugin(name: "GenerateManagedObjects", targets: ["GenerateManagedObjects"]),
    // For the nested package in Benchmarks/ only.
    .library(name: "_ExampleModels", targets: ["ExampleModels"]),
    .library(name: "_Benchmarking", targets: ["Benchmarking"]),
  ],
  traits: [
    .trait(name: "EmbeddedStores", description: "Both stores, SQLite and LMDB."),
    .trait(name: "SQLite", description: "The SQLite store (libsqlite3)."),
    .trait(name: "LMDB", description: "The LMDB store (liblmdb)."),
    .default(enabledTraits: ["EmbeddedStores"]),
  ],
  dependencies: [
    // For tests alone, which talk to a server; nobody who uses the library fetches it.
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
  ],
  targets: [
    // Layer 0: C libraries.
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CRuntime"),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CLMDB", pkgConfig: "lmdb", providers: [.apt(["liblmdb-dev"])]),
    .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    // The face of one, for whoever reads XML.
    .target(name: "XMLParsing", dependencies: ["CExpat"]),

    // Layer 1: three vocabularies that do not know one another.
    .target(name: "StoreInterface", dependencies: ["CRuntime"]),
    .target(name: "PredicateLanguage"),
    .target(name: "ModelFormat", dependencies: ["XMLParsing"]),
    // Islands: each for itself, knowing none of the rest.
    .target(name: "KeyedArchives", dependencies: ["CZlib"]),
    .target(name: "UndoManagement"),
    .target(name: "Benchmarking"),

    // Layer 2: what is done with the vocabularies.
    .target(name: "RowEngine", dependencies: ["StoreInterface", "PredicateLanguage"]),
    .target(name: "QueryLowering", dependencies: ["StoreInterface", "PredicateLanguage"]),
    .target(name: "ClassGenerator", dependencies: ["ModelFormat"]),
    .target(name: "ModelChecking", dependencies: ["ModelFormat", "PredicateLanguage"]),

    // Layer 3: stores, and the router over several of them.
    .target(name: "StoreMemory", dependencies: ["StoreInterface", "RowEngine"]),
    .target(
      name: "StoreSQLite",
      dependencies: [
        "StoreInterface", "RowEngine", "PredicateLanguage",
        .target(name: "CSQLite", condition: sqlite),
      ]),
    .target(
      name: "StoreLMDB",
      dependencies: ["StoreInterface", "RowEngine", .target(name: "CLMDB", condition: lmdb)]),
    .target(name: "StoreRouting", dependencies: ["StoreInterface", "RowEngine"]),
    // Sources for Apple's framework made sources for this one.
    .target(name: "SourcePorting", dependencies: ["ClassGenerator"]),

    // Layer 4: Apple's API.
    .target(
      name: "CoreData",
      dependencies: [
        "KeyedArchives", "StoreInterface", "PredicateLanguage", "ModelFormat", "ModelChecking",
        "QueryLowering", "RowEngine", "StoreMemory", "StoreRouting", "UndoManagement", "XMLParsing",
        "CRuntime",
        .target(name: "StoreSQLite", condition: sqlite),
        .target(name: "StoreLMDB", condition: lmdb),
      ]),
    .executableTarget(
      name: "coredata-codegen", dependencies: ["ClassGenerator", "ModelChecking", "ModelFormat"]),

    // Layer 5: programs, example models, the build plugin.
    .plugin(
      name: "GenerateManagedObjects", capability: .buildTool(),
      dependencies: ["coredata-codegen"], path: "Sources/Plugins/GenerateManagedObjects"),
    .target(
      name: "ExampleModels", dependencies: ["CoreData"], path: "Models",
      resources: [
        .copy("Atlas.xcdatamodeld"), .copy("Company.xcdatamodeld"), .copy("Library.xcdatamodeld"),
        .copy("Library8to9.xcmappingmodel"),
      ],
      plugins: ["GenerateManagedObjects"]),
    .executableTarget(
      name: "coredata",
      dependencies: [
        "Benchmarking", "CoreData", "ExampleModels", "ClassGenerator", "ModelChecking",
        "ModelFormat", "SourcePorting",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),

    // Tests.
    .target(
      name: "StoreTestSupport",
      dependencies: [
        "ClientStores", "CoreData", "StoreInterface", "RowEngine", "StoreMemory",
        .target(name: "CSQLite", condition: sqlite),
        .target(name: "StoreSQLite", condition: sqlite),
        .target(name: "StoreLMDB", condition: lmdb),
      ], path: "Tests/StoreTestSupport"),
    // Stores as users of the library write them, and the server of one of them: a process of its
    // own, since stores block the threads that an asynchronous server would need.
    .target(name: "RecordProtocol", path: "Tests/RecordProtocol"),
    .executableTarget(
      name: "RecordServer",
      dependencies: [
        "RecordProtocol", .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      path: "Tests/RecordServer"),
    .target(
      name: "ClientStores", dependencies: ["CoreData", "RecordProtocol"],
      path: "Tests/ClientStores"),
    // System calls that fail, kill or are written down, and a program that saves meanwhile.
    .target(name: "CFaults", path: "Tests/CFaults"),
    .executableTarget(
      name: "FaultDriver", dependencies: ["CFaults", "CoreData"], path: "Tests/FaultDriver"),
    // Savers that move money between stores until they are killed.
    .executableTarget(
      name: "TransferDriver", dependencies: ["CFaults", "CoreData", "DriverSupport"],
      path: "Tests/TransferDriver"),
    // Savers whose histories must tell all that they did, whenever they were killed.
    .executableTarget(
      name: "HistoryDriver", dependencies: ["CoreData", "DriverSupport"],
      path: "Tests/HistoryDriver"),
    .target(name: "DriverSupport", path: "Tests/DriverSupport"),
    // Another process with a store, that is told what to do.
    .executableTarget(
      name: "ChangeDriver", dependencies: ["CFaults", "CoreData", "CoreDataTestSupport"],
      path: "Tests/ChangeDriver"),
    .testTarget(
      name: "FaultTests", dependencies: ["FaultDriver", "HistoryDriver", "TransferDriver"]),
    .testTarget(
      name: "ClientStoreTests",
      dependencies: [
        "ClientStores", "CoreData", "CoreDataTestSupport", "RecordProtocol", "RecordServer",
      ]),
    // What queries mean, slowly and obviously: what stores and compiled filters are compared with.
    .target(
      name: "ReferenceEngine", dependencies: ["StoreInterface", "PredicateLanguage", "RowEngine"],
      path: "Tests/ReferenceEngine"),
    .testTarget(
      name: "StoreConformanceTests",
      dependencies: [
        "CoreData", "ReferenceEngine", "StoreTestSupport", "StoreInterface", "StoreMemory",
        "RowEngine", "RecordServer",
      ]),
    .testTarget(
      name: "RowEngineTests", dependencies: ["ReferenceEngine", "RowEngine", "StoreInterface"]),
    // Tricks that depend on the toolchain, and what values promise about themselves.
    .testTarget(
      name: "InternalsTests",
      dependencies: ["CoreData", "CoreDataTestSupport", "StoreInterface", "StoreMemory"]),
    .testTarget(name: "PredicateLanguageTests", dependencies: ["PredicateLanguage"]),
    .testTarget(name: "ModelFormatTests", dependencies: ["ModelFormat", "XMLParsing"]),
    .testTarget(name: "ModelCheckingTests", dependencies: ["ModelChecking", "ModelFormat"]),
    .testTarget(name: "ClassGeneratorTests", dependencies: ["ClassGenerator", "ModelFormat"]),
    .testTarget(name: "SourcePortingTests", dependencies: ["SourcePorting"]),
    .testTarget(
      name: "StoreRoutingTests",
      dependencies: [
        "StoreRouting", "StoreTestSupport", "StoreInterface", "RowEngine", "RecordServer",
      ]),
    // A migration that is killed at any call.
    .executableTarget(
      name: "MigrationDriver",
      dependencies: [
        "CFaults", "StoreInterface", "StoreTestSupport",
        .target(name: "StoreSQLite", condition: sqlite),
        .target(name: "CSQLite", condition: sqlite),
      ], path: "Tests/MigrationDriver"),
    // What migrations cost.
    .executableTarget(
      name: "MigrationCost",
      dependencies: [
        "CoreData", "CoreDataTestSupport", "StoreInterface", "StoreRouting", "StoreTestSupport",
        .target(name: "StoreSQLite", condition: sqlite),
        .target(name: "CSQLite", condition: sqlite),
        .target(name: "StoreLMDB", condition: lmdb),
        .target(name: "CLMDB", condition: lmdb),
      ], path: "Tests/MigrationCost"),
    // The same through Apple's API, along every path.
    .executableTarget(
      name: "MigrationPathDriver",
      dependencies: ["CFaults", "CoreData", "CoreDataTestSupport", "DriverSupport"],
      path: "Tests/MigrationPathDriver"),
    .testTarget(
      name: "StoreSQLiteTests",
      dependencies: [
        "MigrationDriver", "StoreTestSupport", "StoreInterface",
        .target(name: "StoreSQLite", condition: sqlite),
        .target(name: "CSQLite", condition: sqlite),
      ]),
    .testTarget(
      name: "StoreLMDBTests",
      dependencies: [
        "StoreTestSupport", "StoreInterface", .target(name: "StoreLMDB", condition: lmdb),
      ]),
    // Stacks, models and classes for the tests of Apple's API, which are filed by area.
    .target(
      name: "CoreDataTestSupport",
      dependencies: ["ClientStores", "CoreData", "StoreTestSupport"],
      path: "Tests/CoreDataTestSupport"),
    .testTarget(
      name: "ModelTests",
      dependencies: [
        "CoreData", "CoreDataTestSupport", "KeyedArchives", "PredicateLanguage", "StoreInterface",
        "StoreTestSupport",
      ]),
    .testTarget(
      name: "ObjectTests",
      dependencies: [
        "CoreData", "CoreDataTestSupport", "ExampleModels", "RecordServer", "StoreInterface",
        "StoreTestSupport",
      ]),
    .testTarget(
      name: "ContextTests", dependencies: ["CoreData", "CoreDataTestSupport", "RecordServer"]),
    .testTarget(
      name: "RequestTests",
      dependencies: [
        "CoreData", "CoreDataTestSupport", "ExampleModels", "PredicateLanguage", "RecordServer",
        "StoreInterface", "StoreTestSupport", .target(name: "CSQLite", condition: sqlite),
      ]),
    .testTarget(
      name: "CoordinatorTests",
      dependencies: [
        "ChangeDriver", "ClientStores", "CoreData", "CoreDataTestSupport", "RecordServer",
        "StoreInterface", "StoreTestSupport",
      ]),
    // The importing process of docs/persistent-history.md.
    .executableTarget(
      name: "ImportDriver", dependencies: ["CoreData", "CoreDataTestSupport"],
      path: "Tests/ImportDriver"),
    .testTarget(
      name: "HistoryTests",
      dependencies: [
        "CoreData", "CoreDataTestSupport", "ImportDriver", "RecordServer", "StoreTestSupport",
      ]),
    .testTarget(
      name: "MigrationTests",
      dependencies: [
        "CoreData", "CoreDataTestSupport", "ExampleModels", "KeyedArchives", "MigrationPathDriver",
        "StoreInterface", "StoreRouting", "StoreTestSupport",
        .target(name: "CSQLite", condition: sqlite),
        .target(name: "StoreSQLite", condition: sqlite),
      ]),
    .testTarget(name: "FileStoreTests", dependencies: ["CoreData", "CoreDataTestSupport"]),
    .testTarget(
      name: "DamagedStoreTests",
      dependencies: [
        "CoreData", "CoreDataTestSupport", "RecordServer", "StoreTestSupport",
        .target(name: "CSQLite", condition: sqlite),
      ]),
    .testTarget(
      name: "TortureTests", dependencies: ["CoreData", "CoreDataTestSupport", "RecordServer"]),
    // Threads over one coordinator: a program, for the thread sanitizer.
    .executableTarget(
      name: "RaceDriver", dependencies: ["CoreData", "CoreDataTestSupport"],
      path: "Tests/RaceDriver"),
    // Predicate formats for libFuzzer: a program, see `make fuzz`.
    .executableTarget(
      name: "FormatFuzzer",
      dependencies: ["PredicateLanguage", "QueryLowering", "RowEngine", "StoreInterface"],
      path: "Tests/FormatFuzzer", exclude: ["Corpus", "words.dict"]),
    .testTarget(name: "RaceTests", dependencies: ["CoreDataTestSupport", "RaceDriver"]),
    .testTarget(
      name: "SourceCompatibilityTests", dependencies: ["CoreData", "ExampleModels"]),
    .testTarget(
      name: "PortedSourceTests", dependencies: ["CoreData", "SourcePorting"],
      exclude: ["Original"], swiftSettings: [.swiftLanguageMode(.v5)],
      plugins: ["GenerateManagedObjects"]),
    .testTarget(
      name: "ManagedPropertyTests", dependencies: ["CoreData"],
      resources: [.copy("Studio.xcdatamodeld"), .copy("Rooms.xcdatamodeld")],
      swiftSettings: [.swiftLanguageMode(.v5)],
      plugins: ["GenerateManagedObjects"]),
    .testTarget(
      name: "MainActorTests", dependencies: ["CoreData"],
      resources: [.copy("Bookshop.xcdatamodeld")],
      swiftSettings: [.defaultIsolation(MainActor.self), .treatAllWarnings(as: .error)],
      plugins: ["GenerateManagedObjects"]),
    .testTarget(
      name: "ToolTests",
      dependencies: ["coredata", "CoreData", .target(name: "CSQLite", condition: sqlite)]),
    .testTarget(name: "BenchmarkingTests", dependencies: ["Benchmarking"]),
  ],
  swiftLanguageModes: [.v6]
)

// What sources ask for: `#if SQLite`, `#if LMDB`, whichever trait brings the store.
let stores: [SwiftSetting] = [
  .define("SQLite", .when(traits: withSQLite)), .define("LMDB", .when(traits: withLMDB)),
]

// Some of the tests only, and what they need, for builds that want nothing else:
// `OPENCOREDATA_TESTS=ObjectTests,RowEngineTests`.
if let wanted = Context.environment["OPENCOREDATA_TESTS"]?.split(separator: ",").map(String.init) {
  var needed: Set<String> = []
  var next = wanted
  while let name = next.popLast() {
    guard needed.insert(name).inserted,
      let target = package.targets.first(where: { $0.name == name })
    else { continue }
    for dependency in target.dependencies {
      switch dependency {
      case .targetItem(let name, _), .byNameItem(let name, _): next.append(name)
      default: break
      }
    }
    for case .plugin(let name, nil) in target.plugins ?? [] { next.append(name) }
  }
  package.targets.removeAll { !needed.contains($0.name) }
  package.products = []
}

// What the tests of stores and contexts spend their time in, optimised, with its assertions:
// `OPENCOREDATA_OPTIMISED=1`, as `.ci/run` builds the tests once and runs them all.
if Context.environment["OPENCOREDATA_OPTIMISED"] == "1" {
  let hot = [
    "StoreInterface", "PredicateLanguage", "RowEngine", "QueryLowering", "StoreMemory",
    "StoreSQLite", "StoreLMDB", "StoreRouting", "KeyedArchives", "CoreData",
  ]
  for target in package.targets where hot.contains(target.name) {
    target.swiftSettings = [.unsafeFlags(["-O", "-assert-config", "Debug"])]
  }
  // Nothing waits for the module of a test: a tenth of its time to make it before it is compiled.
  for target in package.targets where target.type == .test {
    target.swiftSettings =
      (target.swiftSettings ?? []) + [.unsafeFlags(["-no-emit-module-separately-wmo"])]
  }
}

// Compiled as clients compile, with settings of their own.
let clients = ["ManagedPropertyTests", "MainActorTests", "PortedSourceTests"]

for target in package.targets where ![.system, .plugin].contains(target.type) {
  guard !clients.contains(target.name) else {
    target.swiftSettings = (target.swiftSettings ?? []) + stores
    continue
  }
  target.swiftSettings =
    (target.swiftSettings ?? []) + stores + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .treatAllWarnings(as: .error),
    ]
}
