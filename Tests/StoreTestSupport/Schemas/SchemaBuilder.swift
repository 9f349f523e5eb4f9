// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// Compiles a schema from names, as the model compiler does from a model, so that tests below the
/// API need no model. A wrong name is a mistake of the test and stops it.
package struct SchemaBuilder {
  struct AttributeDraft {
    var name: String
    var type: AttributeType
    var isExternal: Bool
    var isPreserved: Bool
  }

  struct EntityDraft {
    var name: String
    var parent: String?
    var isAbstract: Bool
    var formerName: String?
    var attributes: [AttributeDraft] = []
    var constraints: [[String]] = []
    var indexes: [(name: String, elements: [(column: String, isAscending: Bool)])] = []
  }

  struct RelationshipDraft {
    var owner: String
    var name: String
    var destination: String
    var isToMany: Bool
    var isOrdered: Bool
    var inverse: String?
  }

  private(set) var drafts: [String: EntityDraft] = [:]
  private(set) var relationships: [RelationshipDraft] = []

  package init() {}

  package mutating func entity(
    _ name: String, parent: String? = nil, isAbstract: Bool = false, formerName: String? = nil,
    _ attributes: KeyValuePairs<String, AttributeType> = [:]
  ) {
    drafts[name] = EntityDraft(
      name: name, parent: parent, isAbstract: isAbstract, formerName: formerName)
    for (attribute, type) in attributes { self.attribute(name, name: attribute, type: type) }
  }

  package mutating func attribute(
    _ entity: String, name: String, type: AttributeType, isExternal: Bool = false,
    isPreserved: Bool = false
  ) {
    drafts[entity]?.attributes.append(
      AttributeDraft(name: name, type: type, isExternal: isExternal, isPreserved: isPreserved))
  }

  package mutating func constraint(_ entity: String, _ columns: [String]) {
    drafts[entity]?.constraints.append(columns)
  }

  /// Adds an index; a column that begins with a minus sign is descending.
  package mutating func index(_ entity: String, name: String, columns: [String]) {
    let elements = columns.map { column in
      (column.hasPrefix("-") ? String(column.dropFirst()) : column, !column.hasPrefix("-"))
    }
    drafts[entity]?.indexes.append((name, elements))
  }

  // MARK: - Relationships

  /// A to-one without an inverse.
  package mutating func toOne(_ owner: String, name: String, to destination: String) {
    add(owner, name: name, to: destination, isToMany: false, isOrdered: false, inverse: nil)
  }

  /// A to-many without an inverse.
  package mutating func toMany(
    _ owner: String, name: String, to destination: String, isOrdered: Bool = false
  ) {
    add(owner, name: name, to: destination, isToMany: true, isOrdered: isOrdered, inverse: nil)
  }

  package mutating func oneToOne(
    _ first: String, name firstName: String, _ second: String, name secondName: String
  ) {
    add(first, name: firstName, to: second, isToMany: false, isOrdered: false, inverse: secondName)
    guard (first, firstName) != (second, secondName) else { return }
    add(second, name: secondName, to: first, isToMany: false, isOrdered: false, inverse: firstName)
  }

  package mutating func oneToMany(
    _ one: String, toMany: String, _ many: String, toOne: String, isOrdered: Bool = false
  ) {
    add(one, name: toMany, to: many, isToMany: true, isOrdered: isOrdered, inverse: toOne)
    add(many, name: toOne, to: one, isToMany: false, isOrdered: false, inverse: toMany)
  }

  /// A link. With both ends the same property it is a relationship that is its own inverse.
  package mutating func manyToMany(
    _ first: String, name firstName: String, isOrdered: Bool = false,
    _ second: String, name secondName: String, isSecondOrdered: Bool = false
  ) {
    add(
      first, name: firstName, to: second, isToMany: true, isOrdered: isOrdered, inverse: secondName)
    guard (first, firstName) != (second, secondName) else { return }
    add(
      second, name: secondName, to: first, isToMany: true, isOrdered: isSecondOrdered,
      inverse: firstName)
  }

  private mutating func add(
    _ owner: String, name: String, to destination: String, isToMany: Bool, isOrdered: Bool,
    inverse: String?
  ) {
    relationships.append(
      RelationshipDraft(
        owner: owner, name: name, destination: destination, isToMany: isToMany,
        isOrdered: isOrdered, inverse: inverse))
  }

  func inverse(of relationship: RelationshipDraft) -> RelationshipDraft? {
    relationships.first {
      $0.owner == relationship.destination && $0.name == relationship.inverse
    }
  }

  package func build() -> StoreSchema { SchemaCompilation(self).schema() }
}
