// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What histories tell of objects that move between stores (R-PSC-934).
@Suite struct HistoryMoveTests {
  // R-PSC-934
  @Test(arguments: HistoryStage.pairs) func bothHalvesOfAMoveTellTheOtherPlace(
    _ pair: StorePair
  ) throws {
    let stage = try HistoryStage(pair.kind)
    let stores = stage.coordinator.persistentStores
    try stage.save { context in
      for text in ["moved", "left"] {
        context.assign(context.insert("Note", ["text": text]), to: stores[0])
      }
    }
    let start = try stage.token()
    var ids: [NSManagedObjectID] = []
    try stage.save { context in
      let note = try #require(try context.all("Note", "text == 'moved'").first)
      ids = [note.objectID]
      ids += Array(try context.move([note], to: stores[1]).values)
    }
    let halves = try stage.transactions(.fetchHistory(after: start))
    #expect(halves.map(\.summary) == [["delete Note"], ["insert Note"]])
    let deletion = try #require(halves.first?.changes?.first)
    let insertion = try #require(halves.last?.changes?.first)
    #expect([deletion.changedObjectID, insertion.changedObjectID] == ids)
    #expect(deletion.tombstone?[MovedToKey] as? URL == ids[1].uriRepresentation())
    #expect(deletion.tombstone?["text"] as? String == "moved")
    #expect(deletion.movedURI == ids[1].uriRepresentation())
    #expect(insertion.movedURI == ids[0].uriRepresentation())
    #expect(insertion.tombstone == nil)
    // Other deletions have nothing of this.
    try stage.save { context in
      try context.all("Note", "text == 'left'").forEach(context.delete)
    }
    let other = try #require(try stage.transactions().last?.changes?.first)
    #expect(other.movedURI == nil)
    #expect(other.tombstone?.count == 1)
  }

  // R-PSC-934, R-PSC-750
  @Test(
    arguments: StorePair.durable.filter { pair in
      HistoryStage.pairs.contains { $0.first == pair.first && $0.second == pair.second }
    })
  func aMergedMoveKeepsTheInstance(_ pair: StorePair) throws {
    let stage = try HistoryStage(pair.kind)
    try stage.save { context in
      context.assign(
        context.insert("Note", ["text": "a"]), to: stage.coordinator.persistentStores[0])
    }
    let start = try stage.token()
    let other = try stage.another()
    let shown = NSManagedObjectContext(.privateQueue)
    shown.persistentStoreCoordinator = other
    let note = try shown.realised("Note")
    try stage.save { context in
      try context.move([context.only("Note")], to: stage.coordinator.persistentStores[1])
    }
    try stage.save { try $0.only("Note").setValue("b", forKey: "text") }
    try shown.performAndWait {
      // The notes of moves are read when stores are opened: a third coordinator reads the history.
      let transactions = try stage.transactions(.fetchHistory(after: start))
      for transaction in transactions {
        shown.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
      }
      #expect(note.managedObjectContext === shown)
      #expect(note.string("text") == "b")
      #expect(note.objectID.persistentStore === other.persistentStores[1])
      #expect(try shown.only("Note") === note)
    }
  }
}
