// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import RowEngine
package import StoreInterface

/// Copies all that a store holds into an empty one of another version of the model, of any kind, in
/// constant memory: as a ``SchemaMigration`` says.
///
/// Numbers, versions and notes are kept, a history with its numbers too where the destination keeps one;
/// derived values are computed anew (R-PSC-542), and the destination never gives out a number that the
/// source gave out. What the destination has afterwards is read and compared. On the calling thread; the
/// source may be read and written meanwhile, the copy shows one state of it.
package struct MigrationCopy {
  private let migration: SchemaMigration
  private let sourceEntities: [Int]
  private let entities: [Int]
  private let source: any StoreBackend
  private let snapshot: (any StoreSnapshot)?
  private let destination: any StoreBackend
  private let limits: StoreCopy.Limits

  /// - Parameters:
  ///   - sourceEntities: those that the source holds, which is open with its own schema.
  ///   - snapshot: the state of the source that is copied, whose end is the caller's; nil: the newest.
  ///   - entities: those that the destination holds: without objects, open with the new schema. A
  ///     failed copy leaves it in no useful state.
  package init(
    _ migration: SchemaMigration, sourceEntities: [Int], from source: any StoreBackend,
    at snapshot: (any StoreSnapshot)? = nil, entities: [Int], to destination: any StoreBackend,
    limits: StoreCopy.Limits = StoreCopy.Limits()
  ) {
    self.migration = migration
    self.sourceEntities = sourceEntities
    self.entities = entities
    self.source = source
    self.snapshot = snapshot
    self.destination = destination
    self.limits = limits
  }

  /// Copies and verifies.
  ///
  /// - Parameters:
  ///   - metadata: the destination's, written with the last transaction; nil: unchanged.
  ///   - label: who writes, for an entry of the destination's history that says that there was a
  ///     migration; nil: none is made.
  ///   - progress: called now and then, on this thread; false ends the copy.
  /// - Throws: a destination's `.duplicates` and a source's `.missingValue` for content that the new
  ///   version does not allow.
  package func run(
    metadata: StoreMetadata? = nil, label: String? = nil,
    progress: @escaping (MigrationProgress) -> Bool = { _ in true }
  ) throws(StoreCopyError) {
    if let snapshot {
      return try copy(snapshot, metadata: metadata, label: label, progress: progress)
    }
    let snapshot = try StoreCopyError.reading { () throws(StoreError) in try source.beginRead() }
    defer { snapshot.end() }
    try copy(snapshot, metadata: metadata, label: label, progress: progress)
  }

  private func copy(
    _ snapshot: any StoreSnapshot, metadata: StoreMetadata?, label: String?,
    progress: @escaping (MigrationProgress) -> Bool
  ) throws(StoreCopyError) {
    let pass = try pass(over: snapshot, progress)
    try raiseNumbers(pass)
    try pass.copyRows()
    try pass.copyLinks()
    try pass.finish(try MigratedRecords.notes(of: snapshot, for: destination), metadata)
    try raiseNumbers(pass)
    try MigratedHistory(migration, from: snapshot, to: destination).copy(label: label)
    try renewDerivedValues()
    guard pass.report() else { throw .cancelled }
    try verify(pass)
  }

  private func pass(
    over snapshot: any StoreSnapshot, _ progress: @escaping (MigrationProgress) -> Bool
  ) throws(StoreCopyError) -> MigrationPass {
    let figures = try StoreCopyError.reading { () throws(StoreError) in try source.statistics() }
    let schema = migration.destination
    let path = destination.name
    return MigrationPass(
      migration,
      reader: ContentReader(
        snapshot: snapshot, schema: migration.source, entities: sourceEntities,
        completesOrders: !source.capabilities.contains(.verbatim)),
      figures: figures, store: source.name, scope: scope,
      output: CopyOutput(destination: destination, schema: schema, limits: limits) { conflict in
        .destination(conflict.error(in: path, schema))
      },
      referenceLimit: limits.references, progress: progress)
  }

  // MARK: - Parts

  /// A destination that is written as a whole keeps values, not versions and order keys, and these
  /// in forms of its own.
  private var scope: ContentDigest.Scope {
    var scope = ContentDigest.Scope.full
    if destination.capabilities.contains(.wholeSaves) {
      scope = .values
      scope.hasExactForms = false
    }
    scope.hasDerived = false
    return scope
  }

  private func raiseNumbers(_ pass: MigrationPass) throws(StoreCopyError) {
    let roots = Set(entities.map { migration.destination.entities[$0].root }).sorted()
    try StoreCopyError.writing { () throws(StoreError) in
      try pass.floor.raise(destination, roots: roots)
    }
  }

  private func renewDerivedValues() throws(StoreCopyError) {
    guard destination.capabilities.contains(.transactionalReads),
      !destination.capabilities.contains(.wholeSaves),
      let plan = DerivationPlans(migration.destination).plan(for: destination), plan.isRenewable
    else { return }
    try StoreCopyError.writing { () throws(StoreError) in
      try DerivationRenewal(plan, of: destination, holding: entities).renew()
    }
  }

  private func verify(_ pass: MigrationPass) throws(StoreCopyError) {
    let found = try StoreCopyError.writing { () throws(StoreError) in
      let snapshot = try destination.beginReadingBack()
      defer { snapshot.end() }
      var digest = MigrationDigest(migration.destination, scope: scope)
      try digest.read(
        ContentReader(snapshot: snapshot, schema: migration.destination, entities: entities))
      return digest
    }
    if let difference = pass.digest.difference(to: found, merged: migration.mergedLinks) {
      throw .difference(difference)
    }
  }
}

extension SchemaMigration {
  /// The links to which one pair may come twice.
  fileprivate var mergedLinks: [Int] {
    links.indices.filter { index in
      links[index].count > 1
        || destination.links[index].isReflexive
          && links[index].contains { origin in
            guard case .link(let former, _) = origin else { return true }
            return !source.links[former].isReflexive
          }
    }
  }
}

extension StoreBackend {
  fileprivate var name: String { location?.path ?? metadata.identifier }
}

extension Conflict {
  /// The error of objects that a new version of the model does not allow.
  fileprivate func error(in store: String, _ schema: StoreSchema) -> StoreError {
    switch self {
    case .version(let key, _, _, _):
      StoreError(
        .engine, store: store,
        message: "the object \(key.number) of the entity \(schema.entities[key.entity].name) is "
          + "there already")
    case .uniqueness(let entity, let constraint, let pending, let stored, _):
      StoreError(
        duplicates: pending + [stored].compactMap(\.self), of: schema.entities[entity],
        constraint: constraint, store: store)
    }
  }
}
