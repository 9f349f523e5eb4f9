// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// A request that reads or purges the histories of stores; executed with `execute(_:)` of a context.
///
/// ```swift
/// let request = NSPersistentHistoryChangeRequest.fetchHistory(after: lastToken)
/// let result = try context.execute(request) as? NSPersistentHistoryResult
/// for transaction in result?.result as? [NSPersistentHistoryTransaction] ?? [] {
///   context.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
///   lastToken = transaction.token
/// }
/// ```
///
/// Goes to the stores that keep a history, of those in `affectedStores`; others are passed over. An
/// incremental store of your own is handed the request as it is where no other has a history, where it is
/// named, or opened with `NSPersistentHistoryTrackingKey`; what it answers comes behind the rest. With
/// nobody left it is an error, 134091. A token that is older than what was purged is an error, 134301: then
/// read the data anew, and go on from `currentPersistentHistoryToken(fromStores:)`.
nonisolated open class NSPersistentHistoryChangeRequest: NSPersistentStoreRequest {
  /// The place that the request is bounded by.
  final private(set) var anchor = HistoryAnchor.none
  final private(set) var isDeletion = false

  /// A request for everything.
  public required override init() { super.init() }

  // MARK: - Fetching

  /// A request for the transactions that are later than a moment.
  open class func fetchHistory(after date: Date) -> Self { make(.date(date)) }

  /// A request for the transactions behind a token; of a store that the token lacks, and for nil,
  /// for all.
  open class func fetchHistory(after token: NSPersistentHistoryToken?) -> Self {
    make(.token(token))
  }

  /// A request for the transactions behind another: in its store those with greater numbers, in other
  /// stores later ones. For nil, for all.
  open class func fetchHistory(after transaction: NSPersistentHistoryTransaction?) -> Self {
    make(.transaction(transaction))
  }

  /// A request for the transactions, or for the changes, that a fetch request describes: `resultType`
  /// is `changesOnly` for the entity of changes.
  open class func fetchHistory(
    withFetch fetchRequest: NSFetchRequest<any NSFetchRequestResult>
  ) -> Self {
    let request = make(.none)
    request.fetchRequest = fetchRequest
    // A request for another entity says what is wrong with it when it is run.
    if (try? HistoryCondition.Subject(fetchRequest.specification)) == .changes {
      request.resultType = .changesOnly
    }
    return request
  }

  // MARK: - Purging

  /// A request that removes the transactions that are older than a moment; with a `fetchRequest`, from the
  /// oldest on as far as its predicate holds.
  open class func deleteHistory(before date: Date) -> Self { make(.date(date), isDeletion: true) }

  /// A request that removes the transactions before the one of a token, of the stores that the token
  /// has; that one stays. Nothing for nil.
  open class func deleteHistory(before token: NSPersistentHistoryToken?) -> Self {
    make(.token(token), isDeletion: true)
  }

  /// A request that removes the transactions before another: in its store those with smaller numbers,
  /// in other stores earlier ones. Nothing for nil.
  open class func deleteHistory(before transaction: NSPersistentHistoryTransaction?) -> Self {
    make(.transaction(transaction), isDeletion: true)
  }

  private class func make(_ anchor: HistoryAnchor, isDeletion: Bool = false) -> Self {
    let request = self.init()
    request.anchor = anchor
    request.isDeletion = isDeletion
    return request
  }

  // MARK: - What is asked

  /// The form of the result; transactions with changes by default, changes alone for requests made by
  /// `fetchHistory(withFetch:)` for the entity of changes. Requests that purge answer with the status.
  open var resultType = NSPersistentHistoryResultType.transactionsAndChanges

  /// The token that the request was made with.
  open var token: NSPersistentHistoryToken? {
    if case .token(let token) = anchor { token } else { nil }
  }

  /// Condition, order and window of what is fetched, within the request's own bounds; of the entity of
  /// transactions or of changes. Nil by default: all, oldest first.
  ///
  /// Of the entity of changes, transactions that are asked for come with those of their changes that were asked for, and
  /// the count is one of changes. Conditions on `transactionNumber`, `token` and `timestamp` that
  /// everything must meet limit what is read; so does an order by `transactionNumber`, newest first,
  /// with a limit.
  open var fetchRequest: NSFetchRequest<any NSFetchRequestResult>?

  /// The kind of history requests.
  open override var requestType: NSPersistentStoreRequestType { .persistentHistoryRequestType }

  /// Returns a request with the same fields; the fetch request is shared.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = Self.make(anchor, isDeletion: isDeletion)
    copy.resultType = resultType
    copy.fetchRequest = fetchRequest
    copy.affectedStores = affectedStores
    return copy
  }

  /// The bound, the form of the result and the fetch request.
  open override var description: String {
    let verb = isDeletion ? "delete before" : "fetch after"
    let fetch = fetchRequest.map { "; fetch request: \($0.specification.text)" } ?? ""
    return "\(ObjectText.head(self)) (\(verb): \(anchor); result type: \(resultType)\(fetch))"
  }

  override func run(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
    let stores = try HistoryStores(self, in: context.coordinatorForRequest())
    let own = try stores.stores.isEmpty ? nil : result(of: stores)
    if let own, stores.clients.isEmpty { return own }
    return try ClientHistories(self, stores, for: context).result(beside: own)
  }

  /// Returns what the stores of the library say.
  private func result(of stores: HistoryStores) throws -> NSPersistentHistoryResult {
    if isDeletion {
      try HistoryDeletion(self, of: stores).run()
      return NSPersistentHistoryResult(true, .statusOnly)
    }
    return NSPersistentHistoryResult(try HistoryFetch(self, of: stores).run(), resultType)
  }
}

/// The forms of a history request's result.
public enum NSPersistentHistoryResultType: Int, Sendable {
  /// The success of the request, a `Bool`.
  case statusOnly = 0
  /// The IDs of the changed objects, each once, in the order of their last changes:
  /// `[NSManagedObjectID]`.
  case objectIDs = 1
  /// How many transactions there are, or changes if the fetch request is of changes: `Int`.
  case count = 2
  /// `[NSPersistentHistoryTransaction]`, whose `changes` are nil; the changes are not read.
  case transactionsOnly = 3
  /// `[NSPersistentHistoryChange]`
  case changesOnly = 4
  /// `[NSPersistentHistoryTransaction]` with their `changes`.
  case transactionsAndChanges = 5
}

/// The result of a history request.
nonisolated open class NSPersistentHistoryResult: NSPersistentStoreResult {
  /// A value of the form that ``resultType`` says.
  open var result: Any? { value }

  /// The form of ``result``.
  open var resultType: NSPersistentHistoryResultType { type }

  private final let value: Any?
  private final let type: NSPersistentHistoryResultType

  /// The result of no request: for classes that stand for one in tests.
  public override init() {
    value = nil
    type = .statusOnly
    super.init()
  }

  init(_ value: Any, _ type: NSPersistentHistoryResultType) {
    self.value = value
    self.type = type
    super.init()
  }
}
