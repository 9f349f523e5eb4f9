// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation
package import StoreInterface

/// The model that predicates and orders are written for: its entities, and what those constants
/// stand for that are no plain values.
package protocol PredicateModel {
  /// The entity of a number.
  func entity(_ index: Int) -> any NamedEntity

  /// The key of a constant that stands for an object; `nil` for a temporary object, an object of
  /// another coordinator's store, or what is no object.
  func key(of constant: Any) -> ObjectKey?

  /// Returns true if a constant stands for an object.
  func isObject(_ constant: Any) -> Bool

  /// The name of a constant that is an entity; `nil` for any other.
  func entityName(of constant: Any) -> String?

  /// How many objects an attribute leads to that is a link; `nil` for any other attribute.
  func link(_ property: PropertyNumber) -> LinkKind?

  /// The URIs by which links may name the object that a constant stands for; `nil` for what is no
  /// object.
  func references(to constant: Any) -> [String]?

  /// The text that a list of URIs contains if it has one of them.
  func linkMember(_ uri: String) -> String

  /// The bytes that a transformable attribute keeps of a constant; `nil` where it cannot.
  func data(_ constant: Any, of property: PropertyNumber) -> Data?
}

/// How many objects a link leads to.
package enum LinkKind: UInt8, Sendable {
  case toOne
  case toMany
}

/// An entity with the names of its properties.
package protocol NamedEntity: AnyObject {
  var schema: EntitySchema { get }

  /// The property of a name; `nil` for an unknown one.
  func property(named name: String) -> NamedProperty?
}

/// A property by its number in the layout of an entity.
package struct PropertyNumber: Sendable {
  package let entity: Int
  package let property: Int

  package init(entity: Int, property: Int) {
    self.entity = entity
    self.property = property
  }
}

/// The meaning of a name: columns, or nothing that stores have.
package enum NamedProperty {
  /// An attribute by its column.
  case attribute(Int, AttributeType, PropertyNumber)
  /// A composite attribute, kept as the attributes it is made of.
  case composite([Leaf], PropertyNumber)
  /// A relationship by its column, and the number of the entity that it leads to.
  case toOne(Int, destination: Int)
  case toMany(Int, destination: Int)
  /// A transient or fetched property, or one without a type.
  case unstored

  /// An attribute inside a composite.
  package struct Leaf {
    /// The names from the composite's element down to it.
    package let path: [String]
    package let type: AttributeType
    package let slot: Int

    package init(path: [String], type: AttributeType, slot: Int) {
      self.path = path
      self.type = type
      self.slot = slot
    }
  }
}
