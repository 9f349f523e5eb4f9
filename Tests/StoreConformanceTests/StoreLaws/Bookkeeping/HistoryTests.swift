// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreTestSupport
import Testing

/// Histories, as stores keep them: what is recorded is read, under rising numbers, until it is purged.
// R-PSC-731, R-PSC-732, R-PSC-748, R-PSC-752
@Suite struct HistoryTests {
  /// The stores that keep a history when they are asked to.
  private static let stores = StoreUnderTest.all(with: .engine)

  /// Every type of attribute, each preserved.
  private static let schema: StoreSchema = {
    var builder = SchemaBuilder()
    builder.entity("Relic")
    for type in AttributeType.allCases {
      builder.attribute("Relic", name: "\(type)", type: type, isPreserved: true)
    }
    builder.entity("Plain", ["title": .string, "size": .integer32])
    return builder.build()
  }()

  private static func session(
    _ store: StoreUnderTest, _ history: HistoryChoice = .recorded
  ) throws -> StoreSession {
    try StoreSession(store, schema) { $0.history = history }
  }

  private static func key(_ entity: String, _ number: Int64) -> ObjectKey {
    ObjectKey(entity: schema.index(entity), number: number)
  }

  private static func entry(
    at time: Double, author: String? = nil, _ changes: [HistoryChange]
  ) -> HistoryEntry {
    HistoryEntry(
      transaction: HistoryTransaction(
        timestamp: time, author: author, contextName: "context", bundleID: "bundle",
        processID: "process"), changes: changes)
  }

  private static func record(_ entries: HistoryEntry..., in session: StoreSession) throws {
    for entry in entries {
      let transaction = try session.backend.beginWrite()
      defer { transaction.rollback() }
      try transaction.record(entry)
      try transaction.prepare()
      try transaction.commit()
    }
  }

  private static func purge(before number: Int64, in session: StoreSession) throws {
    let transaction = try session.backend.beginWrite()
    defer { transaction.rollback() }
    try transaction.purgeHistory(before: number)
    try transaction.prepare()
    try transaction.commit()
  }

  private static func entries(
    _ range: HistoryRange = HistoryRange(), in session: StoreSession
  ) throws -> [HistoryEntry] {
    try session.read { snapshot in
      var entries: [HistoryEntry] = []
      try snapshot.history(range) {
        entries.append($0)
        return true
      }
      return entries
    }
  }

  private static func numbers(
    _ range: HistoryRange = HistoryRange(), in session: StoreSession
  ) throws -> [Int64] {
    try entries(range, in: session).map(\.transaction.number)
  }

  private static func bounds(in session: StoreSession) throws -> HistoryBounds? {
    try session.read { try $0.historyBounds() }
  }

  private static func number(from time: Double, in session: StoreSession) throws -> Int64? {
    try session.read { try $0.historyNumber(from: time) }
  }

  // MARK: -

  @Test(arguments: stores)
  func aStoreHasOneOnlyIfItIsToldTo(_ store: StoreUnderTest) throws {
    let without = try Self.session(store, .untold)
    #expect(!without.backend.capabilities.contains(.history))
    #expect(try Self.bounds(in: without) == nil)
    let with = try Self.session(store)
    #expect(with.backend.capabilities.contains(.history))
    #expect(try Self.bounds(in: with) == HistoryBounds(first: 1, last: 0))
    #expect(try Self.entries(in: with).isEmpty)
  }

  @Test(arguments: stores)
  func whatIsRecordedIsReadAsItWas(_ store: StoreUnderTest) throws {
    let session = try Self.session(store)
    var places = SlotSet()
    places.insert(0)
    places.insert(1)
    let first = Self.entry(
      at: 1, author: "one",
      [
        HistoryChange(.insert, Self.key("Plain", 4)),
        HistoryChange(.update, Self.key("Plain", 2), properties: places),
        HistoryChange(.delete, Self.key("Plain", 9)),
      ])
    let second = Self.entry(at: 2, [HistoryChange(.insert, Self.key("Relic", 1))])
    try Self.record(first, second, in: session)
    let found = try Self.entries(in: session)
    #expect(found.map(\.transaction.number) == [1, 2])
    #expect(found.flatMap(\.changes).map(\.number) == [1, 2, 3, 4])
    #expect(found.map(Self.unnumbered) == [first, second])
  }

