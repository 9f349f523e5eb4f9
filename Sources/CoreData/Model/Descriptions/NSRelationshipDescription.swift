// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// A relationship of an entity to objects of another, or of the same.
///
/// The two sides of a relationship name each other as inverses; in code each side is set alone.
nonisolated open class NSRelationshipDescription: NSPropertyDescription {
  /// Shared with inherited copies.
  final class Link {
    @Anchored var destination: NSEntityDescription?
    weak var inverse: NSRelationshipDescription? {
      didSet { inverseFacets = inverse?.facets }
    }
    /// The facets of the inverse, which name it also when it is gone: a model may be made of copies.
    private(set) var inverseFacets: PropertyFacets?
    var minCount = 0
    var maxCount = 0
    var deleteRule = NSDeleteRule.nullifyDeleteRule
    var isOrdered = false

    init() {}

    func copy() -> Link {
      let copy = Link()
      copy.destination = destination
      copy.inverse = inverse
      copy.inverseFacets = inverseFacets
      copy.minCount = minCount
      copy.maxCount = maxCount
      copy.deleteRule = deleteRule
      copy.isOrdered = isOrdered
      return copy
    }
  }

  final let link: Link

  /// A to-many relationship without a destination that nullifies.
  public override init() {
    link = Link()
    super.init()
  }

  init(facets: PropertyFacets, link: Link, isInherited: Bool) {
    self.link = link
    super.init(facets: facets, isInherited: isInherited)
  }

  /// The entity of the objects; objects of its subentities count too. Not owned.
  open var destinationEntity: NSEntityDescription? {
    get { link.destination }
    set { mutableLink().destination = newValue }
  }

  /// The relationship back; `nil` when there is none. Not owned, and not set mutually. Where the one that was
  /// set is in no entity, it is the destination's of that name: entities may have been given copies.
  open var inverseRelationship: NSRelationshipDescription? {
    get { link.inverse.flatMap { $0.owner == nil ? nil : $0 } ?? namedInverse ?? link.inverse }
    set { mutableLink().inverse = newValue }
  }

  /// The least number of objects, as given; 0 by default.
  open var minCount: Int {
    get { link.minCount }
    set { mutableLink().minCount = newValue }
  }

  /// The greatest number of objects, as given; 0 by default, which is unbounded.
  open var maxCount: Int {
    get { link.maxCount }
    set { mutableLink().maxCount = newValue }
  }

  /// True if there may be more than one object.
  open var isToMany: Bool { link.maxCount != 1 }

  /// The effect of a deletion of the owner on the objects; nullify by default.
  open var deleteRule: NSDeleteRule {
    get { link.deleteRule }
    set { mutableLink().deleteRule = newValue }
  }

  /// True if a to-many relationship keeps an order; false by default.
  open var isOrdered: Bool {
    get { link.isOrdered }
    set { mutableLink().isOrdered = newValue }
  }

  /// The greatest number that validation allows; `nil` when unbounded.
  final var upperBound: Int? {
    link.maxCount <= 0 || link.maxCount >= Int(Int32.max) ? nil : link.maxCount
  }

  open override func copy(with zone: NSZone? = nil) -> Any {
    NSRelationshipDescription(facets: facets.copy(), link: link.copy(), isInherited: false)
  }

  override func inherited() -> NSPropertyDescription {
    NSRelationshipDescription(facets: facets, link: link, isInherited: true)
  }

  /// Destinations and inverses are compared by name, since they refer to each other in circles.
  override func hasEqualContent(_ other: NSPropertyDescription) -> Bool {
    guard let other = other as? NSRelationshipDescription else { return false }
    return super.hasEqualContent(other) && minCount == other.minCount
      && maxCount == other.maxCount && deleteRule == other.deleteRule
      && isOrdered == other.isOrdered
      && destinationEntity?.name == other.destinationEntity?.name
      && inverseRelationship?.name == other.inverseRelationship?.name
  }

  private func mutableLink() -> Link {
    facets.freezing.requireMutable()
    return link
  }
}

extension NSRelationshipDescription {
  /// The inverse, when it names this relationship as its own inverse in turn.
  final var mutualInverse: NSRelationshipDescription? {
    if let inverse = link.inverse, inverse.link.inverse?.link === link { return inverse }
    return namedInverse
  }

  /// The destination's relationship that has the name of the inverse, when it names this one in turn, and
  /// leads back here.
  private final var namedInverse: NSRelationshipDescription? {
    guard let name = link.inverseFacets?.name, let owner,
      let candidate = link.destination?.relationshipsByName[name],
      candidate.link.inverseFacets?.name == self.name,
      let target = candidate.link.destination, target === owner || owner.isKindOf(entity: target)
    else { return nil }
    return candidate
  }

  /// The entity that declares the relationship, which for an inherited one is an ancestor.
  final var declaringEntity: NSEntityDescription? {
    var next = owner
    while let entity = next {
      if entity.propertyTable.own.contains(where: {
        ($0 as? NSRelationshipDescription)?.link === link
      }) {
        return entity
      }
      next = entity.parent
    }
    return owner
  }
}

/// The effect of a deletion on the objects of a relationship.
public enum NSDeleteRule: UInt, Sendable {
  /// Nothing.
  case noActionDeleteRule = 0
  /// Their inverse relationships are cleared.
  case nullifyDeleteRule = 1
  /// They are deleted too.
  case cascadeDeleteRule = 2
  /// The deletion fails validation while there are any.
  case denyDeleteRule = 3
}
