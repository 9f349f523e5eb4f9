// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import RowEngine
import StoreInterface

/// A file as it is and as it is to be: where everything lies by the old schema, and by the new one.
///
/// Entities keep the file's numbers whatever they are called, so that most rows stay as they are.
struct FileVersions {
  let mapping: SchemaMigration
  let rows: RowMigrations
  let old: DatabaseLayout
  let new: DatabaseLayout
  let store: String

  init(_ migration: StoreMigration, _ table: MetadataDatabase) throws(StoreError) {
    let mapping = migration.mapping
    self.mapping = mapping
    store = table.store
    rows = RowMigrations(mapping)
    let names = try table.entityNames()
    let former = EntityRegister(names: names, schema: mapping.source)
    old = DatabaseLayout(
      schema: mapping.source, entities: migration.sourceEntities, numbers: former, store: store)
    new = DatabaseLayout(
      schema: mapping.destination, entities: migration.configuration.entities,
      numbers: FileVersions.renamed(former, mapping), store: store)
  }

  /// Returns the register with the names that entities have afterwards, without those that are removed.
  private static func renamed(
    _ former: EntityRegister, _ mapping: SchemaMigration
  ) -> EntityRegister {
    var names: [UInt32: String] = [:]
    let later = Set(mapping.destination.entities.map(\.name))
    for (number, name) in former.names {
      if let entity = mapping.source.entity(named: name) {
        guard let successor = mapping.successors[entity.index] else { continue }
        names[number] = mapping.destination.entities[successor].name
      } else if !later.contains(name) {
        names[number] = name
      }
    }
    // A number that was given up is not given out anew: nothing of its former entity must be taken
    // for the new one's.
    return EntityRegister(names: names, schema: mapping.destination)
      .completed(for: mapping.destination, avoiding: Set(former.names.keys))
  }

  /// Throws unless the rows of the file are those of the source.
  func checkColumns(_ table: MetadataDatabase) throws(StoreError) {
    for entity in old.entities.map({ old.schema.entities[$0] }) {
      guard let columns = try table.columns(of: entity),
        columns != MetadataDatabase.description(of: entity)
      else { continue }
      throw StoreError(
        .schemaMismatch, store: store,
        message:
          "the stored columns of the entity \(entity.name) are not those of the version that "
          + "is to be migrated")
    }
  }

  /// Returns the root of the source from which the objects of a hierarchy come; nil if there are none.
  func origin(ofRoot root: Int) -> Int? {
    new.schema.entities[root].subtree.lazy.compactMap { mapping.entities[$0]?.source }.first
      .map { old.schema.entities[$0].root }
  }

  /// Returns what becomes of the rows of an entity that come into a hierarchy; nil for those that do
  /// not.
  func rows(of entity: Int, in root: Int) -> RowMigration? {
    guard let migration = rows[entity], migration.destination.root == root else { return nil }
    return migration
  }
}
#endif
