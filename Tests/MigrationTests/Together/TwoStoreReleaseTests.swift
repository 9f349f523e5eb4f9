// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Programs with two stores over several releases, without migrating both as one.
@Suite struct TwoStoreReleaseTests {
  // R-PSC-532, R-PSC-586
  @Test(arguments: TogetherStage.types)
  func theOtherStoreStaysByteIdentical(_ types: TogetherStage.Types) throws {
    let stage = try TogetherStage(types)
    try stage.make()
    let before = try stage.bytes(stage.own)
    let counts = try stage.counts(TogetherStage.newFacts, migrating: true)
    #expect(counts == ["Fact": 1, "Note": 2, "Tag": 1, "Setting": 1])
    #expect(try stage.bytes(stage.own) == before)
  }

  // R-PSC-586: the first is migrated and open, whatever becomes of the second.
  @Test(arguments: TogetherStage.types)
  func eachStoreIsMigratedAlone(_ types: TogetherStage.Types) throws {
    let stage = try TogetherStage(types)
    try stage.make()
    let text = TogetherStage.newFacts.replacingOccurrences(
      of: "  value String", with: "  value String\n  owner String!")
    let container = NSPersistentContainer(
      name: "Two", managedObjectModel: ModelText(text).model())
    container.persistentStoreDescriptions = stage.descriptions
    var codes: [Int?] = []
    container.loadPersistentStores { _, error in codes.append(error.map { ($0 as NSError).code }) }
    #expect(codes == [nil, 134110])
    #expect(container.persistentStoreCoordinator.persistentStores.map(\.url) == [stage.facts])
    stage.close(container.persistentStoreCoordinator)
  }

  // R-PSC-587
  @Test(arguments: TogetherStage.types)
  func anEntityMovesOverTwoReleases(_ types: TogetherStage.Types) throws {
    let stage = try TogetherStage(types)
    try stage.make()
    // The second release has the entity in both stores.
    let both = TogetherStage.first.replacingOccurrences(
      of: "@Facts: Fact", with: "@Facts: Fact, Note, Tag")
    try stage.using(both, migrating: true) { coordinator, context in
      let own = try #require(coordinator.persistentStore(for: stage.own))
      let facts = try #require(coordinator.persistentStore(for: stage.facts))
      let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
      request.affectedStores = [own]
      for note in try context.fetch(request) {
        let copy = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
        context.assign(copy, to: facts)
        copy.setValue(note.value(forKey: "text"), forKey: "text")
        context.delete(note)
      }
      try context.save()
    }
    // The third has it where it belongs.
    let moved = both.replacingOccurrences(of: "@Own: Note, Tag, Setting", with: "@Own: Setting")
    let counts = try stage.counts(moved, migrating: true)
    #expect(counts["Setting"] == 1)
    try stage.using(moved) { _, context in
      let notes = try context.all("Note", sortedBy: "text")
      #expect(notes.map { $0.string("text") } == ["a", "b"])
      #expect(notes.allSatisfy { $0.objectID.persistentStore?.url == stage.facts })
    }
  }
}
