// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Files that are not what they should be, and stores that may not be written.
@Suite struct StoreFileTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func openingError(
    _ type: String, _ model: NSManagedObjectModel = GarageModel.make(),
    options: [AnyHashable: Any]? = nil
  ) -> CocoaError? {
    failure { _ = try place.opened(type, model: model, options: options) }
  }

  private func changedModel() -> NSManagedObjectModel {
    let model = GarageModel.make()
    model.entitiesByName["Note"]?.properties.append(GarageModel.attribute("added", .string))
    return model
  }

  // R-PSC-060, R-PSC-008, R-PSC-051
  @Test(arguments: Workplace.types)
  func aChangedModelIsRefusedAndTheFileUntouched(_ type: String) throws {
    try place.make(type)
    let before = try place.contents()
    let error = try #require(openingError(type, changedModel()))
    #expect(error.code == .persistentStoreIncompatibleVersionHash)
    #expect(error.userInfo["reason"] is String)
    let metadata = error.userInfo["metadata"] as? [String: Any]
    #expect(metadata?[NSStoreTypeKey] as? String == type)
    #expect(try place.contents() == before)
  }

  // R-PSC-060, R-PSC-172
  @Test(arguments: Workplace.types)
  func onlyTheEntitiesOfTheConfigurationAreCompared(_ type: String) throws {
    let coordinator = try place.opened(type, configuration: "People")
    try coordinator.remove(coordinator.persistentStores[0])
    let again = try place.opened(type, model: changedModel(), configuration: "People")
    #expect(again.persistentStores.count == 1)
  }

  // R-PSC-137
  @Test(arguments: Workplace.types)
  func theComparisonMayBeSkipped(_ type: String) throws {
    try place.make(type)
    let model = GarageModel.make()
    model.entitiesByName["Note"]?.versionHashModifier = "2"
    #expect(openingError(type, model) != nil)
    let opened = try place.opened(
      type, model: model.copy() as? NSManagedObjectModel ?? model,
      options: [NSIgnorePersistentStoreVersioningOption: true])
    let count = try place.run(opened) { try $0.all("Note").count }
    #expect(count == 1)
  }

  // R-PSC-059
  @Test(arguments: Workplace.types)
  func unrecognisableContentIsCorruptAndUntouched(_ type: String) throws {
    for content in ["x", "This is no store.", String(repeating: "noise ", count: 5000)] {
      try Data(content.utf8).write(to: place.url())
      #expect(openingError(type)?.code == .fileReadCorruptFile)
      #expect(try place.contents() == ["store": Data(content.utf8)])
    }
  }

  // R-PSC-059
  @Test(arguments: Workplace.types)
  func aDamagedStoreFailsWithoutCrashing(_ type: String) throws {
    try place.make(type)
    guard var bytes = try? Data(contentsOf: place.url()) else { return }
    for index in 100..<bytes.count { bytes[index] = UInt8(truncatingIfNeeded: index &* 31) }
    try bytes.write(to: place.url())
    #expect(openingError(type) != nil)
    #expect(try Data(contentsOf: place.url()) == bytes)
  }

  // R-PSC-059
  @Test(arguments: Workplace.types)
  func anEmptyFileIsANewStore(_ type: String) throws {
    try Data().write(to: place.url())
    try place.make(type)
    let count = try place.run(try place.opened(type)) { try $0.all("Note").count }
    #expect(count == 1)
  }

  // R-PSC-059
  @Test(arguments: Workplace.types)
  func aStoreOfAnotherTypeIsAMismatch(_ type: String) throws {
    for other in Workplace.types where other != type {
      let place = try Workplace()
      try place.make(type)
      let before = try place.contents()
      let error = failure { _ = try place.opened(other) }
      #expect(error?.code == .persistentStoreTypeMismatch)
      #expect(try place.contents() == before)
    }
  }

  // R-PSC-058, R-PSC-131, R-PSC-197
  @Test(arguments: Workplace.types)
  func aReadOnlyStoreIsReadAndNotWritten(_ type: String) throws {
    try place.make(type)
    let before = try place.contents()
    let coordinator = try place.opened(type, options: [NSReadOnlyPersistentStoreOption: true])
    #expect(coordinator.persistentStores[0].isReadOnly)
    try place.run(coordinator) { context in
      let note = try context.only("Note")
      #expect(note.string("text") == "kept")
      note.setValue("changed", forKey: "text")
      let error = failure { try context.save() }
      #expect(error?.code == .fileWriteNoPermission)
      #expect(
        error?.userInfo[NSAffectedStoresErrorKey] as? [NSPersistentStore]
          == coordinator.persistentStores)
    }
    try coordinator.remove(coordinator.persistentStores[0])
    let after = try place.contents()
    #expect(after["store"] == before["store"])
  }

  // R-PSC-058
  @Test(arguments: Workplace.types)
  func aMissingFileCannotBeOpenedReadOnly(_ type: String) throws {
    #expect(
      openingError(type, options: [NSReadOnlyPersistentStoreOption: true])?.code
        == .fileReadNoSuchFile)
    #expect(try place.contents().isEmpty)
  }

  #if SQLite
  // R-PSC-061, R-PSC-055
  @Test func sqliteAtTheNullDeviceIsPrivateAndVolatile() throws {
    let null = URL(fileURLWithPath: "/dev/null")
    let first = place.coordinator()
    try first.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: null)
    try place.run(first) { context in
      _ = context.insert("Car", ["numberPlate": "A"])
      try context.save()
      _ = context.insert("Car", ["numberPlate": "A"])
      #expect(
        failure { try context.save() }?.code == .managedObjectConstraintMerge)
    }
    let second = place.coordinator()
    try second.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: null)
    let count = try place.run(second) { try $0.all("Car").count }
    #expect(count == 0)
    let duplicate = failure {
      _ = try first.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: null)
    }
    #expect(duplicate?.code.rawValue == 134081)
  }
  #endif
}
