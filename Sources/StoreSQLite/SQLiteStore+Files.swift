// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
package import Foundation
package import StoreInterface

/// Access to a store's file without a model. Each call opens the file and closes it again; stores
/// that have it open, in this process or another, are not disturbed.
extension SQLiteStore {
  /// Returns true if a file's content is an SQLite database; false for anything that cannot be
  /// read.
  package static func isSQLiteFile(at url: URL) -> Bool {
    let path = DatabaseFile(url: url).path
    // Nothing to report: what cannot be read is not recognised.
    guard let content = try? DatabaseContent.of(path: path), case .sqlite = content else {
      return false
    }
    return DatabaseFile.size(path).map { $0 > 0 } ?? false
  }

  /// Creates and migrates nothing. Throws `.missingFile`, `.corrupt` or `.wrongType` for what is no
  /// store.
  package static func readMetadata(
    at url: URL, settings: [String: String] = [:], timeout: Double = 240
  ) throws(StoreError) -> StoreMetadata {
    try FileVisit(to: url, settings: settings, timeout: timeout, isWriting: false).run(
      MetadataTable.read)
  }

  /// Writes at once, in a transaction of its own. Open stores see it when they are opened again.
  package static func writeMetadata(
    _ metadata: StoreMetadata, at url: URL, settings: [String: String] = [:], timeout: Double = 240
  ) throws(StoreError) {
    try FileVisit(to: url, settings: settings, timeout: timeout, isWriting: true).run {
      (connection) throws(StoreError) in
      _ = try MetadataTable.read(connection)
      try MetadataTable.write(metadata, connection)
    }
  }

  /// Counts the rows of all entities: reads every table once.
  package static func inspect(
    at url: URL, settings: [String: String] = [:], timeout: Double = 240
  ) throws(StoreError) -> Inspection {
    let visit = try FileVisit(to: url, settings: settings, timeout: timeout, isWriting: false)
    return try visit.run { (connection) throws(StoreError) in
      Inspection(
        metadata: try MetadataTable.read(connection),
        entities: try FileStatistics.entities(connection), bytes: visit.byteCount)
    }
  }
}
#endif
