// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// A property of an entity; abstract. Its subclasses are attributes, relationships, fetched
/// properties and, for fetches only, expressions.
///
/// Mutable until its model is used by a coordinator, and not thread-safe until then.
nonisolated open class NSPropertyDescription: NSObject, NSCopying {
  final let facets: PropertyFacets
  /// True if this stands in a subentity for a property of an ancestor.
  final let isInherited: Bool
  @Anchored final var owner: NSEntityDescription?

  /// A property without a name or an entity, optional and persistent.
  public override init() {
    facets = PropertyFacets()
    isInherited = false
    super.init()
  }

  init(facets: PropertyFacets, isInherited: Bool) {
    self.facets = facets
    self.isInherited = isInherited
    super.init()
  }

  /// The entity that has the property; for an inherited property the subentity. A property
  /// without an entity is a programmer error.
  open var entity: NSEntityDescription {
    guard let owner else {
      raise(.internalInconsistency, "The property '\(name)' belongs to no entity.")
    }
    return owner
  }

  /// The name. Adding a store throws for one that `NSManagedObject` uses itself, and for one that
  /// key-value coding could not read: an empty name, one with a dot, or one that begins with `@`.
  open var name: String {
    get { facets.name }
    set { mutable().name = newValue }
  }

  /// True if validation on saving accepts `nil`; true by default.
  open var isOptional: Bool {
    get { facets.isOptional }
    set { mutable().isOptional = newValue }
  }

  /// True if the property is kept in memory only; false by default.
  open var isTransient: Bool {
    get { facets.isTransient }
    set { mutable().isTransient = newValue }
  }

  /// Conditions on the value, which they see as `SELF`; not asked about `nil`.
  open var validationPredicates: [NSPredicate] { facets.validationPredicates }

  /// For each predicate the text or, as a number, the code of the error when it fails.
  open var validationWarnings: [Any] { facets.validationWarnings }

  /// Sets both; they must have the same length.
  open func setValidationPredicates(
    _ validationPredicates: [NSPredicate]?, withValidationWarnings validationWarnings: [String]?
  ) {
    setValidation(validationPredicates ?? [], warnings: validationWarnings ?? [])
  }

  /// Free-form information. May be changed while the model is in use.
  open var userInfo: [AnyHashable: Any]? {
    get { facets.userInfo }
    set { facets.userInfo = newValue }
  }

  /// True if the store should index the property alone.
  open var isIndexed: Bool {
    get { facets.isIndexed }
    set { mutable().isIndexed = newValue }
  }

  /// The SHA-256 that identifies the property's version; computed on each call.
  open var versionHash: Data { VersionHashing.hash(of: self) }

  /// Changes the version hash and nothing else.
  open var versionHashModifier: String? {
    get { facets.versionHashModifier }
    set { mutable().versionHashModifier = newValue }
  }

  /// Kept, without effect.
  open var isIndexedBySpotlight: Bool {
    get { facets.isIndexedBySpotlight }
    set { mutable().isIndexedBySpotlight = newValue }
  }

  /// The name by which migration knows the property; the name unless set.
  open var renamingIdentifier: String? {
    get { facets.renamingIdentifier ?? (name.isEmpty ? nil : name) }
    set { mutable().renamingIdentifier = newValue?.isEmpty == true ? nil : newValue }
  }

  /// Returns a mutable property of equal content that belongs to no entity.
  open func copy(with zone: NSZone? = nil) -> Any {
    NSPropertyDescription(facets: facets.copy(), isInherited: false)
  }

  /// Returns true if the other is a property of the same class with equal content.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSPropertyDescription, type(of: self) == type(of: other) else {
      return false
    }
    return self === other || hasEqualContent(other)
  }

  /// A hash of the name.
  open override var hash: Int { name.hashValue }

  /// The class, the entity and the name.
  open override var description: String { "<\(Self.self): \(owner?.name ?? "-").\(name)>" }

  // MARK: - For subclasses of this module

  /// The same property as seen in a subentity; shares its facets.
  func inherited() -> NSPropertyDescription {
    NSPropertyDescription(facets: facets, isInherited: true)
  }

  func hasEqualContent(_ other: NSPropertyDescription) -> Bool {
    facets.isEqual(to: other.facets)
  }

  /// Returns the facets, when the property may be changed.
  final func mutable() -> PropertyFacets {
    facets.freezing.requireMutable()
    return facets
  }

  final func setValidation(_ predicates: [NSPredicate], warnings: [Any]) {
    guard predicates.count == warnings.count else {
      raise(
        .invalidArgument,
        "The property '\(name)' needs one validation warning for each validation predicate.")
    }
    let facets = mutable()
    facets.validationPredicates = predicates
    facets.validationWarnings = warnings
  }
}
