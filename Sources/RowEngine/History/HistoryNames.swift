// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The names of entities and properties that the changes of an entry need, collected while they are
/// encoded.
struct HistoryNames {
  private struct Entity {
    var name: String
    var properties: [String] = []
    /// By place in ``HistoryLayout/Entity/properties``; −1: not in the list.
    var places: [Int]

    mutating func place(_ property: Int, named name: String) -> UInt16 {
      if places[property] < 0 {
        places[property] = properties.count
        properties.append(name)
      }
      return UInt16(truncatingIfNeeded: places[property])
    }
  }

  private let schema: StoreSchema
  private let layout: HistoryLayout
  private var entities: [Entity] = []
  private var indexes: [Int: Int] = [:]
  /// The last updated properties with their bytes: many changes have the same.
  private var last: (entity: Int, properties: SlotSet, bytes: Data)?

  init(_ schema: StoreSchema) {
    self.schema = schema
    layout = schema.history
  }

  /// Returns the bytes of changes.
  mutating func encode(_ changes: [HistoryChange]) -> Data {
    var writer = ByteWriter()
    for change in changes {
      let index = index(of: change.key.entity)
      writer.write(change.kind.rawValue)
      writer.write(UInt16(truncatingIfNeeded: index))
      writer.write(change.key.number)
      switch change.kind {
      case .insert: break
      case .update: write(change.properties, at: index, of: change.key.entity, to: &writer)
      case .delete: write(change.tombstone, at: index, of: change.key.entity, to: &writer)
      }
    }
    return writer.data
  }

  private mutating func index(of entity: Int) -> Int {
    if let known = indexes[entity] { return known }
    let count = layout.entities[entity].properties.count
    entities.append(
      Entity(name: schema.entities[entity].name, places: Array(repeating: -1, count: count)))
    indexes[entity] = entities.count - 1
    return entities.count - 1
  }

  private mutating func write(
    _ properties: SlotSet, at index: Int, of entity: Int, to writer: inout ByteWriter
  ) {
    if let last, last.entity == entity, last.properties == properties {
      return writer.write(raw: last.bytes)
    }
    let places = properties.slots
    let names = layout.entities[entity].properties
    var own = ByteWriter()
    own.write(UInt16(places.count))
    for place in places { own.write(entities[index].place(place, named: names[place])) }
    last = (entity, properties, own.data)
    writer.write(raw: own.data)
  }

  private mutating func write(
    _ values: [AttributeValue], at index: Int, of entity: Int, to writer: inout ByteWriter
  ) {
    let named = layout.entities[entity]
    writer.write(UInt16(values.count))
    for (attribute, value) in zip(named.preserved, values) {
      writer.write(schema.entities[entity].attributes[attribute].name)
      HistoryValue.write(value, to: &writer)
    }
  }

  /// Writes the list of names.
  func write(to writer: inout ByteWriter) {
    writer.write(count: entities.count)
    for entity in entities {
      writer.write(entity.name)
      writer.write(count: entity.properties.count)
      for property in entity.properties { writer.write(property) }
    }
  }
}

extension HistoryNames {
  /// The same names, as a schema numbers them.
  struct Reading {
    private struct Entity {
      var index: Int?
      var places: [Int?]
      /// The places of tombstones' values by the name of the attribute.
      var preserved: [String: Int]
    }

    private let entities: [Entity]

    init(_ reader: inout ByteReader, _ schema: StoreSchema) throws(ByteReader.Damage) {
      var entities: [Entity] = []
      for _ in 0..<(try reader.count(ofAtLeast: 8)) {
        let entity = schema.entity(named: try reader.text())
        let layout = entity.map { schema.history.entities[$0.index] }
        var places: [Int?] = []
        for _ in 0..<(try reader.count(ofAtLeast: 4)) {
          let name = try reader.text()
          places.append(layout?.properties.firstIndex(of: name))
        }
        var preserved: [String: Int] = [:]
        for (place, attribute) in (layout?.preserved ?? []).enumerated() {
          if let entity { preserved[entity.attributes[attribute].name] = place }
        }
        entities.append(Entity(index: entity?.index, places: places, preserved: preserved))
      }
      self.entities = entities
    }

    /// Reads a change; nil for one of an entity that the schema lacks.
    func change(_ reader: inout ByteReader) throws(ByteReader.Damage) -> HistoryChange? {
      guard let kind = HistoryChange.Kind(rawValue: try reader.number(UInt8.self)) else {
        throw ByteReader.Damage()
      }
      let index = Int(try reader.number(UInt16.self))
      guard index < entities.count else { throw ByteReader.Damage() }
      let entity = entities[index]
      let number = try reader.number(Int64.self)
      var change = HistoryChange(kind, ObjectKey(entity: entity.index ?? 0, number: number))
      switch kind {
      case .insert: break
      case .update: try properties(&reader, of: entity, &change)
      case .delete: try tombstone(&reader, of: entity, &change)
      }
      return entity.index == nil ? nil : change
    }

    private func properties(
      _ reader: inout ByteReader, of entity: Entity, _ change: inout HistoryChange
    ) throws(ByteReader.Damage) {
      for _ in 0..<(try reader.number(UInt16.self)) {
        let place = Int(try reader.number(UInt16.self))
        guard place < entity.places.count else { throw ByteReader.Damage() }
        if let known = entity.places[place] { change.properties.insert(known) }
      }
    }

    private func tombstone(
      _ reader: inout ByteReader, of entity: Entity, _ change: inout HistoryChange
    ) throws(ByteReader.Damage) {
      let count = try reader.number(UInt16.self)
      guard count > 0 else { return }
      var values = Array(repeating: AttributeValue.null, count: entity.preserved.count)
      for _ in 0..<count {
        let name = try reader.text()
        let value = try HistoryValue.read(&reader)
        if let place = entity.preserved[name] { values[place] = value }
      }
      change.tombstone = values
    }
  }
}