  private static func unnumbered(_ entry: HistoryEntry) -> HistoryEntry {
    var entry = entry
    entry.transaction.number = 0
    for place in entry.changes.indices { entry.changes[place].number = 0 }
    return entry
  }

  @Test(arguments: stores)
  func valuesOfDeletedObjectsAreKept(_ store: StoreUnderTest) throws {
    let session = try Self.session(store)
    let relic = Self.schema["Relic"]
    let layout = Self.schema.history.entities[relic.index]
    let values: [AttributeValue] = layout.preserved.map { index in
      SampleValues.ordinary(of: relic.attributes[index].type).last ?? .null
    }
    let empty = layout.preserved.map { _ in AttributeValue.null }
    try Self.record(
      Self.entry(
        at: 1,
        [
          HistoryChange(.delete, Self.key("Relic", 1), tombstone: values),
          HistoryChange(.delete, Self.key("Relic", 2), tombstone: empty),
        ]), in: session)
    #expect(try Self.entries(in: session)[0].changes.map(\.tombstone) == [values, empty])
  }

  /// More changes than any store writes at once.
  @Test(arguments: stores)
  func aLongTransactionIsOne(_ store: StoreUnderTest) throws {
    let session = try Self.session(store)
    var changes = (1...9_000).map { HistoryChange(.insert, Self.key("Plain", $0)) }
    changes.append(HistoryChange(.insert, Self.key("Plain", 20_000)))
    changes.append(HistoryChange(.delete, Self.key("Relic", 5)))
    changes[9_001].tombstone = Self.schema.history.entities[Self.schema.index("Relic")].preserved
      .map { _ in .null }
    try Self.record(
      Self.entry(at: 1, changes), Self.entry(at: 2, [HistoryChange(.insert, Self.key("Plain", 1))]),
      in: session)
    let found = try Self.entries(in: session)
    #expect(Self.unnumbered(found[0]).changes == changes)
    #expect(found[0].changes.map(\.number) == Array(1...9_002))
    #expect(found[1].changes.map(\.number) == [9_003])
  }

  @Test(arguments: stores)
  func rangesAreReadOldestFirst(_ store: StoreUnderTest) throws {
    let session = try Self.session(store)
    for time in 1...6 {
      try Self.record(
        Self.entry(at: Double(time), [HistoryChange(.insert, Self.key("Plain", Int64(time)))]),
        in: session)
    }
    #expect(try Self.numbers(in: session) == [1, 2, 3, 4, 5, 6])
    #expect(try Self.numbers(HistoryRange(after: 2, through: 4), in: session) == [3, 4])
    #expect(try Self.numbers(HistoryRange(laterThan: 4), in: session) == [5, 6])
    #expect(try Self.numbers(HistoryRange(after: 5, laterThan: 2), in: session) == [6])
    #expect(try Self.numbers(HistoryRange(after: 6), in: session).isEmpty)
    #expect(try Self.numbers(HistoryRange(after: .max), in: session).isEmpty)
    #expect(try Self.numbers(HistoryRange(laterThan: 6), in: session).isEmpty)
    let brief = try Self.entries(HistoryRange(includesChanges: false), in: session)
    #expect(brief.count == 6)
    let areBrief = brief.allSatisfy(\.changes.isEmpty)
    #expect(areBrief)
    #expect(try Self.number(from: 3, in: session) == 3)
    #expect(try Self.number(from: 3.5, in: session) == 4)
    #expect(try Self.number(from: 7, in: session) == nil)
  }

  @Test(arguments: stores)
  func readingEndsWhenNobodyWantsMore(_ store: StoreUnderTest) throws {
    let session = try Self.session(store)
    for time in 1...3 {
      try Self.record(
        Self.entry(at: Double(time), [HistoryChange(.insert, Self.key("Plain", Int64(time)))]),
        in: session)
    }
    var count = 0
    try session.read { snapshot in
      try snapshot.history(HistoryRange()) { _ in
        count += 1
        return count < 2
      }
    }
    #expect(count == 2)
  }

