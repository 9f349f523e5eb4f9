// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// A version of a model in terms that outlive it: entities, attributes and relationships have numbers
/// that stay from version to version, whatever their names.
package struct ModelDraft {
  package struct Attribute {
    package var id: Int
    package var name: String
    package var type: AttributeType
    package var isPreserved: Bool

    package init(id: Int, name: String, type: AttributeType, isPreserved: Bool = false) {
      self.isPreserved = isPreserved
      self.id = id
      self.name = name
      self.type = type
    }
  }

  package struct Entity {
    package var id: Int
    package var name: String
    /// The number of the parent.
    package var parent: Int?
    package var isAbstract = false
    package var attributes: [Attribute] = []
    package var constraints: [[String]] = []
    package var indexes: [[String]] = []

    package init(id: Int, name: String, parent: Int? = nil, isAbstract: Bool = false) {
      self.id = id
      self.name = name
      self.parent = parent
      self.isAbstract = isAbstract
    }
  }

  /// The properties that a relationship is made of, on the entities `one` and `other`.
  package enum Form: CaseIterable {
    case toOne, toMany, oneToOne, oneToMany, manyToOne, manyToMany, symmetric
  }

  package struct Relationship {
    package var id: Int
    /// The property of `one`; that of `other` has an x behind.
    package var name: String
    package var form: Form
    package var one: Int
    package var other: Int
    package var isOrdered = false
    package var isOtherOrdered = false

    package init(id: Int, name: String, form: Form, one: Int, other: Int) {
      self.id = id
      self.name = name
      self.form = form
      self.one = one
      self.other = other
    }

    var otherName: String { name + "x" }
  }

  package var entities: [Entity] = []
  package var relationships: [Relationship] = []

  package init() {}

  package func entity(_ id: Int) -> Entity? { entities.first { $0.id == id } }

  func name(_ id: Int) -> String { entity(id)?.name ?? "" }

  /// The entity and its ancestors.
  func line(_ id: Int) -> [Int] {
    var line: [Int] = []
    var next: Int? = id
    while let id = next {
      line.append(id)
      next = entity(id)?.parent
    }
    return line
  }

  package func schema() -> StoreSchema {
    var builder = SchemaBuilder()
    for entity in entities {
      builder.entity(
        entity.name, parent: entity.parent.map(name), isAbstract: entity.isAbstract)
      for attribute in entity.attributes {
        builder.attribute(
          entity.name, name: attribute.name, type: attribute.type,
          isPreserved: attribute.isPreserved)
      }
      for columns in entity.constraints { builder.constraint(entity.name, columns) }
      for columns in entity.indexes {
        builder.index(entity.name, name: "by" + columns.joined(), columns: columns)
      }
    }
    for relationship in relationships { add(relationship, to: &builder) }
    return builder.build()
  }

  private func add(_ relationship: Relationship, to builder: inout SchemaBuilder) {
    let (one, other) = (name(relationship.one), name(relationship.other))
    let (own, back) = (relationship.name, relationship.otherName)
    switch relationship.form {
    case .toOne: builder.toOne(one, name: own, to: other)
    case .toMany: builder.toMany(one, name: own, to: other, isOrdered: relationship.isOrdered)
    case .oneToOne: builder.oneToOne(one, name: own, other, name: back)
    case .oneToMany:
      builder.oneToMany(
        one, toMany: own, other, toOne: back, isOrdered: relationship.isOrdered)
    case .manyToOne:
      builder.oneToMany(
        other, toMany: back, one, toOne: own, isOrdered: relationship.isOtherOrdered)
    case .manyToMany:
      builder.manyToMany(
        one, name: own, isOrdered: relationship.isOrdered, other, name: back,
        isSecondOrdered: relationship.isOtherOrdered)
    case .symmetric:
      builder.manyToMany(
        one, name: own, isOrdered: relationship.isOrdered, one, name: own,
        isSecondOrdered: relationship.isOrdered)
    }
  }
}
