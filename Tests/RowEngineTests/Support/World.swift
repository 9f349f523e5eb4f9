// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import RowEngine
import StoreInterface

/// Some random rows of the sample model that refer to each other.
final class World: RowSource {
  var rows: [ObjectKey: Row] = [:]
  var friends: Set<[Int64]> = []
  var tags: Set<[Int64]> = []

  static let texts = [
    "", "a", "A", "ä", "Ångström", "abc", "ABC", "ab", "b\u{0}c", "é", "e\u{301}", "zz top",
  ]

  init(seed: UInt64, persons: Int = 24) {
    var random = SeededGenerator(seed)
    for number in 1...4 {
      add(Sample.row(Sample.company, [0: .string("c\(number)")]), Int64(number))
    }
    for number in 1...3 { add(Sample.row(Sample.tag, [0: .string("t\(number)")]), Int64(number)) }
    for number in 1...Int64(persons) {
      let entity = random.chance(4) ? Sample.manager : Sample.person
      var values = World.values(&random)
      if entity == Sample.manager { values[16] = .double(Double.random(in: 0...9, using: &random)) }
      if number > 3, !random.chance(4) {
        let boss = Int64.random(in: 1..<number, using: &random)
        values[11] = .reference(ObjectKey(entity: personEntity(boss), number: boss))
      }
      if !random.chance(4) {
        values[13] = .reference(
          ObjectKey(entity: Sample.company, number: .random(in: 1...4, using: &random)))
      }
      add(Sample.row(entity, values), number)
      for tag in Int64(1)...3 where random.chance(3) { tags.insert([number, tag]) }
      let friend = Int64.random(in: 1...number, using: &random)
      friends.insert([friend, number])
    }
  }

  private func add(_ row: Row, _ number: Int64) {
    rows[ObjectKey(entity: row.entity, number: number)] = row
  }

  private func personEntity(_ number: Int64) -> Int {
    rows[ObjectKey(entity: Sample.manager, number: number)] == nil ? Sample.person : Sample.manager
  }

  static func values(_ random: inout SeededGenerator) -> [Int: AttributeValue] {
    var values: [Int: AttributeValue] = [:]
    for (slot, attribute) in Sample.attributes.enumerated() where !random.chance(5) {
      values[slot] = value(attribute.1, &random)
    }
    return values
  }

  static func value(_ type: AttributeType, _ random: inout SeededGenerator) -> AttributeValue {
    let small = Int.random(in: -3...3, using: &random)
    switch type {
    case .boolean: return .integer(Int64(small & 1))
    case .integer16, .integer32, .integer64:
      return .integer(random.chance(20) ? random.pick([.max, .min]) : Int64(small))
    case .double, .float:
      return .double(random.chance(20) ? random.pick([-0.0, .infinity]) : Double(small) / 2)
    case .decimal: return .decimal(Decimal(small) / 4)
    case .string, .uri: return .string(random.pick(texts))
    case .date: return .date(Double(small) * 1.5)
    case .binaryData, .transformable: return .data(Data([UInt8(small + 3), 0, 255].prefix(2)))
    case .uuid:
      let byte = UInt8(small + 3)
      return .uuid(UUID(uuid: (byte, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7)))
    }
  }

  // MARK: - RowSource

  func row(for key: ObjectKey) -> Row? {
    for entity in Sample.schema.entities[key.entity].subtree {
      if let row = rows[ObjectKey(entity: entity, number: key.number)] { return row }
    }
    return nil
  }

  func related(_ relationship: RelationshipReference, of owner: ObjectKey) -> [ObjectKey] {
    switch (relationship.entity, relationship.toMany) {
    case (Sample.company, _): referring(13, owner)
    case (Sample.tag, _): tags.filter { $0[1] == owner.number }.map { person($0[0]) }
    case (_, Sample.reports): referring(11, owner)
    case (_, Sample.tags):
      tags.filter { $0[0] == owner.number }.map { ObjectKey(entity: Sample.tag, number: $0[1]) }
    default:
      friends.filter { $0.contains(owner.number) }
        .map { person($0[0] == owner.number ? $0[1] : $0[0]) }
    }
  }

  private func person(_ number: Int64) -> ObjectKey {
    ObjectKey(entity: personEntity(number), number: number)
  }

  private func referring(_ slot: Int, _ owner: ObjectKey) -> [ObjectKey] {
    persons.filter { $0.1.reference(slot)?.number == owner.number }.map(\.0)
  }

  /// Persons and managers by number.
  var persons: [(ObjectKey, Row)] {
    rows.filter { $0.value.entity == 1 || $0.value.entity == 2 }
      .sorted { $0.key.number < $1.key.number }.map { ($0.key, $0.value) }
  }
}