  @Test(arguments: stores)
  func purgedNumbersAreNotUsedAgain(_ store: StoreUnderTest) throws {
    let session = try Self.session(store)
    let change = [HistoryChange(.insert, Self.key("Plain", 1))]
    for time in 1...4 { try Self.record(Self.entry(at: Double(time), change), in: session) }
    try Self.purge(before: 3, in: session)
    #expect(try Self.numbers(in: session) == [3, 4])
    #expect(try Self.bounds(in: session) == HistoryBounds(first: 3, last: 4))
    try Self.purge(before: 100, in: session)
    #expect(try Self.bounds(in: session) == HistoryBounds(first: 5, last: 4))
    #expect(try Self.number(from: 0, in: session) == nil)
    try Self.record(Self.entry(at: 5, change), in: session)
    let found = try Self.entries(in: session)
    #expect(found.map(\.transaction.number) == [5])
    #expect(found[0].changes.map(\.number) == [5])
  }

  @Test(arguments: stores)
  func whatIsRolledBackIsNotRecorded(_ store: StoreUnderTest) throws {
    let session = try Self.session(store)
    let entry = Self.entry(at: 1, author: "nobody", [HistoryChange(.insert, Self.key("Plain", 1))])
    let transaction = try session.backend.beginWrite()
    try transaction.record(entry)
    #expect(try transaction.reader.historyBounds()?.last == 1)
    transaction.rollback()
    #expect(try Self.bounds(in: session)?.last == 0)
    try Self.record(entry, in: session)
    #expect(try Self.entries(in: session).map(\.transaction.author) == ["nobody"])
  }

  @Test(arguments: stores.filter { $0.capabilities.contains(.durable) })
  func itIsThereAfterTheStoreWasClosed(_ store: StoreUnderTest) throws {
    let session = try Self.session(store)
    let change = [HistoryChange(.insert, Self.key("Plain", 1))]
    try Self.record(Self.entry(at: 1, author: "me", change), in: session)
    let again = try session.reopened()
    #expect(try Self.entries(in: again).map(\.transaction.author) == ["me"])
    try Self.record(Self.entry(at: 2, author: "me", change), in: again)
    #expect(try Self.numbers(in: again) == [1, 2])
  }

  // R-PSC-140
  @Test(arguments: stores.filter { $0.capabilities.contains(.durable) })
  func aHistoryThatNobodyAskedForIsReadNotWritten(_ store: StoreUnderTest) throws {
    let session = try Self.session(store)
    try Self.record(
      Self.entry(at: 1, [HistoryChange(.insert, Self.key("Plain", 1))]), in: session)
    let untold = try session.reopened { $0.history = .untold }
    #expect(untold.backend.capabilities.isSuperset(of: .unwrittenHistory))
    #expect(!untold.backend.capabilities.contains(.history))
    #expect(try Self.numbers(in: untold) == [1])
    let told = try untold.reopened { $0.history = .recorded }
    #expect(told.backend.capabilities.contains(.history))
    #expect(try Self.numbers(in: told) == [1])
  }

  @Test(arguments: stores.filter { $0.capabilities.contains(.durable) })
  func aHistoryIsGivenUp(_ store: StoreUnderTest) throws {
    let session = try Self.session(store)
    try Self.record(
      Self.entry(at: 1, [HistoryChange(.insert, Self.key("Plain", 1))]), in: session)
    let dropped = try session.reopened { $0.history = .dropped }
    #expect(dropped.backend.capabilities.isDisjoint(with: [.history, .unwrittenHistory]))
    #expect(try Self.bounds(in: dropped) == nil)
    let untold = try dropped.reopened { $0.history = .untold }
    #expect(untold.backend.capabilities.isDisjoint(with: [.history, .unwrittenHistory]))
    let again = try untold.reopened { $0.history = .recorded }
    #expect(try Self.bounds(in: again) == HistoryBounds(first: 1, last: 0))
  }

  /// R-PSC-751: entries go by names.
  @Test(arguments: stores.filter { $0.capabilities.contains(.durable) })
  func aStoreWithoutOneBeginsIt(_ store: StoreUnderTest) throws {
    let session = try Self.session(store, .untold)
    let key = try session.insert("Plain", ["title": .string("old")])
    let told = try session.reopened { $0.history = .recorded }
    #expect(try Self.bounds(in: told) == HistoryBounds(first: 1, last: 0))
    #expect(try told.values(key)?["title"] == .string("old"))
  }
}
