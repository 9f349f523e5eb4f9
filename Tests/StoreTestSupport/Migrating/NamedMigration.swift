// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// A migration between two schemas in which what has the same name is the same.
package struct NamedMigration {
  package var source: StoreSchema
  package var destination: StoreSchema
  /// The former names of entities; empty: it is new.
  package var entities: [String: String] = [:]
  /// The former names of properties, by the names that they have now; empty: it is new.
  package var properties: [String: String] = [:]
  package var fallbacks: [String: AttributeValue] = [:]
  package var required: Set<String> = []

  package init(
    _ source: (inout SchemaBuilder) -> Void, _ destination: (inout SchemaBuilder) -> Void
  ) {
    self.source = NamedMigration.schema(source)
    self.destination = NamedMigration.schema(destination)
  }

  package static func schema(_ build: (inout SchemaBuilder) -> Void) -> StoreSchema {
    var builder = SchemaBuilder()
    build(&builder)
    return builder.build()
  }

  package var migration: SchemaMigration {
    SchemaMigration(
      from: source, to: destination, entities: destination.entities.map(origin),
      links: destination.links.map { link in
        let name = properties[link.firstName] ?? link.firstName
        return source.links.firstIndex { $0.firstName == name }
          .map { [.link($0, isSwapped: false)] } ?? []
      })
  }

  private func origin(of entity: EntitySchema) -> EntityOrigin? {
    guard let old = source.entity(named: entities[entity.name] ?? entity.name) else { return nil }
    return EntityOrigin(
      source: old.index,
      attributes: entity.attributes.map { attribute in
        let name = properties[attribute.name] ?? attribute.name
        return AttributeOrigin(
          attribute: old.attributes.firstIndex { $0.name == name },
          fallback: fallbacks[attribute.name] ?? .null,
          isRequired: required.contains(attribute.name))
      },
      toOnes: entity.toOnes.map { toOne in
        let name = properties[toOne.name] ?? toOne.name
        let index = old.toOnes.firstIndex { $0.name == name }
        return ToOneOrigin(
          index.map { .toOne($0) } ?? .none,
          keepsOrder: index.map { old.toOnes[$0].orderSlot != nil } ?? false,
          isRequired: required.contains(toOne.name))
      })
  }
}
