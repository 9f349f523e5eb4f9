// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// How what was stored for one schema becomes what is stored for another.
///
/// An object keeps its number: the objects of a hierarchy of the destination come from one hierarchy
/// of the source at most, which may be split among several. References to objects that are removed, or
/// are not of the destination's entities any more, become null. Where a list has an origin, the values
/// are the source's; where it has none, the destination begins with none.
package final class SchemaMigration: Sendable {
  package let source: StoreSchema
  package let destination: StoreSchema
  /// By entity of the destination; nil for one that begins without objects.
  package let entities: [EntityOrigin?]
  /// By entity of the source: what its objects become; nil when they are removed.
  package let successors: [Int?]
  /// By link of the destination: all of these together; none for one that begins empty.
  package let links: [[PairOrigin]]

  package init(
    from source: StoreSchema, to destination: StoreSchema, entities: [EntityOrigin?],
    links: [[PairOrigin]]
  ) {
    self.source = source
    self.destination = destination
    self.entities = entities
    self.links = links
    var successors = [Int?](repeating: nil, count: source.entities.count)
    for (index, origin) in entities.enumerated() {
      if let origin { successors[origin.source] = index }
    }
    self.successors = successors
  }
}

/// Where the objects of an entity, and their values, come from.
package struct EntityOrigin: Sendable, Equatable {
  /// The entity of the source.
  package var source: Int
  /// By index of the destination's `attributes`, inherited ones included.
  package var attributes: [AttributeOrigin]
  /// By index of the destination's `toOnes`, inherited ones included.
  package var toOnes: [ToOneOrigin]

  package init(source: Int, attributes: [AttributeOrigin], toOnes: [ToOneOrigin]) {
    self.source = source
    self.attributes = attributes
    self.toOnes = toOnes
  }
}

/// Where the values of an attribute come from.
package struct AttributeOrigin: Sendable, Equatable {
  /// An index of the source entity's `attributes`, whose type is the same or a narrower one of numbers,
  /// as which integers may become floating-point numbers; nil: it has no such one.
  package var attribute: Int?
  /// The value of objects that have none otherwise.
  package var fallback: AttributeValue
  /// True if every object must have a value afterwards: one without ends the migration.
  package var isRequired: Bool

  package init(attribute: Int?, fallback: AttributeValue = .null, isRequired: Bool = false) {
    self.attribute = attribute
    self.fallback = fallback
    self.isRequired = isRequired
  }
}

/// Where the destinations of a to-one relationship come from.
package struct ToOneOrigin: Sendable, Equatable {
  package enum Place: Sendable, Equatable {
    /// No object has a destination.
    case none
    /// The object's own to-one, an index of the source entity's `toOnes`.
    case toOne(Int)
    /// Those objects whose to-one leads here: a to-one of an entity of the source (and its
    /// descendants), by its index. Where several do, the one with the lowest number.
    case inverse(entity: Int, toOne: Int)
    /// The other end of a link of the source; the object is on this side of it. Where there are several
    /// the migration is refused.
    case link(Int, side: LinkSide)
  }

  package var place: Place
  /// True if the position in an ordered inverse comes along; else an ordered inverse begins in the
  /// order of the numbers.
  package var keepsOrder: Bool
  /// True if every object must have a destination afterwards: one without ends the migration.
  package var isRequired: Bool

  package init(_ place: Place, keepsOrder: Bool = false, isRequired: Bool = false) {
    self.place = place
    self.keepsOrder = keepsOrder
    self.isRequired = isRequired
  }
}

/// Where pairs of a link come from. Pairs of which an end is removed, or is no object of the link's
/// entities any more, are left out. An ordered relationship begins in the order of the numbers, unless the order comes along.
package enum PairOrigin: Sendable, Equatable {
  /// A link of the source: `isSwapped`: its first objects are the second ones afterwards. Orders come
  /// along where both are ordered.
  case link(Int, isSwapped: Bool)
  /// A to-one of an entity of the source (and its descendants), by its index: an object and its
  /// destination are a pair, of which the object is on `side`. `keepsOrder`: the position in the
  /// ordered inverse comes along, as the order of the objects within their destination.
  case toOne(entity: Int, toOne: Int, side: LinkSide, keepsOrder: Bool)
}
