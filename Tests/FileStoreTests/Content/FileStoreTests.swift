// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What Binary and XML stores give back.
struct FileStoreTests {
  // R-PSC-400, 406, 409, 410
  @Test(arguments: Office.types)
  func aGraphComesBack(_ type: String) throws {
    let office = try Office(type)
    try office.fill()
    try office.check { context in
      let department = try context.only("Department")
      let staff = department.value(forKey: "staff") as? NSOrderedSet
      let names = staff?.array.map { ($0 as? NSManagedObject)?.string("firstName") }
      #expect(names == ["Cyd", "Bob", "Ada"])
      let ada = try #require(try context.all("Employee", "firstName == 'Ada'").first)
      #expect(Set(ada.objects("knows").map { $0.string("firstName") }) == ["Bob", "Cyd"])
      #expect(ada.value(forKey: "department") as? NSManagedObject === department)
      let locker = try context.only("Locker")
      #expect((locker.value(forKey: "owner") as? NSManagedObject)?.string("firstName") == "Bob")
      #expect(try context.all("Person").count == 3)
    }
  }

  // R-PSC-331, 407, 411
  @Test(arguments: Office.types)
  func idsStayAndAreNeverGivenTwice(_ type: String) throws {
    let office = try Office(type)
    let first = try office.use { context in
      let sample = context.insert("Sample", ["name": "gone"])
      let kept = context.insert("Sample", ["name": "kept"])
      try context.save()
      let uri = kept.objectID.uriRepresentation()
      let gone = sample.objectID.uriRepresentation()
      context.delete(sample)
      try context.save()
      return [gone, uri]
    }
    try office.check { context in
      let kept = try context.only("Sample")
      #expect(kept.objectID.uriRepresentation() == first[1])
      let new = context.insert("Sample")
      try context.save()
      #expect(!first.contains(new.objectID.uriRepresentation()))
    }
  }

  // R-PSC-410
  @Test(arguments: Office.types)
  func changesAndDeletionsReachTheFile(_ type: String) throws {
    let office = try Office(type)
    try office.fill()
    try office.check { context in
      let bob = try #require(try context.all("Employee", "firstName == 'Bob'").first)
      context.delete(bob)
      try context.only("Sample").setValue(nil, forKey: "name")
      try context.save()
    }
    try office.check { context in
      #expect(try context.all("Locker").isEmpty)
      let staff = try context.only("Department").value(forKey: "staff") as? NSOrderedSet
      #expect(staff?.count == 2)
      #expect(try context.only("Sample").value(forKey: "name") == nil)
    }
  }

  // R-PSC-480, 481, 482, 483, 487, 415
  @Test(arguments: Office.types)
  func metadataIsKeptWithTypes(_ type: String) throws {
    let office = try Office(type)
    let date = Date(timeIntervalSinceReferenceDate: 1234.5678)
    let coordinator = try office.open()
    let store = try #require(coordinator.persistentStores.first)
    let given: [String: Any] = [
      "text": "a\u{1}<&>\r", "number": 7, "date": date, "data": Data([0, 255]), "list": [1, "two"],
    ]
    coordinator.setMetadata(given, for: store)
    try office.place.run(coordinator) { try $0.save() }
    let identifier = store.identifier
    office.close(coordinator)
    let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      ofType: type, at: office.url)
    #expect(metadata["text"] as? String == "a\u{1}<&>\r")
    #expect(metadata["number"] as? Int == 7)
    #expect(metadata["date"] as? Date == date)
    #expect(metadata["data"] as? Data == Data([0, 255]))
    #expect((metadata["list"] as? [Any])?.count == 2)
    #expect(metadata[NSStoreTypeKey] as? String == type)
    #expect(metadata[NSStoreUUIDKey] as? String == identifier)
    #expect(metadata[NSStoreModelVersionHashesKey] != nil)
  }

  // R-PSC-484, 485, 486
  @Test(arguments: Office.types)
  func metadataIsWrittenWithoutAStack(_ type: String) throws {
    let office = try Office(type)
    try office.fill()
    var metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      ofType: "", at: office.url)
    metadata["mark"] = "set"
    try NSPersistentStoreCoordinator.setMetadata(
      metadata, type: NSPersistentStore.StoreType(rawValue: type), at: office.url)
    try office.check { context in
      #expect(try context.all("Employee").count == 3)
      let store = try #require(context.persistentStoreCoordinator?.persistentStores.first)
      #expect(store.metadata["mark"] as? String == "set")
    }
    #expect(
      failure {
        _ = try NSPersistentStoreCoordinator.metadataForPersistentStore(
          ofType: type, at: office.place.url("nothing"))
      }?.code == .fileReadNoSuchFile)
  }

  // R-PSC-402
  @Test(arguments: Office.types)
  func anEmptyFileIsANewStore(_ type: String) throws {
    let office = try Office(type)
    try Data().write(to: office.url)
    try office.fill()
    try office.check { try #require(try $0.all("Employee").count == 3) }
  }

  // R-PSC-062
  @Test(arguments: Office.types)
  func uniquenessConstraintsAreRefused(_ type: String) throws {
    let place = try Workplace()
    #expect(failure { _ = try place.opened(type) }?.code == .coreData)
    #expect(try place.contents().isEmpty)
  }

  // R-PSC-131
  @Test(arguments: Office.types)
  func aReadOnlyStoreIsNotTouched(_ type: String) throws {
    let office = try Office(type)
    try office.fill()
    let before = try office.place.contents()
    try office.check(options: [NSReadOnlyPersistentStoreOption: true]) { context in
      try #require(try context.all("Employee").count == 3)
      _ = context.insert("Sample")
      #expect(failure { try context.save() } != nil)
    }
    #expect(try office.place.contents() == before)
  }

  // R-PSC-060
  @Test(arguments: Office.types)
  func aConfigurationHoldsAPartOfTheModel(_ type: String) throws {
    let office = try Office(type)
    let coordinator = try office.open(configuration: "Samples")
    try coordinator.addPersistentStore(
      ofType: type, configurationName: "Staff", at: office.place.url("staff"))
    try office.place.run(coordinator) { context in
      _ = context.insert("Sample", ["name": "s"])
      _ = context.insert("Employee", ["firstName": "e"])
      try context.save()
    }
    office.close(coordinator)
    let samples = try office.open(configuration: "Samples")
    try office.place.run(samples) { try #require(try $0.all("Sample").count == 1) }
    office.close(samples)
    // The other entities are not of the configuration.
    let options = [NSIgnorePersistentStoreVersioningOption: true]
    #expect(
      failure { _ = try office.open(configuration: "Staff", options: options) }?.code
        == .persistentStoreOpen)
  }
}
