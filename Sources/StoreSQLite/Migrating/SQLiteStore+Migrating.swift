// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
package import StoreInterface

/// Migration of a file where it is (R-PSC-539).
extension SQLiteStore {
  package static func migrate(
    _ migration: StoreMigration
  ) throws(StoreError) -> MigrationOutcome {
    var outcome = MigrationOutcome.needsCopy
    let visit = ExclusiveVisit(migration.configuration)
    let isDone = try visit.run(while: { isAsExpected(migration) }) {
      (connection) throws(StoreError) in
      guard try MetadataTable.read(connection) == migration.expected else {
        outcome = .superseded
        return false
      }
      let files = ExternalFileChange(connection)
      var deferred = try DeferredTasks(connection)
      try deferred.finish(connection)
      guard try InPlaceMigration(migration, connection).run() else { return false }
      try files?.prepare(connection)
      outcome = .migrated
      return true
    } then: { (connection) throws(StoreError) in
      if let files = connection.externalFiles {
        ExternalFileRemoval(files).runThoroughly(connection)
      }
    }
    return isDone ? outcome : .superseded
  }

  /// False if the file has other metadata than the migration was planned for.
  private static func isAsExpected(_ migration: StoreMigration) -> Bool {
    // What cannot be read now is waited for.
    guard let url = migration.configuration.url, let present = try? readMetadata(at: url) else {
      return true
    }
    return present == migration.expected
  }
}

/// The external files that rows name before a transaction and not after it.
private struct ExternalFileChange {
  private let files: ExternalFiles
  private let names: Set<String>

  /// Nil where there are none.
  init?(_ connection: Connection) {
    guard let files = connection.externalFiles, DatabaseFile.size(files.folder) != nil,
      // Of a damaged file nothing is removed.
      let names = try? ExternalReferences.names(connection), !names.isEmpty
    else { return nil }
    self.files = files
    self.names = names
  }

  /// Puts them on the list of those to be removed, before the commit.
  func prepare(_ connection: Connection) throws(StoreError) {
    let unused = names.subtracting(try ExternalReferences.names(connection))
    if !unused.isEmpty { try files.list.add(unused.sorted()) }
  }
}
#endif
