// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Incremental stores that keep a history of their own, and answer what is asked of it.
struct ClientHistoryTests {
  /// A transaction as a client makes one.
  // Sendable: immutable.
  private final class Entry: NSPersistentHistoryTransaction, @unchecked Sendable {
    override var transactionNumber: Int64 { 7 }
    override var author: String? { "service" }
  }

  private final class Outcome: NSPersistentHistoryResult {
    private let value: Any
    private let kind: NSPersistentHistoryResultType

    init(_ value: Any, _ kind: NSPersistentHistoryResultType) {
      (self.value, self.kind) = (value, kind)
      super.init()
    }

    override var result: Any? { value }
    override var resultType: NSPersistentHistoryResultType { kind }
  }

  private typealias Request = NSPersistentHistoryChangeRequest

  /// Answers history requests with one transaction; `true` where the status is asked for.
  private func log(in tape: Tape) {
    let (entry, change) = (Entry(), NSPersistentHistoryChange())
    tape.answer = { request in
      guard let request = request as? Request else { return nil }
      switch request.resultType {
      case .statusOnly: return Outcome(true, .statusOnly)
      case .count: return Outcome(NSNumber(value: 1), .count)
      case .objectIDs: return Outcome([NSManagedObjectID](), .objectIDs)
      case .changesOnly: return Outcome([change], .changesOnly)
      case let kind: return Outcome([entry], kind)
      }
    }
  }

  /// A store of the library with a history of one save, and a tape store behind it.
  private func mixed(
    _ tape: Tape, options: [AnyHashable: Any] = [NSPersistentHistoryTrackingKey: true]
  ) throws -> NSManagedObjectContext {
    TapeStore.register()
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: TapeModel.make())
    try coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil,
      options: [NSPersistentHistoryTrackingKey: true])
    try coordinator.addPersistentStore(
      ofType: TapeStore.storeType, configurationName: nil, at: nil,
      options: options.merging(["tape": tape]) { $1 })
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      context.transactionAuthor = "here"
      context.assign(context.insert("Book"), to: coordinator.persistentStores[0])
      try context.save()
    }
    _ = tape.calls()
    return context
  }

  private func result(
    _ request: Request, _ type: NSPersistentHistoryResultType, in context: NSManagedObjectContext
  ) throws -> Any? {
    request.resultType = type
    return try (context.execute(request) as? NSPersistentHistoryResult)?.result
  }

  // R-PSC-753: ODataIncrementalStore's testSavesAreTransactions asks so, on Apple's framework
  @Test func aStoreAloneAnswersAsItLikes() throws {
    let stack = try TapeStack()
    log(in: stack.tape)
    let token: NSPersistentHistoryToken? = nil
    try stack.run { context in
      let history = try context.execute(Request.fetchHistory(after: token))
      #expect(history is Outcome)
      let entries = (history as? NSPersistentHistoryResult)?.result as? [Entry]
      #expect(entries?.map(\.author) == ["service"])
      let count = try result(.fetchHistory(after: .distantPast), .count, in: context)
      #expect(count as? Int == 1)
      #expect(try context.execute(Request.deleteHistory(before: .distantFuture)) is Outcome)
      let direct = try stack.coordinator.execute(Request.fetchHistory(after: token), with: context)
      #expect(direct is Outcome)
      let child = NSManagedObjectContext(.privateQueue)
      child.parent = context
      try child.performAndWait { () throws in
        #expect(try child.execute(Request.fetchHistory(after: token)) is Outcome)
      }
      #expect(
        stack.tape.calls() == Array(repeating: "execute NSPersistentHistoryChangeRequest", count: 5)
      )
    }
  }

  // R-PSC-753
  @Test func whatAStoreThrowsIsTheError() throws {
    let stack = try TapeStack()
    stack.tape.answer = { _ in throw NSError(domain: "Service", code: 503) }
    try stack.run { context in
      let error = #expect(throws: (any Error).self) {
        try context.execute(Request.fetchHistory(after: .distantPast))
      }
      #expect((error as NSError?)?.domain == "Service")
      stack.tape.answer = nil
      let refusal = failure { _ = try context.execute(Request.fetchHistory(after: .distantPast)) }
      #expect(refusal?.code == .persistentStoreUnsupportedRequestType)
    }
  }

  // R-PSC-753
  @Test func anAnswerThatIsNoResultIsNone() throws {
    let stack = try TapeStack()
    stack.tape.answer = { _ in [Any]() }
    try stack.run { context in
      let refusal = failure { _ = try context.execute(Request.fetchHistory(after: .distantPast)) }
      #expect(refusal?.code == .persistentStoreUnsupportedRequestType)
      #expect(refusal?.localizedDescription.contains("NSPersistentHistoryTrackingKey") == true)
    }
  }

  // R-PSC-753
  @Test func itsTransactionsComeBehindThoseOfOthers() throws {
    let tape = Tape()
    let context = try mixed(tape)
    log(in: tape)
    try context.performAndWait {
      let all = try result(
        .fetchHistory(after: .distantPast), .transactionsAndChanges, in: context)
      #expect(
        (all as? [NSPersistentHistoryTransaction])?.map(\.author) == ["here", "service"])
      for (type, count) in [
        (NSPersistentHistoryResultType.transactionsOnly, 2), (.changesOnly, 2), (.objectIDs, 1),
      ] {
        let found = try result(.fetchHistory(after: .distantPast), type, in: context)
        #expect((found as? [NSObject])?.count == count)
      }
      #expect(try result(.fetchHistory(after: .distantPast), .count, in: context) as? Int == 2)
      #expect(
        try result(.fetchHistory(after: .distantPast), .statusOnly, in: context) as? Bool == true)
      let deletion = Request.deleteHistory(before: .distantFuture)
      #expect(try result(deletion, .statusOnly, in: context) as? Bool == true)
      #expect(tape.calls().count == 7)
      let rest = try result(.fetchHistory(after: .distantPast), .transactionsOnly, in: context)
      #expect((rest as? [NSPersistentHistoryTransaction])?.map(\.author) == ["service"])
      tape.answer = { _ in throw NSError(domain: "Service", code: 503) }
      let error = #expect(throws: (any Error).self) {
        try context.execute(Request.fetchHistory(after: .distantPast))
      }
      #expect((error as NSError?)?.domain == "Service")
    }
  }

  // R-PSC-753
  @Test func besideOthersAStoreWithoutTheOptionIsPassedOver() throws {
    let tape = Tape()
    let context = try mixed(tape, options: [:])
    try context.performAndWait { () throws in
      #expect(try result(.fetchHistory(after: .distantPast), .count, in: context) as? Int == 1)
      #expect(tape.calls() == [])
      log(in: tape)
      let named = Request.fetchHistory(after: .distantPast)
      let stores = context.persistentStoreCoordinator?.persistentStores ?? []
      named.affectedStores = [stores[1]]
      #expect(try context.execute(named) is Outcome)
      named.affectedStores = stores
      #expect(try result(named, .count, in: context) as? Int == 2)
    }
  }
}
