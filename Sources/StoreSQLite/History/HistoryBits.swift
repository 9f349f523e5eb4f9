// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface

/// The updated properties of an entity's changes as `ZCOLUMNS` has them: a bit for each, from the most
/// significant one of the first byte on (R-REQ-162).
///
/// To-one relationships come first, those of ancestors before others, then by name; one that has a column for
/// the entity of its object has a second bit for that. Attributes follow in the like order, then
/// to-many relationships: in files of ours by name, in Apple's in an order that is not known.
struct HistoryBits: Sendable, Equatable {
  /// By bit: the place of its property in ``HistoryLayout/Entity/properties``.
  private let places: [Int]
  private let firstToMany: Int
  private let isOrderKnown: Bool

  init(_ entity: EntitySchema, in layout: StoreLayout, isOrderKnown: Bool) {
    let properties = layout.schema.history.entities[entity.index].properties
    let known = Dictionary(uniqueKeysWithValues: zip(properties, properties.indices))
    let columns = HistoryBits.toOnes(of: entity, in: layout) + HistoryBits.attributes(of: entity)
    let toManys = entity.toManys.map(\.name).sorted()
    places = (columns + toManys).compactMap { known[$0] }
    firstToMany = places.count - toManys.count
    self.isOrderKnown = isOrderKnown || toManys.count < 2
  }

  private static func toOnes(of entity: EntitySchema, in layout: StoreLayout) -> [String] {
    let columns = layout.entities[entity.index]?.toOnes
    return entity.toOnes.enumerated().sorted { one, other in
      (one.element.declaredBy, one.element.name) < (other.element.declaredBy, other.element.name)
    }.flatMap { index, toOne in
      columns?[index]?.entity == nil ? [toOne.name] : [toOne.name, toOne.name]
    }
  }

  /// A composite attribute is one.
  private static func attributes(of entity: EntitySchema) -> [String] {
    let sorted = entity.attributes.sorted {
      ($0.declaredBy, $0.name) < ($1.declaredBy, $1.name)
    }
    return sorted.map { HistoryLayout.propertyName($0.name) }.reduce(into: []) { names, name in
      if names.last != name { names.append(name) }
    }
  }

  func data(_ properties: SlotSet) -> Data {
    var data = Data(count: (places.count + 7) / 8)
    for (bit, place) in places.enumerated() where properties.contains(place) {
      data[bit / 8] |= 0x80 >> UInt8(bit % 8)
    }
    return data
  }

  /// Returns the properties; where to-many relationships are not to be told from each other, all of them
  /// for one: ``VagueToManys`` finds out more.
  func properties(_ bytes: UnsafeRawBufferPointer) -> SlotSet {
    var properties = SlotSet()
    for bit in 0..<min(places.count, bytes.count * 8)
    where bytes[bit / 8] & (0x80 >> UInt8(bit % 8)) != 0 {
      properties.insert(places[bit])
      if bit >= firstToMany { vaguePlaces.forEach { properties.insert($0) } }
    }
    return properties
  }

  /// How many to-many relationships are updated.
  func toManyCount(_ bytes: UnsafeRawBufferPointer) -> Int {
    (firstToMany..<places.count).count {
      $0 / 8 < bytes.count && bytes[$0 / 8] & (0x80 >> UInt8($0 % 8)) != 0
    }
  }

  /// The places of to-many relationships that are not to be told from each other.
  var vaguePlaces: ArraySlice<Int> { isOrderKnown ? [] : places[firstToMany...] }
}
#endif
