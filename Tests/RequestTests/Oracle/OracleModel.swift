// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation
import StoreTestSupport

/// The kinds of attributes that random models have.
enum OracleKind: CaseIterable {
  case integer16, integer32, integer64, double, float, decimal, flag, text, date, uuid, data

  var isNumber: Bool {
    switch self {
    case .text, .date, .uuid, .data: false
    default: true
    }
  }

  var hasFractions: Bool { [.double, .float, .decimal].contains(self) }

  var attributeType: NSAttributeType {
    switch self {
    case .integer16: .integer16AttributeType
    case .integer32: .integer32AttributeType
    case .integer64: .integer64AttributeType
    case .double: .doubleAttributeType
    case .float: .floatAttributeType
    case .decimal: .decimalAttributeType
    case .flag: .booleanAttributeType
    case .text: .stringAttributeType
    case .date: .dateAttributeType
    case .uuid: .UUIDAttributeType
    case .data: .binaryDataAttributeType
    }
  }

  static let texts = [
    "", "a", "A", "ada", "Ada", "ADA", "\u{C1}da", "zo\u{EB}", "Zoe", "a b", "x*y", "10", "9", "ab",
    "abc",
  ]

  func random(_ random: inout SplitMix64) -> OracleValue {
    switch self {
    case .flag: .number(Double(random.below(2)))
    case .text: .text(random.pick(Self.texts))
    case .date: .date(Double(random.below(8)) / 2)
    case .uuid:
      .uuid(UUID(uuid: (UInt8(random.below(4)), 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 1)))
    case .data: .data(Data((0..<random.below(3)).map { UInt8($0 * 100 + random.below(2)) }))
    default: .number(Double(random.below(25) - 12) / (hasFractions ? 4 : 1))
    }
  }

  /// The value as a client sets it.
  func property(_ value: OracleValue) -> Any {
    switch value {
    case .none, .object: NSNull()
    case .number(let number):
      switch self {
      case .flag: number != 0
      case .double: number
      case .float: Float(number)
      case .decimal: NSDecimalNumber(value: number)
      default: Int(number)
      }
    case .text(let text): text
    case .date(let date): Date(timeIntervalSinceReferenceDate: date)
    case .uuid(let uuid): uuid
    case .data(let data): data
    }
  }
}

struct OracleAttribute {
  let name: String
  let kind: OracleKind
  let isIndexed: Bool
}

struct OracleRelationship {
  let name: String
  let inverse: String
  let source: Int
  let destination: Int
  let isToMany: Bool
}

/// Two trees of entities with random attributes, and pairs of relationships between the roots. Every
/// object has a serial number of its own.
struct OracleModel {
  struct Entity {
    let name: String
    let parent: Int?
    let own: [OracleAttribute]
  }

  let entities: [Entity]
  let relationships: [OracleRelationship]

  init(_ random: inout SplitMix64) {
    var count = 0
    func attributes(_ random: inout SplitMix64) -> [OracleAttribute] {
      (0..<(2 + random.below(3))).map { _ in
        count += 1
        return OracleAttribute(
          name: "k\(count)", kind: random.pick(OracleKind.allCases), isIndexed: random.oneIn(3))
      }
    }
    var entities = [
      Entity(name: "Base", parent: nil, own: attributes(&random)),
      Entity(name: "Other", parent: nil, own: attributes(&random)),
    ]
    for name in ["Special", "Rare"].prefix(random.below(3)) {
      let parent = name == "Rare" ? random.pick([0, 2]) : 0
      entities.append(Entity(name: name, parent: parent, own: attributes(&random)))
    }
    self.entities = entities
    relationships = (0..<(1 + random.below(3))).flatMap { number in
      let (source, destination) = (random.below(2), random.below(2))
      let isToMany = random.oneIn(3)
      let isBackToMany = isToMany || !random.oneIn(4)
      let (name, inverse) = ("r\(number)", "s\(number)")
      return [
        OracleRelationship(
          name: name, inverse: inverse, source: source, destination: destination,
          isToMany: isToMany),
        OracleRelationship(
          name: inverse, inverse: name, source: destination, destination: source,
          isToMany: isBackToMany),
      ]
    }
  }

  /// The serial number and the attributes of an entity, inherited ones included.
  func attributes(of entity: Int) -> [OracleAttribute] {
    let inherited = entities[entity].parent.map(attributes(of:)) ?? [Self.serial]
    return inherited + entities[entity].own
  }

  static let serial = OracleAttribute(name: "serial", kind: .integer64, isIndexed: false)

  func root(of entity: Int) -> Int { entities[entity].parent.map(root(of:)) ?? entity }

  func relationships(of entity: Int) -> [OracleRelationship] {
    relationships.filter { $0.source == root(of: entity) }
  }

  func relationship(_ name: String) -> OracleRelationship {
    guard let found = relationships.first(where: { $0.name == name }) else {
      preconditionFailure("No relationship \(name)")
    }
    return found
  }

  func isKind(_ entity: Int, of ancestor: Int) -> Bool {
    entity == ancestor || entities[entity].parent.map { isKind($0, of: ancestor) } ?? false
  }
}
