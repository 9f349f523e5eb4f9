// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// Tells whoever wants to know how far a migration is.
struct MigrationReport {
  private let tell: @Sendable (MigrationProgress) -> Bool
  private let total: Int
  private let store: String
  private var done = 0

  init(_ tell: @escaping @Sendable (MigrationProgress) -> Bool, total: Int, store: String) {
    self.tell = tell
    self.total = total
    self.store = store
  }

  /// Notes a step. Throws if the migration is to end.
  mutating func step(_ entity: String?) throws(StoreError) {
    done += 1
    guard tell(MigrationProgress(entity: entity, done: min(done, total), total: total)) else {
      throw StoreError(.engine, store: store, message: "the migration was cancelled")
    }
  }
}
#endif
