// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// SQL as observers see it.
struct StatementTraceTests {
  private let stack: Stack

  init() throws { stack = try Stack(StackKind(name: "SQLite", stores: [(NSSQLiteStoreType, nil)])) }

  private func fetchAda(_ log: EventLog) throws -> StoreTraceEvent {
    let context = stack.context()
    try context.performAndWait {
      _ = context.insert("Person", ["firstName": "Ada's", "age": 7])
      try context.save()
      log.clear()
      #expect(try context.all("Person", "firstName == \"Ada's\" AND age > 5").count == 1)
    }
    let statements = log.of(.statement)
    #expect(statements.count == 1)
    return try #require(statements.first)
  }

  @Test func aStatementHasItsTextAndRows() throws {
    let statement = try fetchAda(stack.coordinator.log())
    #expect(statement.text.hasPrefix("SELECT"))
    #expect(statement.text.contains("ZFIRSTNAME"))
    #expect(statement.rowCount == 1)
    #expect(statement.store?.type == NSSQLiteStoreType)
    #expect(statement.values.isEmpty)
    #expect(statement.plan.isEmpty)
  }

  @Test func valuesAreThereForWhoAsks() throws {
    let statement = try fetchAda(stack.coordinator.log(.values))
    #expect(statement.values == ["'Ada''s'", "5"])
    #expect(statement.plan.isEmpty)
  }

  @Test func plansAreThereForWhoAsks() throws {
    let statement = try fetchAda(stack.coordinator.log(.plans))
    #expect(statement.values.isEmpty)
    #expect(statement.plan.contains { $0.contains("ZPERSON") || $0.contains("t0") })
  }

  @Test func eachObserverHasWhatItAskedFor() throws {
    let plain = stack.coordinator.log()
    let statement = try fetchAda(stack.coordinator.log([.values, .plans]))
    #expect(!statement.values.isEmpty)
    #expect(plain.of(.statement).flatMap(\.values).isEmpty)
    #expect(plain.of(.statement).flatMap(\.plan).isEmpty)
  }

  @Test func aSaveIsToldFromItsBeginningToItsEnd() throws {
    let log = stack.coordinator.log()
    let context = stack.context()
    try context.performAndWait {
      let person = context.insert("Person", ["firstName": "Ada"])
      try context.save()
      log.clear()
      person.setValue("Bob", forKey: "firstName")
      try context.save()
    }
    let texts = log.of(.statement).map(\.text)
    #expect(texts.first == "BEGIN IMMEDIATE")
    #expect(texts.contains { $0.hasPrefix("UPDATE ZPERSON") || $0.hasPrefix("UPDATE \"ZPERSON\"") })
    #expect(texts.last == "COMMIT")
    #expect(log.events.last?.kind == .save)
  }

  @Test func watchingMayBeginWhileAContextIsPinned() throws {
    let context = stack.context()
    try context.performAndWait {
      try context.setQueryGenerationFrom(.current)
      _ = try context.all("Note")
      let log = stack.coordinator.log()
      _ = try context.all("Note")
      #expect(log.of(.statement).count == 1)
    }
  }
}
#endif
