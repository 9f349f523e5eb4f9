// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// A file that is missing makes its value nil and leaves everything else as it is (R-PSC-375a).
@Suite struct MissingFileTests {
  private func damaged(_ seeds: [Int]) throws -> Gallery {
    let gallery = try Gallery()
    try gallery.fill(seeds)
    let again = try gallery.reopened()
    try again.hideFiles()
    return again
  }

  @Test func objectsAreFetched() throws {
    let gallery = try damaged([1, 2])
    try gallery.run { context in
      let pictures = try context.all("Picture", sortedBy: "name")
      #expect(pictures.map { $0.string("name") } == ["1", "2"])
      #expect(pictures.map(\.data) == [nil, nil])
      #expect(try context.existingObject(with: pictures[0].objectID).string("name") == "1")
    }
  }

  @Test func relationshipsAreRead() throws {
    let gallery = try damaged([1, 2])
    try gallery.run { context in
      let album = try context.only("Album")
      #expect(album.objects("pictures").count == 2)
      let request = NSFetchRequest<NSManagedObject>(entityName: "Album")
      request.relationshipKeyPathsForPrefetching = ["pictures"]
      #expect(try context.fetch(request).first?.objects("pictures").count == 2)
    }
  }

  @Test(arguments: [["name"], ["name", "data"]])
  func dictionariesAreFetched(_ properties: [String]) throws {
    let gallery = try damaged([1])
    try gallery.run { context in
      let request = NSFetchRequest<NSDictionary>(entityName: "Picture")
      request.resultType = .dictionaryResultType
      request.propertiesToFetch = properties
      let found = try context.fetch(request)
      #expect(found.map { $0["name"] as? String } == ["1"])
      #expect(found.first?["data"] == nil)
    }
  }

  @Test func someProperties() throws {
    let gallery = try damaged([1])
    try gallery.run { context in
      let request = NSFetchRequest<NSManagedObject>(entityName: "Picture")
      request.propertiesToFetch = ["name"]
      let found = try context.fetch(request)
      #expect(found.map { $0.string("name") } == ["1"])
    }
  }

  @Test func predicatesFindNoValue() throws {
    let gallery = try damaged([1])
    try gallery.run { context in
      let request = NSFetchRequest<NSManagedObject>(entityName: "Picture")
      request.predicate = NSPredicate(format: "data == %@", Gallery.content(1) as NSData)
      let found = try context.fetch(request)
      #expect(found.isEmpty)
      request.predicate = nil
      request.sortDescriptors = [NSSortDescriptor(key: "data", ascending: true)]
      #expect(try context.fetch(request).count == 1)
    }
  }

  @Test func savingAnotherPropertyKeepsTheReference() throws {
    let gallery = try damaged([1])
    try gallery.run { context in
      let picture = try context.picture("1")
      #expect(picture.data == nil)
      picture.setValue("renamed", forKey: "name")
      try context.save()
    }
    try gallery.showFiles()
    #expect(try gallery.data("renamed") == Gallery.content(1))
  }

  @Test func overwritingAConflictKeepsTheReference() throws {
    let gallery = try damaged([1])
    try gallery.run { context in
      context.mergePolicy = NSMergePolicy.overwrite
      let picture = try context.picture("1")
      picture.setValue("mine", forKey: "name")
      try gallery.run { other in
        try other.picture("1").setValue("theirs", forKey: "name")
        try other.save()
      }
      try context.save()
    }
    try gallery.showFiles()
    #expect(try gallery.data("mine") == Gallery.content(1))
  }

  @Test func aNewValueTakesThePlace() throws {
    let gallery = try damaged([1, 2])
    try gallery.run { context in
      try context.picture("1").setValue(Gallery.content(3), forKey: "data")
      try context.picture("2").setValue(nil, forKey: "data")
      try context.save()
    }
    let again = try gallery.reopened()
    #expect(try again.data("1") == Gallery.content(3))
    let empty = try again.run { try $0.all("Picture", "data == nil").count }
    #expect(empty == 1)
  }

  @Test func objectsAreDeleted() throws {
    let gallery = try damaged([1])
    try gallery.run { context in
      try context.delete(context.picture("1"))
      try context.save()
      #expect(try context.all("Picture").isEmpty)
    }
  }

  @Test func batchRequestsGoOn() throws {
    let gallery = try damaged([1])
    try gallery.run { context in
      let request = NSBatchUpdateRequest(entityName: "Picture")
      request.propertiesToUpdate = ["name": "renamed"]
      _ = try context.execute(request)
    }
    try gallery.showFiles()
    #expect(try gallery.data("renamed") == Gallery.content(1))
  }

  // R-PSC-103: a copy has everything but the value; to the same type it keeps the reference
  @Test(arguments: Workplace.types)
  func aMigrationLeavesTheValueOut(_ type: String) throws {
    let gallery = try damaged([1])
    let store = try #require(gallery.coordinator.persistentStores.first)
    try gallery.coordinator.migratePersistentStore(
      store, to: gallery.place.url("Copy.store"), withType: type)
    #expect(try gallery.data("1") == nil)
    let members = try gallery.run { try $0.only("Album").objects("pictures").count }
    #expect(members == 1)
    guard type == NSSQLiteStoreType else { return }
    try gallery.showFiles()
    try FileManager.default.copyItem(
      at: gallery.folder.deletingLastPathComponent(), to: gallery.place.url(".Copy_SUPPORT"))
    #expect(try gallery.data("1") == Gallery.content(1))
  }
}
#endif
