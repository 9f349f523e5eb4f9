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
  private let schema: StoreSchema
  /// Of the source.
  private var entity: Int?
  private var done = 0
  // Nothing calls out while it is counted, so overlapping access cannot be and is not checked.
  @exclusivity(unchecked) private var sinceLast = 0

  /// - Parameter schema: the source's.
  init(
    _ tell: @escaping @Sendable (MigrationProgress) -> Bool, total: Int, schema: StoreSchema,
    store: String
  ) {
    self.tell = tell
    self.schema = schema
    self.total = total
    self.store = store
  }

  /// Notes a row. Throws if the migration is to end.
  @inline(__always)
  func step(_ entity: Int) throws(StoreError) {
    sinceLast += 1
    guard sinceLast >= MigrationSteps.interval else { return }
    self.entity = entity
    try check()
  }

  func check() throws(StoreError) {
    done += sinceLast
    sinceLast = 0
    let progress = MigrationProgress(
      entity: entity.map { schema.entities[$0].name }, done: min(done, total), total: total)
    entity = nil
    guard tell(progress) else {
      throw StoreError(.engine, store: store, message: "the migration was cancelled")
    }
  }
}
#endif
