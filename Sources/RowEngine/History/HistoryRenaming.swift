// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation
package import StoreInterface

/// The names in the bytes of a history's entries on their way to another version of the model. What is
/// removed gets a name that nothing can have, so that nothing new is taken for it (R-PSC-751); what
/// there is stays where it is, under its number.
package struct HistoryRenaming {
  private struct Entity {
    let name: String
    let properties: [String: String]
    let attributes: [String: String]
    /// True if a name means something else afterwards.
    var isChanged = true
  }

  private let entities: [String: Entity]

  /// Nil when every name means the same afterwards, or nothing.
  package init?(_ migration: SchemaMigration) {
    var entities: [String: Entity] = [:]
    var isNeeded = false
    let names = PropertySuccession(migration)
    for source in migration.source.entities {
      let entity = HistoryRenaming.entity(source, migration, names: names.names(of: source.index))
      let isGone = migration.successors[source.index] == nil
      let isTaken = migration.destination.entity(named: source.name) != nil
      isNeeded = isNeeded || (isGone ? isTaken : entity.isChanged)
      entities[source.name] = entity
    }
    guard isNeeded else { return nil }
    self.entities = entities
  }

  private static func entity(
    _ source: EntitySchema, _ migration: SchemaMigration, names: [String: String]
  ) -> Entity {
    guard let successor = migration.successors[source.index],
      let origin = migration.entities[successor]
    else { return Entity(name: removed(source.name), properties: [:], attributes: [:]) }
    let later = migration.destination.entities[successor]
    var attributes: [String: String] = [:]
    for (attribute, origin) in zip(later.attributes, origin.attributes) {
      guard let place = origin.attribute else { continue }
      attributes.succeed(source.attributes[place].name, as: attribute.name)
    }
    let places = migration.destination.history.entities[successor].properties
    let isChanged = migration.source.history.entities[source.index].properties.contains { name in
      names[name].map { $0 != name } ?? places.contains(name)
    }
    return Entity(
      name: later.name, properties: names, attributes: attributes,
      isChanged: isChanged || later.name != source.name || attributes.contains { $0 != $1 })
  }

  /// A name with a stroke is none of an entity or property.
  private static func removed(_ name: String) -> String { "/" + name }

  // MARK: - Bytes

  /// Returns the bytes of an entry with the new names.
  package func rename(_ data: Data) throws(ByteReader.Damage) -> Data {
    var reader = ByteReader(data)
    var writer = ByteWriter()
    try HistoryCoding.copyTransaction(&reader, to: &writer)
    var known: [Entity?] = []
    let count = try reader.count(ofAtLeast: 8)
    writer.write(count: count)
    for _ in 0..<count { known.append(try renameEntity(&reader, to: &writer)) }
    let changes = try reader.count(ofAtLeast: 11)
    writer.write(count: changes)
    for _ in 0..<changes { try renameChange(&reader, to: &writer, of: known) }
    guard reader.isAtEnd else { throw ByteReader.Damage() }
    return writer.data
  }

  private func renameEntity(
    _ reader: inout ByteReader, to writer: inout ByteWriter
  ) throws(ByteReader.Damage) -> Entity? {
    let name = try reader.text()
    let entity = entities[name]
    writer.write(entity?.name ?? name)
    let count = try reader.count(ofAtLeast: 4)
    writer.write(count: count)
    for _ in 0..<count {
      let property = try reader.text()
      writer.write(entity.map { $0.properties[property] ?? Self.removed(property) } ?? property)
    }
    return entity
  }

  private func renameChange(
    _ reader: inout ByteReader, to writer: inout ByteWriter, of entities: [Entity?]
  ) throws(ByteReader.Damage) {
    guard let kind = HistoryChange.Kind(rawValue: try reader.number(UInt8.self)) else {
      throw ByteReader.Damage()
    }
    let index = try reader.number(UInt16.self)
    guard index < entities.count else { throw ByteReader.Damage() }
    writer.write(kind.rawValue)
    writer.write(index)
    writer.write(try reader.number(Int64.self))
    guard kind != .insert else { return }
    let count = try reader.number(UInt16.self)
    writer.write(count)
    for _ in 0..<count {
      guard kind == .delete else {
        writer.write(try reader.number(UInt16.self))
        continue
      }
      let name = try reader.text()
      writer.write(entities[Int(index)].map { $0.attributes[name] ?? Self.removed(name) } ?? name)
      HistoryValue.write(try HistoryValue.read(&reader), to: &writer)
    }
  }
}
