// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// Rows to insert without objects: given as dictionaries, or asked for one by one.
///
/// No context, object or validation method takes part; what is missing has its default value, and
/// relationships cannot be set. Goes to one store: the first writable one of those asked that holds
/// the entity.
nonisolated open class NSBatchInsertRequest: NSPersistentStoreRequest {
  /// The entity's name.
  open var entityName: String { entity?.name ?? givenName }

  /// The entity; `nil` when only a name was given.
  open var entity: NSEntityDescription? { givenEntity }

  /// The values of each row by attribute name, or by key path into a composite attribute.
  open var objectsToInsert: [[String: Any]]?

  /// Fills in the dictionary of the next row; true when there is none, and what was filled in is
  /// not inserted.
  open var dictionaryHandler: ((NSMutableDictionary) -> Bool)?

  /// Fills in the object of the next row, which is in no context and must not be kept; true when
  /// there is none, and what was filled in is not inserted.
  open var managedObjectHandler: ((NSManagedObject) -> Bool)?

  /// The form of the result; only the status by default.
  open var resultType = NSBatchInsertRequestResultType.statusOnly

  private final let givenName: String
  private final let givenEntity: NSEntityDescription?

  /// A request for the entity of that name, looked up when the request is executed.
  public init(entityName: String, objects dictionaries: [[String: Any]]) {
    givenName = entityName
    givenEntity = nil
    objectsToInsert = dictionaries
    super.init()
  }

  /// A request that inserts a row for each dictionary of values, as ``objectsToInsert`` has them.
  public init(entity: NSEntityDescription, objects dictionaries: [[String: Any]]) {
    givenName = entity.name ?? ""
    givenEntity = entity
    objectsToInsert = dictionaries
    super.init()
  }

  private init(_ name: String, _ entity: NSEntityDescription?) {
    givenName = name
    givenEntity = entity
    super.init()
  }

  /// A request that inserts a row for each dictionary that a block fills in, for an entity that is
  /// looked up when the request is executed. The block returns true when there is no further row.
  public convenience init(
    entityName: String, dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool
  ) {
    self.init(entityName, nil)
    dictionaryHandler = handler
  }

  /// A request that inserts a row for each dictionary that a block fills in. The block returns true
  /// when there is no further row.
  public convenience init(
    entity: NSEntityDescription, dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool
  ) {
    self.init(entity.name ?? "", entity)
    dictionaryHandler = handler
  }

  /// A request that inserts a row for each object that a block fills in, for an entity that is
  /// looked up when the request is executed. The block returns true when there is no further row.
  public convenience init(
    entityName: String, managedObjectHandler handler: @escaping (NSManagedObject) -> Bool
  ) {
    self.init(entityName, nil)
    managedObjectHandler = handler
  }

  /// A request that inserts a row for each object that a block fills in. The block returns true
  /// when there is no further row.
  public convenience init(
    entity: NSEntityDescription, managedObjectHandler handler: @escaping (NSManagedObject) -> Bool
  ) {
    self.init(entity.name ?? "", entity)
    managedObjectHandler = handler
  }

  open override var requestType: NSPersistentStoreRequestType { .batchInsertRequestType }

  /// A text that names the entity, the number of objects, if they are given at once, and the form of the
  /// result.
  open override var description: String {
    let objects = objectsToInsert.map { "objects: \($0.count); " } ?? ""
    return "\(ObjectText.head(self)) (entity: \(entityName); \(objects)result type: \(resultType))"
  }

  /// Returns a request with the same fields.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSBatchInsertRequest(givenName, givenEntity)
    copy.objectsToInsert = objectsToInsert
    copy.dictionaryHandler = dictionaryHandler
    copy.managedObjectHandler = managedObjectHandler
    copy.resultType = resultType
    copy.affectedStores = affectedStores
    return copy
  }

  override func run(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
    let outcome = try BatchInsertion(self, in: context).run()
    return NSBatchInsertResult(outcome.value(form), resultType)
  }

  final var form: BatchForm {
    switch resultType {
    case .statusOnly: .status
    case .objectIDs: .objectIDs
    case .count: .count
    }
  }
}

/// The forms of a batch insertion's result.
public enum NSBatchInsertRequestResultType: UInt, Sendable {
  /// The success of the request, a `Bool`.
  case statusOnly = 0
  /// The IDs of the rows, `[NSManagedObjectID]`.
  case objectIDs = 1
  /// The number of inserted rows, an `Int`.
  case count = 2
}

/// The result of a batch insertion.
nonisolated open class NSBatchInsertResult: NSPersistentStoreResult {
  /// A `Bool`, an `Int` or `[NSManagedObjectID]`, as ``resultType`` says.
  open var result: Any? { value }

  /// The form of ``result``.
  open var resultType: NSBatchInsertRequestResultType { type }

  private final let value: Any?
  private final let type: NSBatchInsertRequestResultType

  /// For stores of your own that answer with a subclass, which overrides both properties.
  public override init() {
    value = nil
    type = .statusOnly
    super.init()
  }

  init(_ value: Any, _ type: NSBatchInsertRequestResultType) {
    self.value = value
    self.type = type
    super.init()
  }
}
