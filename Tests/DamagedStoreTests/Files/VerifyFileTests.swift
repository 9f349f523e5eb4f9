// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What is found in SQLite files that were changed behind the library's back.
@Suite struct VerifyFileTests {
  private let kind = StackKind(name: "SQLite", stores: [(NSSQLiteStoreType, nil)])

  /// Notes with tags, and one person, in a file that was changed thereafter, opened anew.
  private func stack(_ change: String) throws -> Stack {
    let stack = try Stack(kind)
    try stack.run { context in
      _ = context.insert("Person", ["firstName": "Ada", "badge": UUID(), "balance": Decimal(1)])
      let tag = context.insert("Tag", ["label": "a"])
      for number in 1...3 {
        context.insert("Note", ["text": "\(number)"]).setValue(Set([tag]), forKey: "tags")
      }
      try context.save()
    }
    let url = try kind.url(0, in: stack.directory)
    let store = try #require(stack.coordinator.persistentStores.first)
    try stack.coordinator.remove(store)
    #expect(try RawFile.run(change, at: url))
    try stack.coordinator.addPersistentStore(type: .sqlite, at: url)
    return stack
  }

  private func issues(
    _ stack: Stack, repair: Bool = false
  ) async throws -> [IntegrityIssue] {
    let store = try #require(stack.coordinator.persistentStores.first)
    return try await stack.coordinator.verify(store, repair: repair)
  }

  // R-PSC-951, R-PSC-325
  @Test func aCounterBelowTheHighestNumberIsRaised() async throws {
    let stack = try stack("UPDATE Z_PRIMARYKEY SET Z_MAX = 1 WHERE Z_NAME = 'Note'")
    let found = try await issues(stack)
    #expect(found.map(\.kind) == [.lowCounter])
    let repaired = try await issues(stack, repair: true)
    #expect(repaired.allSatisfy { $0.isRepaired })
    #expect(try await issues(stack) == [])
  }

  // R-PSC-951
  @Test func aPairWithoutAnObjectIsRemoved() async throws {
    let stack = try stack("DELETE FROM ZTAG")
    let found = try await issues(stack)
    #expect(found.map(\.kind) == [.danglingReference])
    let repaired = try await issues(stack, repair: true)
    #expect(repaired.allSatisfy { $0.isRepaired })
    #expect(try await issues(stack) == [])
  }

  // R-PSC-951
  @Test func anIndexThatLacksARowIsMadeAnew() async throws {
    // The index forgets its rows while SQLite takes it for an index of none.
    let stack = try stack(
      """
      CREATE INDEX extra ON ZNOTE (ZTEXT) WHERE ZTEXT = 'none';
      PRAGMA writable_schema = ON;
      UPDATE sqlite_master SET sql = 'CREATE INDEX extra ON ZNOTE (ZTEXT)' WHERE name = 'extra';
      """)
    let found = try await issues(stack)
    #expect(!found.isEmpty)
    #expect(found.allSatisfy { $0.kind == .damagedIndex })
    let repaired = try await issues(stack, repair: true)
    #expect(repaired.allSatisfy { $0.isRepaired })
    #expect(try await issues(stack) == [])
  }

  // R-PSC-951
  @Test(arguments: ["ZBALANCE = 'many'", "ZBADGE = x'0102'"])
  func bytesThatAreNoValueAreFound(_ assignment: String) async throws {
    let stack = try stack("UPDATE ZPERSON SET \(assignment)")
    let found = try await issues(stack, repair: true)
    #expect(found.count == 1)
    #expect([.undecodableValue, .damagedFile].contains(found.first?.kind))
    #expect(found.allSatisfy { !$0.isRepaired })
  }
}
#endif
