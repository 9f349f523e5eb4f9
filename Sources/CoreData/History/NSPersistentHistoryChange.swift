// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation
import PredicateLanguage
import StoreInterface

/// The URI of an object that was moved to another store, in the tombstone of the deletion that it left
/// behind: `URL`. Our addition (R-PSC-934).
public let MovedToKey: String = "MovedTo"

/// The kinds of changes.
public enum NSPersistentHistoryChangeType: Int, Sendable {
  /// The object was inserted.
  case insert = 0
  /// The object was updated.
  case update = 1
  /// The object was deleted.
  case delete = 2
}

/// The insertion, update or deletion of one object, as a part of a transaction. Immutable; any
/// thread.
// Sendable: immutable, but for the weak reference, which is set before anybody else has the change.
nonisolated open class NSPersistentHistoryChange: NSObject, NSCopying, @unchecked Sendable {
  private final let change: HistoryChange
  private final let facts: HistoryFacts
  /// Of an object that was moved between stores.
  final let move: HistoryMove?
  /// The transaction that has the change in its list.
  final weak var owner: NSPersistentHistoryTransaction?

  init(_ change: HistoryChange, _ facts: HistoryFacts, move: HistoryMove? = nil) {
    self.change = change
    self.facts = facts
    self.move = move
    super.init()
  }

  /// A change that nobody has made: for classes that stand for one in tests.
  public override init() {
    change = HistoryChange(.insert, ObjectKey(entity: 0, number: 0))
    facts = .nothing
    move = nil
    super.init()
  }

  // MARK: - Asking for some

  /// The entity of changes, for fetch requests; every context has the same.
  ///
  /// Predicates and sort descriptors may use `changeID`, `changeType`, `changedEntity`,
  /// `changedObjectID` and `transaction`, with the fields of the transaction behind a dot
  /// (R-PSC-745).
  open class func entityDescription(with context: NSManagedObjectContext) -> NSEntityDescription? {
    HistoryEntities.change
  }

  /// The entity of changes.
  open class var entityDescription: NSEntityDescription? { HistoryEntities.change }

  /// A new fetch request of changes; for ``NSPersistentHistoryChangeRequest/fetchRequest``.
  open class var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
    HistoryEntities.request(of: HistoryEntities.change)
  }

  // MARK: - What it tells

  /// Rises over all changes of the store; never given out twice.
  open var changeID: Int64 { change.number }

  /// The ID of the object, which may be gone by now.
  open var changedObjectID: NSManagedObjectID { facts.source.objectID(for: change.key) }

  /// The kind of the change.
  open var changeType: NSPersistentHistoryChangeType {
    switch change.kind {
    case .insert: .insert
    case .update: .update
    case .delete: .delete
    }
  }

  /// Of a deleted object the values of the attributes with
  /// `preservesValueInHistoryOnDeletion` that were not nil; nil for an entity without such attributes,
  /// and for other changes.
  ///
  /// An object that was moved to another store left a deletion behind: that one has the object's new URI
  /// under ``MovedToKey`` too.
  open var tombstone: [AnyHashable: Any]? {
    guard change.kind == .delete else { return nil }
    let values = facts.source.tombstone(of: change)
    guard let move else { return values }
    return (values ?? [:]).merging([MovedToKey: move.uri]) { value, _ in value }
  }

  /// The transaction of the change.
  open var transaction: NSPersistentHistoryTransaction? {
    owner ?? NSPersistentHistoryTransaction(facts, changes: nil)
  }

  /// Of an update the properties that have other values; nil for other changes.
  open var updatedProperties: Set<NSPropertyDescription>? {
    change.kind == .update ? facts.source.properties(of: change) : nil
  }

  /// Of an object that was moved between stores: where it has gone, for the deletion in the store that
  /// it has left, and where it came from, for the insertion in its next one. As of the time of the
  /// request; nil for every other change. Our addition (R-PSC-934).
  public final var movedURI: URL? { move?.uri }

  /// Returns the change itself.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Returns true if the other is of the same store and number.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSPersistentHistoryChange else { return false }
    if facts === HistoryFacts.nothing { return self === other }
    return changeID == other.changeID
      && facts.source.reference.identifier == other.facts.source.reference.identifier
  }

  /// A hash of the number.
  open override var hash: Int { changeID.hashValue }

  /// Number, kind and object.
  open override var description: String {
    "\(ObjectText.head(self)) (changeID: \(changeID); type: \(changeType); "
      + "object: \(changedObjectID.uriRepresentation()); transaction: \(facts.transaction.number))"
  }
}

extension NSPersistentHistoryChange: PredicateReading {
  /// Returns the value of a field of the change, or else of its transaction; what predicates of history
  /// requests are evaluated on.
  package final func predicateValue(forKey key: String) throws(EvaluationError) -> Any? {
    switch key {
    case HistoryField.changeID: changeID
    case HistoryField.changeType: changeType.rawValue
    case HistoryField.changedObjectID: changedObjectID
    case HistoryField.changedEntity: facts.source.entity(of: change)
    case HistoryField.changedEntityName: facts.source.entityName(of: change)
    case HistoryField.transaction: transaction
    default: try facts.value(forKey: key)
    }
  }
}
