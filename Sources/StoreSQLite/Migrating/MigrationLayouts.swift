// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// Where everything stands in the file, and where a new file of the destination would have it.
///
/// Entities get the numbers of a new file (R-REQ-124): Apple's framework computes them from the model,
/// and does not look at the names in `Z_PRIMARYKEY`.
struct MigrationLayouts {
  let mapping: SchemaMigration
  let source: StoreLayout
  let destination: StoreLayout
  let store: String

  init(
    _ migration: StoreMigration, _ found: FileSchema, stored: [String: PrimaryKeyTable.Entry],
    store: String
  ) throws(StoreError) {
    mapping = migration.mapping
    self.store = store
    let old = mapping.source
    var sources = StoreLayoutBuilder(
      schema: old,
      numbers: try EntityNumbers(
        schema: old, held: EntityNumbers.held(migration.sourceEntities, schema: old),
        stored: stored, store: store),
      existing: found, store: store)
    source = try sources.layout()
    destination = try MigrationLayouts.fresh(migration.configuration, store: store)
  }

  /// Returns the layout of a new file.
  static func fresh(
    _ configuration: StoreConfiguration, store: String
  ) throws(StoreError) -> StoreLayout {
    let schema = configuration.schema
    let held = EntityNumbers.held(configuration.entities, schema: schema)
    var builder = StoreLayoutBuilder(
      schema: schema, numbers: EntityNumbers(schema: schema, held: held), existing: nil,
      store: store)
    return try builder.layout()
  }

  // MARK: - Entities

  /// Returns the entity of the destination that the objects of one of the source become; nil when they
  /// are removed.
  func successor(of entity: Int) -> Int? {
    guard source.entities[entity] != nil else { return nil }
    return mapping.successors[entity].flatMap { destination.entities[$0] == nil ? nil : $0 }
  }

  /// The entities of the source whose objects stay.
  var stayingEntities: [Int] {
    source.held(mapping.source.entities.indices).filter { successor(of: $0) != nil }
  }

  func oldNumber(of entity: Int) -> Int64 { source.entities[entity]?.number ?? 0 }

  /// Returns the number that the objects of an entity of the source have afterwards.
  func newNumber(of entity: Int) -> Int64 {
    successor(of: entity).flatMap { destination.entities[$0]?.number } ?? 0
  }

  /// Returns the entities of the source whose objects go from one table into another.
  func entities(from old: TableLayout, into new: TableLayout) -> [Int] {
    old.entities.filter { successor(of: $0).map(new.entities.contains) ?? false }
  }

  /// Returns the table of the source from which a table of the destination has its rows.
  func origin(of new: TableLayout) -> TableLayout? {
    source.tables.first { !entities(from: $0, into: new).isEmpty }
  }

  // MARK: - Ends of relationships

  /// The objects that a relationship of the source leads to, and those of them that one of the
  /// destination may lead to.
  struct Ends {
    /// Entities of the source.
    let valid: [Int]
    let areAll: Bool
  }

  func ends(of entity: Int, as declared: Int) -> Ends {
    let known = source.held(mapping.source.entities[entity].subtree)
    let allowed = mapping.destination.entities[declared].subtree
    let valid = known.filter { successor(of: $0).map(allowed.contains) ?? false }
    // Abstract entities have no objects.
    let areAll = known.allSatisfy { valid.contains($0) || mapping.source.entities[$0].isAbstract }
    return Ends(valid: valid, areAll: areAll && !valid.isEmpty)
  }

  /// Returns the numbers that entities of the source have in the file, as a list.
  func oldNumbers(_ entities: [Int]) -> String {
    entities.map { String(oldNumber(of: $0)) }.joined(separator: ", ")
  }

  /// Returns the expression of an entity's new number.
  func renumbered(_ column: String, _ entities: [Int]) -> String {
    let cases = entities.map { " WHEN \(oldNumber(of: $0)) THEN \(newNumber(of: $0))" }
    return cases.isEmpty ? "NULL" : "CASE \(column)\(cases.joined()) END"
  }

  func isRenumbered(_ entities: [Int]) -> Bool {
    entities.contains { oldNumber(of: $0) != newNumber(of: $0) }
  }

  /// The condition that a key is that of an object that is there, and belongs to an entity of the
  /// destination (or its descendants) afterwards.
  func condition(staying key: String, in declared: Int) -> String {
    let allowed = mapping.destination.entities[declared].subtree
    let terms = source.tables.compactMap { table -> String? in
      let valid = table.entities.filter { successor(of: $0).map(allowed.contains) ?? false }
      guard !valid.isEmpty else { return nil }
      return "\(key) IN (SELECT Z_PK FROM \(SQLName(table.name)) "
        + "WHERE Z_ENT IN (\(oldNumbers(valid))))"
    }
    return terms.isEmpty ? "0" : "(\(terms.joined(separator: " OR ")))"
  }

  /// The condition that a key is that of an object that stays in a relationship; nil when all do.
  func condition(on key: String, _ entity: Int, as declared: Int) -> String? {
    let ends = ends(of: entity, as: declared)
    if ends.areAll { return nil }
    guard !ends.valid.isEmpty, let table = source.table(of: entity) else { return "0" }
    return "\(key) IN (SELECT Z_PK FROM \(SQLName(table.name)) "
      + "WHERE Z_ENT IN (\(oldNumbers(ends.valid))))"
  }
}
#endif
