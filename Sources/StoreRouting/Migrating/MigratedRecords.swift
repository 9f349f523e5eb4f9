// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// The belongings of a store besides its objects, on their way into a store of another version whose
/// objects somebody else makes: numbers that were given out, the library's notes, the history (R-PSC-538).
package struct MigratedRecords {
  private let migration: SchemaMigration
  private let source: any StoreBackend
  private let destination: any StoreBackend

  /// - Parameter migration: whose entities have the objects of the source, with their numbers.
  package init(
    _ migration: SchemaMigration, from source: any StoreBackend, to destination: any StoreBackend
  ) {
    self.migration = migration
    self.source = source
    self.destination = destination
  }

  /// Makes the destination never give out a number that the source has given out.
  ///
  /// - Parameter entities: those that the destination holds.
  /// - Returns: by root of the source, the first number that it has not given out.
  @discardableResult
  package func raiseNumbers(of entities: [Int]) throws(StoreCopyError) -> [Int: Int64] {
    let figures = try StoreCopyError.reading { () throws(StoreError) in try source.statistics() }
    let roots = Set(entities.map { migration.destination.entities[$0].root }).sorted()
    try StoreCopyError.writing { () throws(StoreError) in
      try NumberFloor(migration, figures).raise(destination, roots: roots)
    }
    return migration.nextNumbers(figures)
  }

  /// Writes the notes and the history of the source, as they are now, into the destination.
  package func copy() throws(StoreCopyError) {
    let snapshot = try StoreCopyError.reading { () throws(StoreError) in try source.beginRead() }
    defer { snapshot.end() }
    let notes = try MigratedRecords.notes(of: snapshot, for: destination)
    if !notes.isEmpty { try write(notes) }
    try MigratedHistory(migration, from: snapshot, to: destination).copy(label: nil)
  }

  private func write(_ notes: [StoreNote]) throws(StoreCopyError) {
    var changes = ChangeSet()
    changes.notes = notes
    try StoreCopyError.writing { [destination] () throws(StoreError) in
      let transaction = try destination.beginWrite()
      defer { transaction.rollback() }
      _ = try transaction.apply(changes)
      try transaction.prepare()
      try transaction.commit()
    }
  }

  /// Returns the notes that a migrated store takes over: all but those about derived values, which are
  /// computed anew.
  static func notes(
    of snapshot: any StoreSnapshot, for destination: any StoreBackend
  ) throws(StoreCopyError) -> [StoreNote] {
    guard destination.capabilities.contains(.notes) else { return [] }
    let notes = try StoreCopyError.reading { () throws(StoreError) in
      try snapshot.notes(under: "")
    }
    return notes.filter { $0.name != DerivationRenewal.note }
  }
}

extension StoreCopyError {
  /// Runs what reads a source.
  static func reading<T>(_ body: () throws(StoreError) -> T) throws(StoreCopyError) -> T {
    do { return try body() } catch { throw .source(error) }
  }

  /// Runs what writes a destination.
  static func writing<T>(_ body: () throws(StoreError) -> T) throws(StoreCopyError) -> T {
    do { return try body() } catch { throw .destination(error) }
  }
}

extension SchemaMigration {
  /// Returns the first number that a source has not given out, by root.
  fileprivate func nextNumbers(_ figures: StoreFigures) -> [Int: Int64] {
    var next: [Int: Int64] = [:]
    for figure in figures.entities {
      let root = source.entities[figure.entity].root
      next[root] = max(next[root] ?? 1, figure.nextNumber)
    }
    return next
  }
}

extension NumberFloor {
  /// The floor of a destination whose hierarchies go on with the numbers of the source's.
  init(_ migration: SchemaMigration, _ figures: StoreFigures) {
    let next = migration.nextNumbers(figures)
    let entities = migration.entities.enumerated().compactMap { index, origin in
      origin.flatMap { next[migration.source.entities[$0.source].root] }.map {
        StoreFigures.Entity(entity: index, rows: 0, nextNumber: $0)
      }
    }
    self.init(migration.destination, StoreFigures(entities: entities, bytes: 0))
  }
}
