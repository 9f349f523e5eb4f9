// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import enum QueryLowering.LinkKind
import StoreInterface

/// All that access to one property of an entity needs, resolved once.
struct PropertyRecord {
  /// The kind of a property, as far as objects and rows are concerned.
  enum Kind: UInt8 {
    case attribute
    /// Kept as the attributes it is made of.
    case composite
    case toOne
    case toMany
    /// The result of a fetch; never stored.
    case fetched
  }

  /// The position in the layout; equal in all subentities.
  let index: Int
  let name: String
  /// See `PropertyNameHash`; generated code carries it.
  let nameHash: UInt64
  let kind: Kind
  /// The type of a stored kind of attribute; `nil` for composites, relationships, undefined types.
  let type: AttributeType?
  /// Not stored; so is every fetched property.
  let isTransient: Bool
  let isOptional: Bool
  let isOrdered: Bool
  /// Computed by the save.
  let isDerived: Bool
  /// The slot of the value in rows, the first of two for a to-one; -1 when it has none.
  let slot: Int
  /// The index in the schema's attributes, to-ones or to-manys, by kind; -1 when not stored.
  let column: Int
  /// The entity's own view of the property.
  let description: NSPropertyDescription
  /// The index of the destination entity; -1 for what is no relationship or leads nowhere.
  let destination: Int
  /// The indexes of that entity and of its subentities.
  let destinations: Range<UInt32>
  /// The index of the inverse in the destination's layout; -1 when there is none.
  let inverse: Int
  let deleteRule: NSDeleteRule
  /// The attributes that a composite is made of.
  let leaves: [CompositeLeaf]
  /// The value of new objects of a transient attribute.
  let transientDefault: PropertyValue
  /// Of a link to objects of any store, how many; nil for any other property.
  let link: LinkKind?

  /// True if saves write it.
  var isPersistent: Bool { !isTransient && kind != .fetched }

  var isRelationship: Bool { kind == .toOne || kind == .toMany }
}

/// An attribute inside a composite, with its place in rows.
struct CompositeLeaf {
  /// The names from the composite's element down to it.
  let path: [String]
  let type: AttributeType
  let slot: Int
  let attribute: NSAttributeDescription

  /// The path from the composite attribute's name on.
  func keyPath(in record: PropertyRecord) -> String {
    ([record.name] + path).joined(separator: ".")
  }
}
