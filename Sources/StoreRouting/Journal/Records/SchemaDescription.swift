// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import RowEngine
import StoreInterface

/// The numbering of entities, slots and links that redo records refer to, by names: a record may be
/// applied by a program with another model.
struct SchemaDescription: Codable {
  struct Column: Codable, Equatable {
    enum Place: String, Codable { case attribute, toOne, order }

    let name: String
    let formerName: String?
    let slot: Int
    let place: Place
    /// Nil unless it is an attribute.
    let type: AttributeType?

    var kind: SlotKind {
      switch place {
      case .attribute: type?.slotKind ?? .bytes
      case .toOne: .reference
      case .order: .integer
      }
    }
  }

  struct Entity: Codable {
    let name: String
    let formerName: String?
    let root: Int
    let slotCount: Int
    let columns: [Column]
  }

  struct Link: Codable {
    let firstEntity: Int
    let firstName: String
    let formerFirstName: String?
  }

  let entities: [Entity]
  let links: [Link]
  /// The same for equal schemas, in every process.
  let fingerprint: UInt64

  init(_ schema: StoreSchema) {
    entities = schema.entities.map { entity in
      Entity(
        name: entity.name, formerName: entity.formerName, root: entity.root,
        slotCount: entity.slotCount,
        columns: SchemaDescription.columns(of: entity))
    }
    links = schema.links.map {
      Link(
        firstEntity: $0.firstEntity, firstName: $0.firstName, formerFirstName: $0.formerFirstName)
    }
    fingerprint = SchemaDescription.fingerprint(entities, links)
  }

  static func columns(of entity: EntitySchema) -> [Column] {
    let attributes = entity.attributes.map {
      Column(
        name: $0.name, formerName: $0.formerName, slot: $0.slot, place: .attribute, type: $0.type)
    }
    return entity.toOnes.reduce(into: attributes) { columns, toOne in
      func add(_ slot: Int, _ place: Column.Place) {
        columns.append(
          Column(
            name: toOne.name, formerName: toOne.formerName, slot: slot, place: place, type: nil))
      }
      add(toOne.slot, .toOne)
      if let order = toOne.orderSlot { add(order, .order) }
    }
  }

  private static func fingerprint(_ entities: [Entity], _ links: [Link]) -> UInt64 {
    var hash = ContentHash(UInt64(entities.count))
    for entity in entities {
      hash.add(entity.name)
      if let name = entity.formerName { hash.add(name) }
      hash.add(UInt64(entity.slotCount))
      for column in entity.columns {
        hash.add(column.name)
        if let name = column.formerName { hash.add(name) }
        hash.add(UInt64(column.slot) << 16 | UInt64(column.type?.rawValue ?? 0))
        hash.add(column.place.rawValue)
      }
    }
    for link in links {
      hash.add(UInt64(link.firstEntity))
      hash.add(link.firstName)
      if let name = link.formerFirstName { hash.add(name) }
    }
    return hash.value
  }

  /// The same bytes for equal schemas.
  var encoded: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    // Texts and integers can be encoded.
    return (try? encoder.encode(self)) ?? Data()
  }

  init(_ encoded: Data) throws {
    self = try JSONDecoder().decode(SchemaDescription.self, from: encoded)
    guard isSound else { throw ByteReader.Damage() }
  }

  /// True if all numbers lie within.
  private var isSound: Bool {
    entities.allSatisfy { entity in
      entities.indices.contains(entity.root) && (0..<1 << 20).contains(entity.slotCount)
        && entity.columns.allSatisfy {
          $0.slot >= 0 && $0.slot + ($0.place == .toOne ? 1 : 0) < entity.slotCount
        }
    } && links.allSatisfy { entities.indices.contains($0.firstEntity) }
  }
}

extension ContentHash {
  fileprivate mutating func add(_ text: String) {
    Array(text.utf8).withUnsafeBytes { add($0) }
  }
}
