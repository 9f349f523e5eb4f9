// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// A description of a fetch: an entity, a condition, an order, and the form of the results.
///
/// A plain value holder, not thread-safe. Changing one after it was executed affects the next
/// execution only.
nonisolated open class NSFetchRequest<ResultType>: NSPersistentStoreRequest {
  final var specification = FetchSpecification()

  /// A request without an entity; one must be set before it is executed.
  public override init() { super.init() }

  /// A request for the entity of that name, looked up when the request is executed.
  public convenience init(entityName: String) {
    self.init()
    specification.entityName = entityName
  }

  open override var requestType: NSPersistentStoreRequestType { .fetchRequestType }

  /// Entity, condition, order, window and form of the results.
  open override var description: String { "\(ObjectText.head(self)) (\(specification.text))" }

  /// The entity; `nil` when only a name was given.
  open var entity: NSEntityDescription? {
    get { specification.entity }
    set { specification.entity = newValue }
  }

  /// The entity's name.
  open var entityName: String? { specification.entity?.name ?? specification.entityName }

  /// The condition that results meet; `nil`, the default, accepts all.
  open var predicate: NSPredicate? {
    get { specification.predicate }
    set { specification.predicate = newValue?.structured }
  }

  /// The order of results; without one it is unspecified.
  open var sortDescriptors: [NSSortDescriptor]? {
    get { specification.sortDescriptors }
    set { specification.sortDescriptors = newValue }
  }

  /// The greatest number of results; 0, the default, is no limit.
  open var fetchLimit: Int {
    get { specification.fetchLimit }
    set { specification.fetchLimit = newValue }
  }

  /// How many of the first results to leave out; 0 by default.
  open var fetchOffset: Int {
    get { specification.fetchOffset }
    set { specification.fetchOffset = newValue }
  }

  /// How many rows to load at once; 0, the default, loads all.
  open var fetchBatchSize: Int {
    get { specification.fetchBatchSize }
    set { specification.fetchBatchSize = newValue }
  }

  /// The form of the results; managed objects by default.
  open var resultType: NSFetchRequestResultType {
    get { specification.resultType }
    set { specification.resultType = newValue }
  }

  /// True if subentities match too; true by default.
  open var includesSubentities: Bool {
    get { specification.includesSubentities }
    set { specification.includesSubentities = newValue }
  }

  /// True if rows are loaded with the identities; true by default.
  open var includesPropertyValues: Bool {
    get { specification.includesPropertyValues }
    set { specification.includesPropertyValues = newValue }
  }

  /// True if objects may come back as faults; true by default.
  open var returnsObjectsAsFaults: Bool {
    get { specification.returnsObjectsAsFaults }
    set { specification.returnsObjectsAsFaults = newValue }
  }

  /// True if unsaved changes of the context count; true by default, never for dictionaries.
  open var includesPendingChanges: Bool {
    get { specification.includesPendingChanges }
    set { specification.includesPendingChanges = newValue }
  }

  /// Key paths of relationships whose objects are loaded along; a path ends at a key that
  /// is no relationship (R-CTX-499).
  open var relationshipKeyPathsForPrefetching: [String]? {
    get { specification.relationshipKeyPathsForPrefetching }
    set { specification.relationshipKeyPathsForPrefetching = newValue }
  }

  /// Names, property descriptions or expression descriptions; `nil`, the default, is every
  /// attribute and to-one relationship.
  open var propertiesToFetch: [Any]? {
    get { specification.propertiesToFetch }
    set { specification.propertiesToFetch = newValue }
  }

  /// True if equal dictionaries come back once; false by default.
  open var returnsDistinctResults: Bool {
    get { specification.returnsDistinctResults }
    set { specification.returnsDistinctResults = newValue }
  }

  /// True if unmodified values of registered objects are refreshed; false by default.
  open var shouldRefreshRefetchedObjects: Bool {
    get { specification.shouldRefreshRefetchedObjects }
    set { specification.shouldRefreshRefetchedObjects = newValue }
  }

  /// The properties that dictionaries are grouped by; names or descriptions. Nil by default.
  ///
  /// Groups come in the order of their first rows; stores make them without objects (R-REQ-035).
  open var propertiesToGroupBy: [Any]? {
    get { specification.propertiesToGroupBy }
    set { specification.propertiesToGroupBy = newValue }
  }

  /// The condition that groups meet: on the names of columns and groups, as keys or variables, and on
  /// statistics over the group (R-REQ-036). Nil by default; an error of the fetch without groups.
  open var havingPredicate: NSPredicate? {
    get { specification.havingPredicate }
    set { specification.havingPredicate = newValue?.structured }
  }

  /// Returns the results in the context whose block runs on this thread: call it within `perform`
  /// or `performAndWait`. Throws elsewhere.
  open func execute() throws -> [ResultType] {
    guard let context = ThreadQueues.current.last?.owner else {
      throw CocoaError.make(
        exception: .internalInconsistency,
        reason:
          "execute() is for blocks of a context. Call it within perform or performAndWait, or "
          + "use the context's fetch(_:).")
    }
    return try context.fetch(self)
  }

  override var fetchSpecification: FetchSpecification? { specification }

  /// Returns a request with the same fields; the entity and the predicate are shared.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSFetchRequest<ResultType>()
    copy.specification = specification
    copy.affectedStores = affectedStores
    return copy
  }

  /// Returns true if the other is a fetch request with equal fields.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = (object as? NSPersistentStoreRequest)?.fetchSpecification else {
      return false
    }
    return specification.isEqual(to: other)
  }

  /// A hash of the entity's name.
  open override var hash: Int { entityName.hashValue }
}

/// The types that a fetch request may return: managed objects, their IDs, dictionaries and numbers.
///
/// `NSFetchRequest` does not constrain its parameter to this protocol, because a protocol type
/// does not conform to its own protocol and `NSFetchRequest<NSFetchRequestResult>` must compile.
public protocol NSFetchRequestResult: NSObjectProtocol {}

extension NSDictionary: NSFetchRequestResult {}
extension NSNumber: NSFetchRequestResult {}

/// The form of a fetch's results.
public struct NSFetchRequestResultType: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt

  /// The form of these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Managed objects; the default.
  public static var managedObjectResultType: NSFetchRequestResultType { [] }
  /// Object IDs.
  public static let managedObjectIDResultType = NSFetchRequestResultType(rawValue: 1)
  /// Dictionaries of the properties to fetch.
  public static let dictionaryResultType = NSFetchRequestResultType(rawValue: 2)
  /// One number: how many objects match.
  public static let countResultType = NSFetchRequestResultType(rawValue: 4)
}

extension NSFetchRequest where ResultType == any NSFetchRequestResult {
  /// A copy of a request for results of any type.
  nonisolated convenience init<T>(erasing request: NSFetchRequest<T>) {
    self.init()
    specification = request.specification
    affectedStores = request.affectedStores
  }
}
