// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite && LMDB
import CoreData
import Foundation
import Testing

/// The data of the demonstration, taken through every type of store there is.
@Suite struct AtlasTransferTests {
  /// SQLite comes before.
  private static let chain = [
    NSXMLStoreType, LMDBStoreType, NSBinaryStoreType, NSInMemoryStoreType, NSSQLiteStoreType,
  ]

  // R-PSC-100, 102, 990
  @Test func theAtlasComesBackFromEveryTypeAsItWas() throws {
    let atlas = try LooseAtlas()
    let before = try LooseAtlas.run(atlas.coordinator, GraphContents.init)
    Self.requireTheWholeAtlas(before)
    for (step, type) in Self.chain.enumerated() {
      for (store, name) in zip(atlas.coordinator.persistentStores, LooseAtlas.configurations) {
        try atlas.coordinator.migratePersistentStore(
          store, to: atlas.url("\(name) \(step)"), withType: type)
      }
      let stores = atlas.coordinator.persistentStores
      #expect(stores.map(\.type) == Array(repeating: type, count: 4))
      #expect(stores.map(\.configurationName) == LooseAtlas.configurations)
    }
    #expect(try LooseAtlas.run(atlas.coordinator, GraphContents.init) == before)
    for store in atlas.coordinator.persistentStores { try atlas.coordinator.remove(store) }
    #expect(try reread(atlas, step: Self.chain.count - 1) == before)
    // The files on the way hold it too.
    #expect(try reread(atlas, step: 0) == before)
  }

  private static func requireTheWholeAtlas(_ contents: GraphContents) {
    #expect(contents.isUnambiguous)
    #expect(contents.counts.count == 11)
    #expect(contents.counts.values.allSatisfy { $0 > 0 })
    #expect(contents.counts.values.reduce(0, +) > 13_000)
    #expect(contents.pairs.count == 10)
    #expect(contents.pairs.values.allSatisfy { $0 > 0 })
  }

  private func reread(_ atlas: LooseAtlas, step: Int) throws -> GraphContents {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: try LooseAtlas.model())
    for name in LooseAtlas.configurations {
      try coordinator.addPersistentStore(
        ofType: Self.chain[step], configurationName: name, at: atlas.url("\(name) \(step)"))
    }
    return try LooseAtlas.run(coordinator, GraphContents.init)
  }
}
#endif
