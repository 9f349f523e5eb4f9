// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import ModelFormat
import QueryLowering
import StoreInterface

/// Makes the ``PropertyLayout`` of every entity of a model from its descriptions and its schema.
struct LayoutBuilder {
  private let schema: StoreSchema
  private let entities: [NSEntityDescription]
  private let table = LayoutTable()

  /// - Parameter model: a model whose inheritance is resolved; its entities are the schema's.
  init(model: NSManagedObjectModel, schema: StoreSchema) {
    self.schema = schema
    let byName = model.entitiesByName
    entities = schema.entities.compactMap { byName[$0.name] }
  }

  /// Layouts in the order of the schema's entities.
  func layouts() -> [PropertyLayout] {
    let orders = entities.map(LayoutBuilder.canonicalOrder)
    let positions = orders.map { order in
      Dictionary(uniqueKeysWithValues: order.enumerated().map { ($0.element, $0.offset) })
    }
    let layouts = entities.indices.map {
      layout(of: $0, order: orders[$0], positions: positions)
    }
    table.fill(layouts)
    return layouts
  }

  /// Returns the parent's order, then the own properties by the bytes of their names.
  static func canonicalOrder(of entity: NSEntityDescription) -> [String] {
    let inherited = entity.superentity.map(canonicalOrder) ?? []
    let known = Set(inherited)
    let own = entity.properties.map(\.name).filter { !known.contains($0) }
    return inherited + own.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private func layout(
    of index: Int, order: [String], positions: [[String: Int]]
  ) -> PropertyLayout {
    let entity = entities[index]
    let compiled = schema.entities[index]
    let byName = entity.propertiesByName
    let records = order.enumerated().compactMap { offset, name in
      byName[name].map { record($0, index: offset, compiled: compiled, positions: positions) }
    }
    return PropertyLayout(
      entity: entity, schema: compiled, properties: records,
      defaultRow: defaultRow(records, compiled: compiled), model: table)
  }

  private func record(
    _ property: NSPropertyDescription, index: Int, compiled: EntitySchema,
    positions: [[String: Int]]
  ) -> PropertyRecord {
    let relationship = property as? NSRelationshipDescription
    let attribute = property as? NSAttributeDescription
    let kind = LayoutBuilder.kind(of: property)
    let place = stored(property, kind: kind, compiled: compiled)
    let link = property as? LinkDescription
    let destinationName = relationship?.destinationEntity?.name ?? link?.destinationEntityName
    let destination = destinationName.flatMap(schema.entity(named:))?.index ?? -1
    let inverse = relationship?.mutualInverse?.name
    return PropertyRecord(
      index: index, name: property.name, nameHash: PropertyNameHash.of(property.name), kind: kind,
      type: attribute.flatMap { AttributeType(rawValue: $0.attributeType.rawValue) },
      isTransient: property.isTransient || kind == .fetched, isOptional: property.isOptional,
      isOrdered: relationship?.isOrdered ?? false,
      isDerived: property is NSDerivedAttributeDescription, slot: place.slot, column: place.column,
      description: property, destination: destination,
      destinations: destination >= 0 ? destinations(destination) : 0..<UInt32.max,
      inverse: destination >= 0 ? inverse.flatMap { positions[destination][$0] } ?? -1 : -1,
      deleteRule: relationship?.deleteRule ?? .noActionDeleteRule,
      leaves: leaves(of: property, compiled: compiled),
      transientDefault: LayoutBuilder.transientDefault(attribute),
      link: link.map { $0.isToMany ? .toMany : .toOne })
  }

  /// Entities are numbered depth-first: an entity and its subentities are neighbours.
  private func destinations(_ entity: Int) -> Range<UInt32> {
    let subtree = schema.entities[entity].subtree
    return UInt32(subtree.lowerBound)..<UInt32(subtree.upperBound)
  }

  private static func kind(of property: NSPropertyDescription) -> PropertyRecord.Kind {
    switch property {
    case is NSCompositeAttributeDescription: .composite
    case is NSAttributeDescription: .attribute
    case let relationship as NSRelationshipDescription: relationship.isToMany ? .toMany : .toOne
    default: .fetched
    }
  }

  private func stored(
    _ property: NSPropertyDescription, kind: PropertyRecord.Kind, compiled: EntitySchema
  ) -> (slot: Int, column: Int) {
    switch kind {
    case .attribute:
      guard let column = compiled.attributes.firstIndex(where: { $0.name == property.name })
      else { return (-1, -1) }
      return (compiled.attributes[column].slot, column)
    case .toOne:
      guard let column = compiled.toOnes.firstIndex(where: { $0.name == property.name })
      else { return (-1, -1) }
      return (compiled.toOnes[column].slot, column)
    case .toMany:
      return (-1, compiled.toManys.firstIndex { $0.name == property.name } ?? -1)
    case .composite, .fetched:
      return (-1, -1)
    }
  }

  /// Returns the leaves of a composite: attributes of the schema named `composite.element…`.
  private func leaves(
    of property: NSPropertyDescription, compiled: EntitySchema
  ) -> [CompositeLeaf] {
    guard let composite = property as? NSCompositeAttributeDescription else { return [] }
    let columns = Dictionary(
      compiled.attributes.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    return composite.leaves.compactMap { path, attribute in
      columns[([composite.name] + path).joined(separator: ".")].map {
        CompositeLeaf(path: path, type: $0.type, slot: $0.slot, attribute: attribute)
      }
    }
  }

  private static func transientDefault(_ attribute: NSAttributeDescription?) -> PropertyValue {
    guard let attribute, attribute.isTransient, let value = attribute.defaultValue
    else { return .null }
    let type = AttributeType(rawValue: attribute.attributeType.rawValue)
    return PropertyValue(value, type: type) ?? .null
  }

  private func defaultRow(_ records: [PropertyRecord], compiled: EntitySchema) -> Row {
    let assembler = RowAssembler(chunkCapacity: 256)
    assembler.begin(entity: compiled.index, slotCount: compiled.slotCount, version: 0)
    for record in records where record.slot >= 0 {
      guard let type = record.type, let attribute = record.description as? NSAttributeDescription,
        let value = attribute.defaultValue, let cell = PropertyValue(value, type: type)
      else { continue }
      cell.store(in: assembler, slot: record.slot, record: record)
    }
    for record in records where record.kind == .composite {
      (record.description as? NSCompositeAttributeDescription).map {
        CompositeCoding.storeDefaults(of: $0, leaves: record.leaves, in: assembler)
      }
    }
    return assembler.finish()
  }
}
