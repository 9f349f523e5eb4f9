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
