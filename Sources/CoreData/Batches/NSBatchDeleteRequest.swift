// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// Rows to remove without objects: those that a fetch request finds.
///
/// The stores apply the delete rules *nullify* and *cascade*. No context, object or validation
/// method takes part. Each store asked removes its rows in one transaction; registered objects
/// learn of it when the result is merged.
nonisolated open class NSBatchDeleteRequest: NSPersistentStoreRequest {
  /// The request whose results are removed: a copy of the given one. What is set on it counts, as a
  /// condition that is added later.
  open var fetchRequest: NSFetchRequest<any NSFetchRequestResult> { fetch }

  /// All stores or none, as in a save over several: `Bool`, default false, where each store is a
  /// transaction of its own. Stores of your own that answer such requests themselves cannot take
  /// part: 134091. Spec: R-PSC-926. Our addition.
  open var isAtomic = false

  /// The form of the result; only the status by default.
  open var resultType = NSBatchDeleteRequestResultType.resultTypeStatusOnly

  final var specification: FetchSpecification { fetch.specification }
  /// The objects to remove, when they were given one by one.
  package final private(set) var objectIDs: [NSManagedObjectID]?
  private final let fetch: NSFetchRequest<any NSFetchRequestResult>

  /// Entity, condition, order and window of the fetch request count; its result type does not.
  public init(fetchRequest fetch: NSFetchRequest<any NSFetchRequestResult>) {
    self.fetch = NSFetchRequest(erasing: fetch)
    super.init()
  }

  /// The stores that are asked: by default those of ``fetchRequest``.
  open override var affectedStores: [NSPersistentStore]? {
    get { super.affectedStores ?? fetch.affectedStores }
    set { super.affectedStores = newValue }
  }

  /// The same for a request of any type of results.
  @_disfavoredOverload
  public convenience init<T>(fetchRequest fetch: NSFetchRequest<T>) {
    self.init(fetchRequest: NSFetchRequest(erasing: fetch))
  }

  /// Objects of one entity, or of its subentities. Those that are not stored are passed over.
  public convenience init(objectIDs objects: [NSManagedObjectID]) {
    let request = NSFetchRequest<any NSFetchRequestResult>()
    request.entity = objects.first?.entity
    request.predicate = NSPredicate(format: "SELF IN %@", objects)
    self.init(fetchRequest: request)
    objectIDs = objects
  }

  open override var requestType: NSPersistentStoreRequestType { .batchDeleteRequestType }

  /// A text that names the removed objects and the form of the result.
  open override var description: String {
    "\(ObjectText.head(self)) (fetch request: \(specification.text); result type: \(resultType))"
  }

  /// Returns a request with the same fields.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSBatchDeleteRequest(fetchRequest: fetchRequest)
    copy.objectIDs = objectIDs
    copy.resultType = resultType
    copy.isAtomic = isAtomic
    copy.affectedStores = affectedStores
    return copy
  }

  override func run(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
    let outcome = try BatchDeletion(self, in: context).run()
    return NSBatchDeleteResult(outcome.value(form), resultType)
  }

  final var form: BatchForm {
    switch resultType {
    case .resultTypeStatusOnly: .status
    case .resultTypeObjectIDs: .objectIDs
    case .resultTypeCount: .count
    }
  }
}

/// The forms of a batch deletion's result.
public enum NSBatchDeleteRequestResultType: UInt, Sendable {
  /// The success of the request, a `Bool`.
  case resultTypeStatusOnly = 0
  /// The IDs of the removed rows, `[NSManagedObjectID]`.
  case resultTypeObjectIDs = 1
  /// The number of rows that were removed, an `Int`.
  case resultTypeCount = 2
}

/// The result of a batch deletion.
nonisolated open class NSBatchDeleteResult: NSPersistentStoreResult {
  /// A `Bool`, an `Int` or `[NSManagedObjectID]`, as ``resultType`` says.
  open var result: Any? { value }

  /// The form of ``result``.
  open var resultType: NSBatchDeleteRequestResultType { type }

  private final let value: Any?
  private final let type: NSBatchDeleteRequestResultType

  /// For stores of your own that answer with a subclass, which overrides both properties.
  public override init() {
    value = nil
    type = .resultTypeStatusOnly
    super.init()
  }

  init(_ value: Any, _ type: NSBatchDeleteRequestResultType) {
    self.value = value
    self.type = type
    super.init()
  }
}
