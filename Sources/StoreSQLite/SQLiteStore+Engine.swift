// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
package import Foundation
package import StoreInterface

/// Access to a store's file without a model. Each call opens the file and closes it again; stores
/// that have it open, in this process or another, are not disturbed.
extension SQLiteStore: StoreEngine {
  package static var typeName: String { "SQLite" }
  package static var errorDomain: String? { "NSSQLiteErrorDomain" }
  package static var refusesBlocks: Bool { true }
  package static var comparesStructure: Bool { true }

  package static func recognises(contentAt url: URL) -> Bool {
    let path = DatabaseFile(url: url).path
    // Nothing to report: what cannot be read is not recognised.
    guard let content = try? DatabaseContent.of(path: path), case .sqlite = content else {
      return false
    }
    return DatabaseFile.size(path).map { $0 > 0 } ?? false
  }

  /// Creates and migrates nothing. Throws `.missingFile`, `.corrupt` or `.wrongType` for what is no
  /// store.
  package static func readMetadata(at url: URL) throws(StoreError) -> StoreMetadata {
    try FileVisit(to: url, isWriting: false).run(MetadataTable.read)
  }

  package static func readModel(at url: URL) throws(StoreError) -> Data? {
    try FileVisit(to: url, isWriting: false).run(ModelCacheTable.read)
  }

  /// Writes at once, in a transaction of its own. Open stores see it when they are opened again.
  package static func writeMetadata(
    _ metadata: StoreMetadata, at url: URL
  ) throws(StoreError) {
    try FileVisit(to: url, isWriting: true).run {
      (connection) throws(StoreError) in
      _ = try MetadataTable.read(connection)
      try MetadataTable.write(metadata, connection)
    }
  }

  package static func readNotes(
    at url: URL, under prefix: String
  ) throws(StoreError) -> [StoreNote] {
    try FileVisit(to: url, isWriting: false).run { (connection) throws(StoreError) in
      try NotesTable.read(under: prefix, connection)
    }
  }

  /// Counts the rows of all entities: reads every table once. Entities in the order of their
  /// numbers.
  package static func inspect(at url: URL) throws(StoreError) -> StoreInspection {
    let visit = try FileVisit(to: url, isWriting: false)
    return try visit.run { (connection) throws(StoreError) in
      StoreInspection(
        metadata: try MetadataTable.read(connection),
        entities: try FileStatistics.entities(connection), bytes: visit.byteCount)
    }
  }
}
#endif
