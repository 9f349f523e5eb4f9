// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Large binary values, whose bytes an object shares with its row.
@Suite struct LargeValueTests {
  private static let first = Data(repeating: 5, count: 200_000)

  private static func model() -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    let data = GarageModel.attribute("data", .binaryData)
    let name = GarageModel.attribute("name", .string)
    name.isOptional = false
    model.entities = [GarageModel.entity("Picture", [name, data])]
    return model
  }

  private func context() throws -> NSManagedObjectContext {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = try Workplace().opened(
      NSInMemoryStoreType, model: Self.model())
    return context
  }

  private func address(of picture: NSManagedObject) throws -> UInt {
    let data = try #require(picture.value(forKey: "data") as? Data)
    return data.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
  }

  @Test func aSavedValueIsReadWithoutCopying() throws {
    let context = try context()
    try context.performAndWait {
      let picture = context.insert("Picture", ["name": "a", "data": Self.first])
      try context.save()
      let place = try address(of: picture)
      #expect(try address(of: picture) == place)
      context.refresh(picture, mergeChanges: false)
      #expect(try address(of: picture) == place)
    }
  }

  @Test func changingWhatWasReadOrGivenLeavesTheObject() throws {
    let context = try context()
    try context.performAndWait {
      var given = Self.first
      let picture = context.insert("Picture", ["name": "a", "data": given])
      try context.save()
      given[0] = 1
      var read = try #require(picture.value(forKey: "data") as? Data)
      read[0] = 2
      #expect(picture.value(forKey: "data") as? Data == Self.first)
      picture.setValue(read, forKey: "data")
      try context.save()
      context.reset()
      let fetched = try #require(try context.all("Picture").first)
      #expect(fetched.value(forKey: "data") as? Data == read)
    }
  }

  @Test func aRefusedSaveKeepsTheValue() throws {
    let context = try context()
    try context.performAndWait {
      let picture = context.insert("Picture", ["data": Self.first])
      #expect(throws: (any Error).self) { try context.save() }
      #expect(picture.value(forKey: "data") as? Data == Self.first)
      picture.setValue("a", forKey: "name")
      picture.setValue(nil, forKey: "data")
      try context.save()
      #expect(picture.value(forKey: "data") == nil)
    }
  }

  @Test func aValueOutlivesItsObject() throws {
    let context = try context()
    let data = try context.performAndWait {
      let picture = context.insert("Picture", ["name": "a", "data": Self.first])
      try context.save()
      let data = picture.value(forKey: "data") as? Data
      context.delete(picture)
      try context.save()
      context.reset()
      return data
    }
    #expect(data == Self.first)
  }
}
