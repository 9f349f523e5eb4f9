// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// References to objects that are gone: without an inverse nobody takes them back (R-CTX-411).
struct LostReferenceTests {
  private static func model() -> NSManagedObjectModel {
    let (note, mark) = (NSEntityDescription(), NSEntityDescription())
    (note.name, mark.name) = ("Note", "Mark")
    note.properties = [GarageModel.attribute("text", .string)]
    let toNote = NSRelationshipDescription()
    toNote.name = "note"
    toNote.destinationEntity = note
    toNote.maxCount = 1
    toNote.isOptional = true
    toNote.deleteRule = .noActionDeleteRule
    mark.properties = [GarageModel.attribute("name", .string), toNote]
    let model = NSManagedObjectModel()
    model.entities = [note, mark]
    return model
  }

  // R-PSC-100, 409
  @Test(arguments: [NSXMLStoreType, NSBinaryStoreType, NSInMemoryStoreType])
  func theyDoNotHinderAMigration(_ type: String) throws {
    let place = try Workplace()
    let coordinator = try place.opened(NSInMemoryStoreType, model: Self.model())
    try place.run(coordinator) { context in
      let note = context.insert("Note", ["text": "gone"])
      for name in ["A", "B"] {
        context.insert("Mark", ["name": name]).setValue(note, forKey: "note")
      }
      try context.save()
      context.delete(note)
      try context.save()
    }
    let old = try #require(coordinator.persistentStores.first)
    try coordinator.migratePersistentStore(old, to: place.url(type), withType: type)
    let names = try place.run(coordinator) { context in
      try context.all("Mark", sortedBy: "name").map { $0.string("name") }
    }
    #expect(names == ["A", "B"])
  }
}
