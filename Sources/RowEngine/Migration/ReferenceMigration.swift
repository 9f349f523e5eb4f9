// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// The way of references to objects to another version: their numbers stay, their entities are the destination's.
package struct ReferenceMigration: Sendable {
  private let successors: [Int?]
  /// By entity of the destination.
  private let subtrees: [Range<Int>]

  package init(_ migration: SchemaMigration) {
    successors = migration.successors
    subtrees = migration.destination.entities.map(\.subtree)
  }

  /// Returns the key that an object of the source has afterwards; nil if it is removed.
  @inline(__always)
  package func key(_ key: ObjectKey) -> ObjectKey? {
    guard key.entity < successors.count, let entity = successors[key.entity] else { return nil }
    return ObjectKey(entity: entity, number: key.number)
  }

  /// Returns the same for an object that is to stand where objects of an entity (and its descendants)
  /// stand; nil if it is none of them.
  @inline(__always)
  package func key(_ key: ObjectKey, in entity: Int) -> ObjectKey? {
    guard let key = self.key(key), subtrees[entity].contains(key.entity) else { return nil }
    return key
  }

  /// Returns true if every object of an entity of the source (and its descendants) may stand where
  /// objects of an entity of the destination stand.
  package func isTotal(from subtree: Range<Int>, to entity: Int) -> Bool {
    subtree.allSatisfy { index in successors[index].map(subtrees[entity].contains) ?? false }
  }
}

/// The destination of a to-one that is not in the object's own row, with its place in the order.
package struct MigratedReference: Sendable, Equatable {
  /// Of the destination's schema.
  package var key: ObjectKey
  /// The order key; nil: by the object's number.
  package var order: Int64?

  package init(key: ObjectKey, order: Int64? = nil) {
    self.key = key
    self.order = order
  }
}

/// Other rows, or a link, in which the destinations of a to-one lie.
package struct ReferencePlace: Sendable, Hashable {
  package enum Place: Sendable, Hashable {
    /// See ``ToOneOrigin/Place/inverse(entity:toOne:)``.
    case inverse(entity: Int, toOne: Int)
    /// See ``ToOneOrigin/Place/link(_:side:)``.
    case link(Int, side: LinkSide)
  }

  package let place: Place
  /// The entity of the destination's schema to which (or its descendants) they must belong.
  package let entity: Int
  /// True if the position in an ordered inverse is wanted.
  package let keepsOrder: Bool

  init?(_ origin: ToOneOrigin, to toOne: ToOneSchema) {
    switch origin.place {
    case .none, .toOne: return nil
    case .inverse(let entity, let toOne): place = .inverse(entity: entity, toOne: toOne)
    case .link(let link, let side): place = .link(link, side: side)
    }
    entity = toOne.destination
    keepsOrder = origin.keepsOrder && toOne.orderSlot != nil
  }
}
