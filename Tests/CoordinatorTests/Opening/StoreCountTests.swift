// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What it takes to add a store does not depend on how many there are. // R-PSC-051
@Suite struct StoreCountTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  /// Adds stores, and returns how many statements were run for each, in which stores.
  private func statements(
    adding count: Int, to coordinator: NSPersistentStoreCoordinator
  ) throws -> [(own: Int, others: Int)] {
    let log = coordinator.log()
    return try (0..<count).map { number in
      log.clear()
      let store = try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: place.url("\(number)"), options: nil)
      let run = log.of(.statement)
      let others = run.count { $0.store.map { $0.identifier != store.identifier } ?? false }
      return (run.count - others, others)
    }
  }

  @Test func newStoresLeaveTheOthersAlone() throws {
    let added = try statements(adding: 12, to: place.coordinator())
    #expect(added.map(\.others) == Array(repeating: 0, count: 12))
    #expect(Set(added.map(\.own)).count == 1)
  }

  @Test func storesThatAreThereLeaveTheOthersAlone() throws {
    let first = place.coordinator()
    _ = try statements(adding: 12, to: first)
    for store in first.persistentStores { try first.remove(store) }
    let added = try statements(adding: 12, to: place.coordinator())
    #expect(added.map(\.others) == Array(repeating: 0, count: 12))
    #expect(Set(added.map(\.own)).count == 1)
  }
}
#endif
