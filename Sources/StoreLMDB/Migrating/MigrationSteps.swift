// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import StoreInterface

/// Tells whoever wants to know how far a migration is.
final class MigrationSteps {
  /// How many rows are brought over between two calls.
  private static let interval = 4_096

  private let tell: @Sendable (MigrationProgress) -> Bool
  private let total: Int
  private let store: String
  private var entity: String?
  private var done = 0
  private var sinceLast = 0

  init(_ tell: @escaping @Sendable (MigrationProgress) -> Bool, total: Int, store: String) {
    self.tell = tell
    self.total = total
    self.store = store
  }

  /// Notes a row. Throws if the migration is to end.
  @inline(__always)
  func step(_ entity: EntitySchema) throws(StoreError) {
    done += 1
    sinceLast += 1
    guard sinceLast >= MigrationSteps.interval else { return }
    self.entity = entity.name
    try check()
  }

  func check() throws(StoreError) {
    sinceLast = 0
    let progress = MigrationProgress(entity: entity, done: min(done, total), total: total)
    entity = nil
    guard tell(progress) else {
      throw StoreError(.engine, store: store, message: "the migration was cancelled")
    }
  }
}
#endif
