// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
package import Foundation
package import StoreInterface

/// Emptying and replacing the databases of stores, whoever has them open.
extension SQLiteStore {
  package static func destroy(at url: URL, _ access: StoreFileAccess) throws(StoreError) {
    let file = DatabaseFile(url: url)
    if file.isInMemory {
      guard MemoryFileSystem.isInUse(file.path) else { return }
    } else if try !file.hasDatabase() {
      return file.removeAll()
    }
    do throws(StoreError) {
      try empty(file, access)
    } catch {
      guard file.isGivenUp(after: error, access) else { throw error }
      file.removeAll()
    }
  }

  package static func replace(
    at destination: URL, withStoreAt source: URL, _ access: StoreFileAccess
  ) throws(StoreError) {
    let visit = try FileVisit(to: source, isWriting: false, timeout: access.timeout)
    let file = DatabaseFile(url: destination)
    try visit.run { (connection) throws(StoreError) in
      // Whoever reads it sees that it is a store, and a reading transaction has begun.
      _ = try MetadataTable.read(connection)
      try overwrite(file, with: connection, of: DatabaseFile(url: source), access)
    }
  }

  private static func overwrite(
    _ file: DatabaseFile, with connection: Connection, of source: DatabaseFile,
    _ access: StoreFileAccess
  ) throws(StoreError) {
    if !file.isInMemory, try !file.hasDatabase() {
      file.removeAll()
      _ = try file.make()
    }
    let overwriting = DatabaseOverwriting(file, timeout: access.timeout)
    do throws(StoreError) {
      try overwriting.run(with: connection, files: source.externalFiles)
    } catch {
      guard file.isGivenUp(after: error, access) else { throw error }
      file.removeAll()
      _ = try file.make()
      try overwriting.run(with: connection, files: source.externalFiles)
    }
  }

  private static func empty(
    _ file: DatabaseFile, _ access: StoreFileAccess
  ) throws(StoreError) {
    let nothing = DatabaseFile(url: nil)
    nothing.register()
    defer { nothing.close() }
    let blank = try nothing.connect(isReadOnly: false, creating: true)
    defer { blank.close() }
    // Pages as new files have them, and one of them written.
    try blank.execute(
      "PRAGMA page_size = \(try file.pageSize()); PRAGMA auto_vacuum = 2; "
        + "CREATE TABLE Blank (x); DROP TABLE Blank")
    try DatabaseOverwriting(file, timeout: access.timeout).run(with: blank, files: nil)
    file.externalFiles?.removeEmptyFolders()
  }
}

extension DatabaseFile {
  /// Returns true if there is something that SQLite could open, damaged or not. Throws for another
  /// type's store.
  fileprivate func hasDatabase() throws(StoreError) -> Bool {
    switch try DatabaseContent.of(path: path) {
    case .missing, .empty, .unknown: return false
    case .sqlite: return true
    case .otherStore:
      throw StoreError(.wrongType, store: name, message: "the file is another store type's")
    }
  }

  /// True if the file is to be thrown away, after it could not be written.
  fileprivate func isGivenUp(after error: StoreError, _ access: StoreFileAccess) -> Bool {
    guard !isInMemory, error.store == name else { return false }
    return error.kind == .corrupt || error.kind == .timeout && access.isForced
  }

  fileprivate func pageSize() throws(StoreError) -> Int64 {
    let connection = try connect(isReadOnly: true)
    defer { connection.close() }
    // Known once pages are read; a damaged one takes any.
    _ = try? connection.integer("PRAGMA page_count")
    return try connection.integer("PRAGMA page_size") ?? 4096
  }
}
#endif
