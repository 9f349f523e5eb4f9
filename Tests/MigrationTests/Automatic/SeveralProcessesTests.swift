// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Programs of a new version that open an old store at the same time.
@Suite struct SeveralProcessesTests {
  private static let former =
    "Car\n  name String!\n  owner > Owner.cars\nOwner\n  cars >> Car.owner"
  private static let present = """
    Vehicle was Car
      title String! was name
      seats Int16! = 4
      owner > Owner.cars
    Owner
      cars >> Vehicle.owner
    """

  // R-PSC-540
  @Test(arguments: MigratedStore.types)
  func allOfThemGetTheNewVersion(_ type: String) async throws {
    let store = try MigratedStore(type)
    let before = try store.filled(ModelText(Self.former).model(), count: 200)
    await withTaskGroup { group in
      for _ in 0..<3 {
        let (folder, type) = (store.directory, type)
        group.addTask {
          await #expect(processExitsWith: .success) {
            [folder = folder as URL, type = type as String] in
            let store = MigratedStore(type, in: folder)
            let content = try store.content(ModelText(SeveralProcessesTests.present).model())
            let seats = content.objects.values.filter { $0.attributes["seats"] == "4" }
            precondition(seats.count == 200)
          }
        }
      }
    }
    var expected = before
    expected.rename("Car", to: "Vehicle")
    expected.change("Vehicle") {
      $0.rename("name", to: "title")
      $0.fill("seats", "4")
    }
    let after = try store.content(ModelText(Self.present).model())
    #expect(after == expected, "\(after.difference(from: expected))")
  }

  /// Object by object, with names in capitals.
  private static func mapping() throws -> NSMappingModel {
    let mapping = try NSMappingModel.inferredMappingModel(
      forSourceModel: ModelText(former).model(), destinationModel: ModelText(present).model())
    for entity in mapping.entityMappings {
      entity.attributeMappings?.first { $0.name == "title" }?.valueExpression =
        NSExpression(format: "uppercase:($source.name)")
    }
    return mapping
  }

  /// Migrates the store, and saves a vehicle more.
  private static func add(_ title: String, to store: MigratedStore) throws {
    while true {
      do {
        return try store.use(ModelText(present).model()) { context in
          _ = context.insert("Vehicle", ["title": title])
          try context.save()
        }
      } catch let error as CocoaError where error.code == .persistentStoreSaveConflicts {
        // Stores that are written as a whole are to be read again.
      }
    }
  }

  // R-PSC-540, R-PSC-585: who was later with its migration takes nothing back.
  @Test(arguments: MigratedStore.types, [false, true])
  func whatTheySaveAfterwardsStays(_ type: String, _ isMapped: Bool) async throws {
    let store = try MigratedStore(type)
    _ = try store.filled(ModelText(Self.former).model(), count: 200)
    await withTaskGroup { group in
      for number in 0..<3 {
        let (folder, type) = (store.directory, type)
        group.addTask {
          await #expect(processExitsWith: .success) {
            [
              folder = folder as URL, type = type as String, number = number as Int,
              isMapped = isMapped as Bool
            ] in
            if isMapped { NSMappingModel.register(try SeveralProcessesTests.mapping()) }
            let store = MigratedStore(type, in: folder)
            try SeveralProcessesTests.add("NEW \(number)", to: store)
          }
        }
      }
    }
    let titles = try store.use(ModelText(Self.present).model(), migrating: false) { context in
      try context.all("Vehicle").compactMap { $0.string("title") }
    }
    #expect(titles.count == 203)
    #expect(Set(titles).isSuperset(of: ["NEW 0", "NEW 1", "NEW 2"]))
    #expect(titles.allSatisfy { ($0 == $0.uppercased()) == (isMapped || $0.hasPrefix("NEW")) })
  }

  // R-PSC-540: a program of the old version meets a store of the new one.
  @Test(arguments: MigratedStore.types)
  func anOlderProgramIsRefused(_ type: String) throws {
    let store = try MigratedStore(type)
    _ = try store.filled(ModelText(Self.former).model(), count: 3)
    let after = try store.content(ModelText(Self.present).model())
    let error = #expect(throws: CocoaError.self) {
      try store.use(ModelText(Self.former).model(), migrating: false) { _ in }
    }
    #expect(error?.code == .persistentStoreIncompatibleVersionHash)
    #expect(try store.content(ModelText(Self.present).model()) == after)
  }
}
