// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Stores of another version of the model that are opened all the same, and shared ones in memory.
@Suite struct IgnoredVersionOpeningTests {
  private let place: Workplace
  private let options: [AnyHashable: Any] = [NSIgnorePersistentStoreVersioningOption: true]

  init() throws { place = try Workplace() }

  // R-PSC-060
  @Test(arguments: Workplace.types)
  func anEntityMoreIsNoHindrance(_ type: String) throws {
    try place.make(type)
    let model = GarageModel.make()
    model.entities.append(SampleModels.entity("Zebra", []))
    let opened = try place.opened(type, model: model, options: options)
    #expect(try place.run(opened) { try $0.all("Note").count } == 1)
    #expect(try place.run(opened) { try $0.all("Zebra").count } == 0)
  }

  #if SQLite
  private func changedModel() -> NSManagedObjectModel {
    let model = GarageModel.make()
    model.entitiesByName["Note"]?.properties.append(GarageModel.attribute("added", .string))
    return model
  }

  // R-PSC-060
  @Test func anAttributeThatTheFileLacksIsNil() throws {
    try place.make(NSSQLiteStoreType)
    let opened = try place.opened(NSSQLiteStoreType, model: changedModel(), options: options)
    try place.run(opened) { context in
      let note = try #require(try context.all("Note").first)
      #expect(note.value(forKey: "added") == nil)
      note.setValue("changed", forKey: "text")
      try context.save()
      #expect(try context.all("Note", "added == nil AND text == 'changed'").count == 1)
    }
  }

  // R-PSC-060
  @Test func aValueThatTheFileHasNoPlaceForFailsTheSave() throws {
    try place.make(NSSQLiteStoreType)
    let opened = try place.opened(NSSQLiteStoreType, model: changedModel(), options: options)
    try place.run(opened) { context in
      let note = try #require(try context.all("Note").first)
      note.setValue("new", forKey: "added")
      let error = failure { try context.save() }
      #expect(error?.code == .persistentStoreIncompatibleSchema)
      #expect((error?.userInfo["reason"] as? String)?.contains("added") == true)
      #expect(context.hasChanges)
    }
  }

  // R-PSC-061
  @Test func namedStoresInMemoryShareTheirObjects() throws {
    let url = URL(fileURLWithPath: "/dev/null/\(UUID().uuidString)")
    let coordinators = try (0..<2).map { _ in
      let coordinator = place.coordinator()
      try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: nil)
      return coordinator
    }
    try place.run(coordinators[0]) { context in
      _ = context.insert("Note", ["text": "shared"])
      try context.save()
    }
    #expect(try place.run(coordinators[1]) { try $0.all("Note").count } == 1)
  }
  #endif
}
