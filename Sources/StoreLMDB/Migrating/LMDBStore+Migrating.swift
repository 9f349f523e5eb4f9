// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import CLMDB
import Foundation
package import StoreInterface

extension LMDBStore {
  package static func migrate(
    _ migration: StoreMigration
  ) throws(StoreError) -> MigrationOutcome {
    guard let url = migration.configuration.url, url.isFileURL else {
      throw StoreError(.cannotOpen, store: "LMDB", message: "an LMDB store needs a file URL")
    }
    let path = try FilePath.resolved(url.path)
    try LMDBFile.checkContent(path, isReadOnly: true)
    let options = EnvironmentOptions(
      settings: migration.configuration.settings,
      databases: databaseCount(migration.mapping.source)
        + databaseCount(migration.mapping.destination))
    let environment = try EnvironmentRegistry.acquire(
      path: path, isReadOnly: false, options: options,
      until: Deadline(after: migration.configuration.timeout))
    defer { EnvironmentRegistry.release(environment) }
    return try EnvironmentMigration(environment, migration).run()
  }

  /// Returns how many databases a file of a schema may have.
  static func databaseCount(_ schema: StoreSchema) -> Int {
    schema.entities.reduce(64) { $0 + 4 + $1.indexes.count + $1.toOnes.count }
      + 2 * schema.links.count
  }

  /// Empties databases of no use, each in a transaction of its own (R-PSC-631).
  package func finishMigration(steps: Int) throws(StoreError) -> Bool {
    try checkIsOpen()
    guard !isReadOnly else { return hasUnfinishedMigration }
    for _ in 0..<max(0, steps) where hasUnfinishedMigration {
      try DatabaseRemoval(self, timeout: timeout).run()
    }
    return hasUnfinishedMigration
  }
}
#endif
