// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A link to an object, or to a set of objects, that may live in another store. Our addition, for
/// what relationships cannot do and fetched properties cannot write (R-PSC-965).
///
/// ```swift
/// let book = LinkDescription()
/// book.name = "book"
/// book.destinationEntityName = "Book"
/// loan.properties.append(book)
/// ```
///
/// The other object may be new, and of any store; the two are saved together.
///
/// ```swift
/// loan.setValue(someBook, forKey: "book")
/// try context.save()
/// request.predicate = NSPredicate(format: "book == %@", someBook)
/// ```
///
/// The value is an `NSManagedObject?`, or a `Set<NSManagedObject>` of a to-many link; URIs and object
/// IDs are accepted as well. Stores keep the URIs: an attribute of type URI, or of type string for a
/// to-many link, with a URI a line, so that any store can hold links, and the version hash is that of
/// such an attribute.
///
/// A link is resolved when it is read, which costs one query for each store of destinations that the
/// context has not loaded. What is gone, or in a store that is not added, reads as nil, or is left out
/// of the set; the stored URI stays until the link is set. There is no inverse to maintain and no
/// delete rule: see ``owners(of:in:)`` and ``NSPersistentStoreCoordinator/brokenLinks(in:repairing:)``.
///
/// Predicates compare links with objects, IDs, their URIs and nil, by `==`, `!=`, `IN`, and for
/// to-many links `ANY link ==`, `CONTAINS`, `%@ IN link` and `link.@count == 0`; stores answer these.
/// A key path cannot go through a link. Results as dictionaries have the ID of a to-one link; those of
/// a to-many are refused, as those of to-many relationships are.
nonisolated open class LinkDescription: NSAttributeDescription {
  /// Shared with inherited copies.
  final class Target {
    var entityName: String?
    var isToMany = false
    var checksExistence = false

    func copy() -> Target {
      let copy = Target()
      copy.entityName = entityName
      copy.isToMany = isToMany
      copy.checksExistence = checksExistence
      return copy
    }

    func isEqual(to other: Target) -> Bool {
      entityName == other.entityName && isToMany == other.isToMany
        && checksExistence == other.checksExistence
    }
  }

  final let target: Target

  /// A to-one link without a destination entity, indexed.
  public override init() {
    target = Target()
    super.init()
    super.type = .uri
    isIndexed = true
  }

  init(
    facets: PropertyFacets, attribute: AttributeFacets, target: Target, isInherited: Bool
  ) {
    self.target = target
    super.init(facets: facets, attribute: attribute, isInherited: isInherited)
  }

  /// The name of the entity that destinations are of, or of its subentities. Adding a store throws
  /// if the model has none of that name.
  open var destinationEntityName: String? {
    get { target.entityName }
    set {
      facets.freezing.requireMutable()
      target.entityName = newValue
    }
  }

  /// The entity of that name in the model of the link's own entity; setting it sets the name.
  open var destinationEntity: NSEntityDescription? {
    get { target.entityName.flatMap { owner?.model?.entitiesByName[$0] } }
    set { destinationEntityName = newValue?.name }
  }

  /// True for a link to a set of objects; false by default. Setting it sets the type, and asks for an
  /// index of a to-one link only: that of a list of URIs would be of no use.
  open var isToMany: Bool {
    get { target.isToMany }
    set {
      facets.freezing.requireMutable()
      target.isToMany = newValue
      super.type = newValue ? .string : .uri
      isIndexed = !newValue
    }
  }

  /// True if a save refuses a changed link whose destination does not exist; false by default. Costs
  /// a query for each store of destinations that are not loaded, for each changed object.
  open var checksExistence: Bool {
    get { target.checksExistence }
    set {
      facets.freezing.requireMutable()
      target.checksExistence = newValue
    }
  }

  /// The type in which stores keep the link: URI, or string for a to-many. Setting it has no effect.
  open override var type: AttributeType {
    get { super.type }
    set { facets.freezing.requireMutable() }
  }

  open override func copy(with zone: NSZone? = nil) -> Any {
    LinkDescription(
      facets: facets.copy(), attribute: attribute.copy(), target: target.copy(),
      isInherited: false)
  }

  override func inherited() -> NSPropertyDescription {
    LinkDescription(facets: facets, attribute: attribute, target: target, isInherited: true)
  }

  override func hasEqualContent(_ other: NSPropertyDescription) -> Bool {
    guard let other = other as? LinkDescription else { return false }
    return super.hasEqualContent(other) && target.isEqual(to: other.target)
  }
}
