// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface

/// The values that migrations leave in a file.
extension MetadataDatabase {
  private static let migration = "migration"
  private static let unfinished = "unfinished"

  /// Returns the mark of the last migration of the file; empty when there was none.
  func migrationMark() throws(StoreError) -> String {
    try bytes(MetadataDatabase.migration).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Tells those who have the file open that it is of another version.
  func markMigration() throws(StoreError) { try write(migrationMark: UUID().uuidString) }

  func write(migrationMark: String) throws(StoreError) {
    try put(Array(migrationMark.utf8), MetadataDatabase.migration)
  }

  /// Returns the names of databases that are of no use any more and are yet to be emptied.
  func unfinishedDatabases() throws(StoreError) -> [String] {
    guard let value = try bytes(MetadataDatabase.unfinished) else { return [] }
    return String(decoding: value, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  func write(unfinishedDatabases names: [String]) throws(StoreError) {
    guard !names.isEmpty else { return try remove(MetadataDatabase.unfinished) }
    try put(Array(names.joined(separator: "\n").utf8), MetadataDatabase.unfinished)
  }

  func remove(_ name: String) throws(StoreError) {
    _ = try withTypedErrors {
      try Array(name.utf8).withUnsafeBytes {
        try database.delete($0, in: transaction, store: store)
      }
    }
  }
}
#endif
