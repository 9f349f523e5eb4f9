// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// How requests would be answered, said without running them.
struct FetchExplanationTests {
  private func request(_ name: String, _ format: String? = nil) -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: name)
    if let format { request.predicate = NSPredicate(format: format) }
    return request
  }

  @Test(arguments: StackKind.everyStore) func everyStoreAskedHasAPart(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let explanation = try stack.coordinator.explanation(of: request("Person", "age > 3"))
    #expect(explanation.parts.map(\.store.type) == [kind.stores[0].type])
    #expect(explanation.parts.allSatisfy { !$0.text.isEmpty })
    #expect(!explanation.evaluatesOnObjects)
    #expect(explanation.merging == nil)
    #expect(explanation.description.hasPrefix("“"))
  }

  @Test(arguments: StackKind.singles) func severalStoresAreMerged(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let url = stack.directory.appendingPathComponent("second")
    let second = try stack.coordinator.addPersistentStore(
      ofType: kind.stores[0].type, configurationName: nil, at: url)
    let sorted = request("Person")
    sorted.sortDescriptors = [NSSortDescriptor(key: "age", ascending: true)]
    let explanation = try stack.coordinator.explanation(of: sorted)
    #expect(explanation.parts.count == 2)
    #expect(explanation.merging?.contains("merged") == true)
    sorted.affectedStores = [second]
    let one = try stack.coordinator.explanation(of: sorted)
    #expect(one.parts.map(\.store.identifier) == [second.identifier])
  }

  @Test(arguments: StackKind.singles) func errorsAreThoseOfTheRequest(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    #expect(throws: (any Error).self) {
      try stack.coordinator.explanation(of: request("Nobody"))
    }
  }

  #if SQLite
  @Test func sqliteShowsStatementAndPlan() throws {
    let stack = try Stack(StackKind(name: "SQLite", stores: [(NSSQLiteStoreType, nil)]))
    let part = try #require(
      try stack.coordinator.explanation(of: request("Car", "numberPlate == 'A'")).parts.first)
    #expect(part.text.hasPrefix("SELECT"))
    #expect(part.text.contains("ZNUMBERPLATE"))
    #expect(part.plan.contains { $0.contains("INDEX") })
    #expect(part.residual == nil)
  }
  #endif

  #if LMDB
  @Test func lmdbShowsIndexAndRest() throws {
    let stack = try Stack(StackKind(name: "LMDB", stores: [(LMDBStoreType, nil)]))
    let part = try #require(
      try stack.coordinator.explanation(
        of: request("Car", "numberPlate == 'A' AND maker CONTAINS 'x'")
      ).parts.first)
    #expect(part.text.hasPrefix("Car: index "))
    #expect(part.text.contains("bounds ["))
    #expect(part.residual == "maker CONTAINS \"x\"")
    let scan = try stack.coordinator.explanation(of: request("Person", "age > 3")).parts.first
    #expect(scan?.text == "Person: all rows")
    #expect(scan?.residual == "age > 3")
  }
  #endif

  @Test func memoryShowsCandidates() throws {
    let stack = try Stack(StackKind(name: "memory", stores: [(NSInMemoryStoreType, nil)]))
    let part = try #require(
      try stack.coordinator.explanation(of: request("Person", "age > 3")).parts.first)
    #expect(part.text == "Person: all 0 row(s)")
    #expect(part.residual == "age > 3")
  }

  @Test(arguments: StackKind.singles) func dictionariesAreExplained(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let request = NSFetchRequest<NSDictionary>(entityName: "Person")
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = ["age"]
    request.returnsDistinctResults = true
    let explanation = try stack.coordinator.explanation(of: request)
    #expect(explanation.parts.count == 1)
    #expect(explanation.parts[0].text.lowercased().contains("distinct"))
  }
}
