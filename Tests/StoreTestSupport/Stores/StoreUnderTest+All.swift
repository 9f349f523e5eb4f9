// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

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
    #if LMDB
    stores.append(lmdb)
    #endif
    return stores
  }()

  /// The stores that have certain capabilities.
  package static func all(with capabilities: StoreCapabilities) -> [StoreUnderTest] {
    all.filter { $0.capabilities.isSuperset(of: capabilities) }
  }

  /// What ``all`` must hold: a store that drops out is noticed.
  package static let expectedNames: [String] = {
    var names = ["memory"]
    #if SQLite
    names.append("SQLite")
    #endif
    #if LMDB
    names.append("LMDB")
    #endif
    return names
  }()

  private static let memory = StoreUnderTest(
    name: "memory", capabilities: [.concurrentReaders, .readOnlyOpening, .engine], fileName: nil
  ) { (configuration) throws(StoreError) in try MemoryStore.open(configuration) }

  #if SQLite
  private static let sqlite = StoreUnderTest(
    name: "SQLite",
    capabilities: [
      .durable, .concurrentReaders, .multiProcess, .sqlNullSemantics, .readOnlyOpening,
      .queryGenerations, .engine,
    ], fileName: "store.sqlite"
  ) { (configuration) throws(StoreError) in try SQLiteStore.open(configuration) }
  #endif

  #if LMDB
  private static let lmdb = StoreUnderTest(
    name: "LMDB",
    capabilities: [.durable, .concurrentReaders, .multiProcess, .readOnlyOpening, .engine],
    fileName: "store.lmdb"
  ) { (configuration) throws(StoreError) in try LMDBStore.open(configuration) }
  #endif
}
