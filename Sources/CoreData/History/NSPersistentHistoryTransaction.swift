// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation
import PredicateLanguage
import StoreInterface

/// A save or batch request, as the history of one of its stores tells it. Immutable; any thread.
///
/// A save over several stores is a transaction in each, with the same author, context name and
/// timestamp (R-PSC-206).
// Sendable: immutable.
nonisolated open class NSPersistentHistoryTransaction: NSObject, NSCopying, @unchecked Sendable {
  final let facts: HistoryFacts
  private final let found: [NSPersistentHistoryChange]?

  /// - Parameter changes: what to tell of the changes; nil: they were not asked for.
  init(_ facts: HistoryFacts, changes: [HistoryChange]?, moves: HistoryMoves = HistoryMoves()) {
    self.facts = facts
    found = changes?.map { NSPersistentHistoryChange($0, facts, move: moves[$0, facts]) }
    super.init()
    for change in found ?? [] { change.owner = self }
  }

  /// A transaction that nobody has made, without changes: for classes that stand for one in tests.
  public override init() {
    facts = .nothing
    found = nil
    super.init()
  }

  // MARK: - Asking for some

  /// The entity of transactions, for fetch requests; every context has the same.
  ///
  /// Predicates and sort descriptors may use `author`, `bundleID`, `contextName`, `processID`,
  /// `storeID`, `timestamp`, `token`, `transactionNumber` and `changes` (R-PSC-745).
  open class func entityDescription(with context: NSManagedObjectContext) -> NSEntityDescription? {
    HistoryEntities.transaction
  }

  /// The entity of transactions.
  open class var entityDescription: NSEntityDescription? { HistoryEntities.transaction }

  /// A new fetch request of transactions; for
  /// ``NSPersistentHistoryChangeRequest/fetchRequest``.
  open class var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
    HistoryEntities.request(of: HistoryEntities.transaction)
  }

  // MARK: - What it tells

  /// The moment of the save.
  open var timestamp: Date {
    Date(timeIntervalSinceReferenceDate: facts.transaction.timestamp)
  }

  /// The changes, one of each object, in their order; nil unless the result type asks for them.
  open var changes: [NSPersistentHistoryChange]? { found }

  /// Rises with each transaction of the store; never given out twice.
  open var transactionNumber: Int64 { facts.transaction.number }

  /// The UUID of the store.
  open var storeID: String { facts.source.reference.identifier }

  /// The identifier of the writing program's bundle, or its process's name.
  open var bundleID: String { facts.transaction.bundleID ?? "" }

  /// The name of the writing process.
  open var processID: String { facts.transaction.processID ?? "" }

  /// The `name` of the context that wrote.
  open var contextName: String? { facts.transaction.contextName }

  /// The `transactionAuthor` of the context that wrote.
  open var author: String? { facts.transaction.author }

  /// The place after this transaction, from which the next request can read on. Of a result over
  /// several stores it has all of them: what stands before this transaction in the result is before the
  /// token too.
  open var token: NSPersistentHistoryToken { NSPersistentHistoryToken(facts.numbers) }

  /// Returns a notification like that of a save, to be merged into contexts with
  /// `mergeChanges(fromContextDidSave:)`; oldest transaction first. Without changes it is empty.
  /// An object that was moved between stores is told as one that was moved.
  open func objectIDNotification() -> Notification {
    HistoryNotification.make(for: changes ?? [])
  }

  /// Returns the transaction itself.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Returns true if the other is of the same store and number.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSPersistentHistoryTransaction else { return false }
    if facts === HistoryFacts.nothing { return self === other }
    return transactionNumber == other.transactionNumber && storeID == other.storeID
  }

  /// A hash of the number.
  open override var hash: Int { transactionNumber.hashValue }

  /// Number, store, moment, author and the number of changes.
  open override var description: String {
    "\(ObjectText.head(self)) (number: \(transactionNumber); store: \(storeID); "
      + "timestamp: \(timestamp); author: \(ObjectText.optional(author)); "
      + "context: \(ObjectText.optional(contextName)); "
      + "changes: \(ObjectText.optional(changes?.count)))"
  }
}

extension NSPersistentHistoryTransaction: PredicateReading {
  /// Returns the value of a field; what predicates of history requests are evaluated on.
  package final func predicateValue(forKey key: String) throws(EvaluationError) -> Any? {
    if key == HistoryField.changes { return changes }
    return try facts.value(forKey: key)
  }
}
