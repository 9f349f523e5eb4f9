// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClientStores
import CoreData
package import StoreInterface
import StoreMemory

#if LMDB
import StoreLMDB
#endif
#if SQLite
import StoreSQLite
#endif

extension StoreUnderTest {
  /// Every store of this build.
  package static let all: [StoreUnderTest] = {
    var stores = [memory]
    #if SQLite
    stores.append(sqlite)
    #endif
    if TestScope.current == .quick { return stores }
    #if LMDB
    stores.append(lmdb)
    #endif
    return TestScope.current == .all ? stores + clients : stores
  }()

  /// The engines behind the library's own stores.
  package static let engines: [any StoreEngine.Type] = {
    var engines: [any StoreEngine.Type] = [MemoryStore.self]
    #if SQLite
    engines.append(SQLiteStore.self)
    #endif
    #if LMDB
    engines.append(LMDBStore.self)
    #endif
    return engines
  }()

  /// The stores that have certain capabilities, and lack others.
  package static func all(
    with capabilities: StoreCapabilities = [], without lacking: StoreCapabilities = []
  ) -> [StoreUnderTest] {
    all.filter {
      $0.capabilities.isSuperset(of: capabilities) && $0.capabilities.isDisjoint(with: lacking)
    }
  }

  /// The stores that are files, for what files promise.
  package static let files = all.filter(\.isFile)

  /// One store for each way to answer queries: atomic stores all answer from memory.
  package static let answering: [StoreUnderTest] = {
    let rest = all(with: [.singlePhase, .transactionalReads]).dropFirst().map(\.name)
    return all.filter { !rest.contains($0.name) }
  }()

  /// What ``all`` must hold: a store that drops out is noticed.
  package static let expectedNames: [String] = {
    var names = ["memory"]
    #if SQLite
    names.append("SQLite")
    #endif
    if TestScope.current == .quick { return names }
    #if LMDB
    names.append("LMDB")
    #endif
    if TestScope.current == .own { return names }
    return names + ["Binary", "XML", "atomic records", "incremental records", "CSV", "HTTP"]
  }()

  /// Stores as clients write them, be they the library's own: only a coordinator opens them.
  private static let clients: [StoreUnderTest] = {
    RecordStores.register()
    ClientStores.register()
    return [
      client("Binary", type: NSBinaryStoreType, capabilities: file),
      client("XML", type: NSXMLStoreType, capabilities: file),
      client("atomic records", type: RecordStores.atomicType, capabilities: atomic),
      client("incremental records", type: RecordStores.incrementalType, capabilities: incremental),
      client("CSV", type: ClientStores.csvType, capabilities: atomic),
      client("HTTP", type: ClientStores.httpType, capabilities: incremental),
    ]
  }()

  private static let atomic: StoreCapabilities = [
    .durable, .concurrentReaders, .readOnlyOpening, .singlePhase, .isolatedSnapshots,
    .transactionalReads, .wholeSaves, .keepableSnapshots,
  ]
  private static let file = atomic.union([.notes, .keepsJournal])
  private static let incremental: StoreCapabilities = [
    .durable, .readOnlyOpening, .singlePhase, .costlyRows, .wholeSaves,
  ]

  private static func client(
    _ name: String, type: String, capabilities: StoreCapabilities
  ) -> StoreUnderTest {
    let fileName = "store.\(name)"
    let place: Place =
      ClientStores.isRemote(type)
      ? .server { try ClientStores.url(ofType: type, named: fileName, in: $0) } : .file(fileName)
    return StoreUnderTest(name: name, capabilities: capabilities, place: place) {
      (configuration) throws(StoreError) in
      try CustomBackend(
        type, configuration, enforcesUniqueness: capabilities.contains(.uniqueness))
    }
  }

  private static let memory = StoreUnderTest(
    name: "memory",
    capabilities: [.concurrentReaders, .readOnlyOpening, .keepableSnapshots, .engine],
    place: .nowhere
  ) { (configuration) throws(StoreError) in try MemoryStore.open(configuration) }

  #if SQLite
  private static let sqlite = StoreUnderTest(
    name: "SQLite",
    capabilities: [
      .durable, .concurrentReaders, .multiProcess, .sqlNullSemantics, .readOnlyOpening,
      .queryGenerations, .keepableSnapshots, .flushing, .externalValues, .keepsJournal, .derives,
      .engine,
    ], place: .file("store.sqlite")
  ) { (configuration) throws(StoreError) in try SQLiteStore.open(configuration) }
  #endif

  #if LMDB
  private static let lmdb = StoreUnderTest(
    name: "LMDB",
    capabilities: [
      .durable, .concurrentReaders, .multiProcess, .readOnlyOpening, .keepableSnapshots,
      .keepsJournal, .engine,
    ], place: .file("store.lmdb")
  ) { (configuration) throws(StoreError) in try LMDBStore.open(configuration) }
  #endif
}
