// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// A small model: companies with ordered staff, persons with bosses, friends and tags, managers as
/// a sub-entity. Slots follow the order of the lists.
enum Sample {
  static let company = 0
  static let person = 1
  static let manager = 2
  static let tag = 3

  static let attributes: [(String, AttributeType)] = [
    ("age", .integer64), ("born", .date), ("code", .uuid), ("image", .binaryData),
    ("isActive", .boolean), ("name", .string), ("nick", .string), ("rank", .integer16),
    ("salary", .decimal), ("score", .double), ("weight", .float),
  ]
  static let age = 0, born = 1, code = 2, image = 3, isActive = 4, name = 5, nick = 6, rank = 7
  static let salary = 8, score = 9, weight = 10
  static let boss = 0, employer = 1
  static let friends = 0, reports = 1, tags = 2

  static let schema = StoreSchema(
    entities: [companyEntity, personEntity(1), personEntity(2), tagEntity],
    links: [
      LinkSchema(
        firstEntity: person, firstName: "friends", secondEntity: person, secondName: "friends",
        isFirstOrdered: false, isSecondOrdered: false),
      LinkSchema(
        firstEntity: person, firstName: "tags", secondEntity: tag, secondName: "people",
        isFirstOrdered: true, isSecondOrdered: false),
    ])

  private static let companyEntity = EntitySchema(
    name: "Company", index: company, parent: nil, root: company, subtree: 0..<1, isAbstract: false,
    attributes: [attribute("title", .string, slot: 0, declaredBy: company)], toOnes: [],
    toManys: [
      ToManySchema(
        name: "staff", declaredBy: company, destination: person, isOrdered: true,
        storage: .inverse(toOne: employer))
    ],
    slotCount: 1, constraints: [ConstraintSchema(declaredBy: company, columns: [.attribute(0)])],
    indexes: [])

  private static func personEntity(_ index: Int) -> EntitySchema {
    var list = attributes.enumerated().map { attribute($1.0, $1.1, slot: $0, declaredBy: person) }
    if index == manager { list.append(attribute("bonus", .double, slot: 16, declaredBy: manager)) }
    return EntitySchema(
      name: index == person ? "Person" : "Manager", index: index,
      parent: index == person ? nil : person, root: person,
      subtree: index == person ? 1..<3 : 2..<3, isAbstract: false, attributes: list,
      toOnes: [
        ToOneSchema(
          name: "boss", slot: 11, orderSlot: nil, declaredBy: person, destination: person,
          isInverseToMany: true),
        ToOneSchema(
          name: "employer", slot: 13, orderSlot: 15, declaredBy: person, destination: company,
          isInverseToMany: true),
      ],
      toManys: [
        ToManySchema(
          name: "friends", declaredBy: person, destination: person, isOrdered: false,
          storage: .link(0, ownerSide: .first)),
        ToManySchema(
          name: "reports", declaredBy: person, destination: person, isOrdered: false,
          storage: .inverse(toOne: boss)),
        ToManySchema(
          name: "tags", declaredBy: person, destination: tag, isOrdered: true,
          storage: .link(1, ownerSide: .first)),
      ],
      slotCount: index == person ? 16 : 17,
      constraints: [
        ConstraintSchema(declaredBy: person, columns: [.attribute(code)]),
        ConstraintSchema(declaredBy: person, columns: [.attribute(nick), .toOne(employer)]),
      ],
      indexes: [
        IndexSchema(
          name: "byEmployer", declaredBy: person,
          elements: [
            .init(column: .toOne(employer), isAscending: true),
            .init(column: .attribute(age), isAscending: true),
          ]),
        IndexSchema(
          name: "byName", declaredBy: person,
          elements: [.init(column: .attribute(name), isAscending: true)]),
        IndexSchema(
          name: "byScore", declaredBy: person,
          elements: [.init(column: .attribute(score), isAscending: false)]),
      ])
  }

  private static let tagEntity = EntitySchema(
    name: "Tag", index: tag, parent: nil, root: tag, subtree: 3..<4, isAbstract: false,
    attributes: [attribute("label", .string, slot: 0, declaredBy: tag)], toOnes: [],
    toManys: [
      ToManySchema(
        name: "people", declaredBy: tag, destination: person, isOrdered: false,
        storage: .link(1, ownerSide: .second))
    ], slotCount: 1, constraints: [], indexes: [])

  private static func attribute(
    _ name: String, _ type: AttributeType, slot: Int, declaredBy: Int
  ) -> AttributeSchema {
    AttributeSchema(
      name: name, type: type, slot: slot, declaredBy: declaredBy, allowsExternalStorage: false)
  }

  /// A row from values by slot.
  static func row(_ entity: Int, version: Int64 = 1, _ values: [Int: AttributeValue]) -> Row {
    let assembler = RowAssembler(chunkCapacity: 512)
    assembler.begin(
      entity: entity, slotCount: schema.entities[entity].slotCount, version: version)
    for (slot, value) in values { assembler.set(value, slot) }
    return assembler.finish()
  }
}
