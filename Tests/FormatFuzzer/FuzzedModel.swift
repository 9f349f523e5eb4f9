// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import QueryLowering
import StoreInterface

/// People, who have friends and cars, as predicates see them.
final class FuzzedModel: PredicateModel, Sendable {
  let schema: StoreSchema
  private let entities: [FuzzedEntity]

  init() {
    let types: [(String, AttributeType)] = [
      ("name", .string), ("age", .integer64), ("score", .double), ("born", .date), ("id", .uuid),
      ("price", .decimal), ("isOld", .boolean), ("page", .uri), ("data", .binaryData),
    ]
    let attributes = types.enumerated().map { slot, attribute in
      AttributeSchema(
        name: attribute.0, type: attribute.1, slot: slot, declaredBy: 0,
        allowsExternalStorage: false)
    }
    let friend = ToOneSchema(
      name: "friend", slot: attributes.count, orderSlot: nil, declaredBy: 0, destination: 0,
      isInverseToMany: true)
    let cars = ToManySchema(
      name: "cars", declaredBy: 0, destination: 0, isOrdered: false, storage: .inverse(toOne: 0))
    let person = EntitySchema(
      name: "Person", index: 0, parent: nil, root: 0, subtree: 0..<1, isAbstract: false,
      attributes: attributes, toOnes: [friend], toManys: [cars],
      slotCount: attributes.count + 2, constraints: [], indexes: [])
    schema = StoreSchema(entities: [person], links: [])
    entities = [FuzzedEntity(person)]
  }

  func entity(_ index: Int) -> any NamedEntity { entities[index] }
  func key(of constant: Any) -> ObjectKey? { nil }
  func isObject(_ constant: Any) -> Bool { constant is URL }
  func entityName(of constant: Any) -> String? { nil }
  func link(_ property: PropertyNumber) -> LinkKind? {
    entities[0].schema.attributes[property.property].type == .uri ? .toOne : nil
  }
  func references(to constant: Any) -> [String]? { (constant as? URL).map { ["\($0)"] } }
  func linkMember(_ uri: String) -> String { uri }
  func data(_ constant: Any, of property: PropertyNumber) -> Data? { nil }
}

/// An entity by the names of its schema.
final class FuzzedEntity: NamedEntity, Sendable {
  let schema: EntitySchema

  init(_ schema: EntitySchema) { self.schema = schema }

  func property(named name: String) -> NamedProperty? {
    if let column = schema.attributes.firstIndex(where: { $0.name == name }) {
      return .attribute(
        column, schema.attributes[column].type, PropertyNumber(entity: 0, property: column))
    }
    if schema.toOnes.contains(where: { $0.name == name }) { return .toOne(0, destination: 0) }
    if schema.toManys.contains(where: { $0.name == name }) { return .toMany(0, destination: 0) }
    return name == "list" ? .unstored : nil
  }
}
