// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// New values for all rows that match, written without objects.
///
/// No context, object or validation method takes part. Each store asked writes its rows in one
/// transaction; registered objects keep their values until they are merged or refreshed.
nonisolated open class NSBatchUpdateRequest: NSPersistentStoreRequest {
  /// The entity's name.
  open var entityName: String { givenEntity?.name ?? givenName }

  /// The entity; looked up by name when the request is executed if only that was given.
  open var entity: NSEntityDescription {
    guard let givenEntity else {
      raise(
        .internalInconsistency,
        "The entity of this request is known when it is executed. Make it with init(entity:).")
    }
    return givenEntity
  }

  /// Which rows; `nil`, the default, is all.
  open var predicate: NSPredicate?

  /// True if subentities match too; true by default.
  open var includesSubentities = true

  /// Constants or expressions of the row's attributes by name or description of an attribute or a
  /// to-one relationship, whose constants are object IDs. `NSNull` clears.
  open var propertiesToUpdate: [AnyHashable: Any]?

  /// All stores or none, as in a save over several: `Bool`, default false, where each store is a
  /// transaction of its own. Stores of your own that answer such requests themselves cannot take
  /// part: 134091. Spec: R-PSC-926. Our addition.
  open var isAtomic = false

  /// The form of the result; only the status by default.
  open var resultType = NSBatchUpdateRequestResultType.statusOnlyResultType

  private final let givenName: String
  final let givenEntity: NSEntityDescription?

  /// A request for the entity of that name, looked up when the request is executed.
  public init(entityName: String) {
    givenName = entityName
    givenEntity = nil
    super.init()
  }

  /// A request for the rows of an entity; without a predicate it updates all of them.
  public init(entity: NSEntityDescription) {
    givenName = entity.name ?? ""
    givenEntity = entity
    super.init()
  }

  open override var requestType: NSPersistentStoreRequestType { .batchUpdateRequestType }

  /// A text that names the entity, the predicate, the properties and the form of the result.
  open override var description: String {
    let names = (propertiesToUpdate ?? [:]).keys.map { "\($0)" }.sorted()
    return "\(ObjectText.head(self)) (entity: \(entityName); predicate: "
      + "(\(ObjectText.optional(predicate))); properties: "
      + "(\(names.joined(separator: ", "))); result type: \(resultType))"
  }

  /// Returns a request with the same fields.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy =
      givenEntity.map(NSBatchUpdateRequest.init(entity:))
      ?? NSBatchUpdateRequest(entityName: givenName)
    copy.predicate = predicate
    copy.includesSubentities = includesSubentities
    copy.propertiesToUpdate = propertiesToUpdate
    copy.resultType = resultType
    copy.isAtomic = isAtomic
    copy.affectedStores = affectedStores
    return copy
  }

  override func run(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
    let outcome = try BatchUpdate(self, in: context).run()
    return NSBatchUpdateResult(outcome.value(form), resultType)
  }

  final var form: BatchForm {
    switch resultType {
    case .statusOnlyResultType: .status
    case .updatedObjectIDsResultType: .objectIDs
    case .updatedObjectsCountResultType: .count
    }
  }
}

/// The forms of a batch update's result.
public enum NSBatchUpdateRequestResultType: UInt, Sendable {
  /// The success of the request, a `Bool`.
  case statusOnlyResultType = 0
  /// The IDs of the changed rows, `[NSManagedObjectID]`.
  case updatedObjectIDsResultType = 1
  /// The number of changed rows, an `Int`.
  case updatedObjectsCountResultType = 2
}

/// The result of a batch update.
nonisolated open class NSBatchUpdateResult: NSPersistentStoreResult {
  /// A `Bool`, an `Int` or `[NSManagedObjectID]`, as ``resultType`` says.
  open var result: Any? { value }

  /// The form of ``result``.
  open var resultType: NSBatchUpdateRequestResultType { type }

  private final let value: Any?
  private final let type: NSBatchUpdateRequestResultType

  /// For stores of your own that answer with a subclass, which overrides both properties.
  public override init() {
    value = nil
    type = .statusOnlyResultType
    super.init()
  }

  init(_ value: Any, _ type: NSBatchUpdateRequestResultType) {
    self.value = value
    self.type = type
    super.init()
  }
}
