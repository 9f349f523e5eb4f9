// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
package import Foundation
package import StoreInterface

extension SQLiteStore {
  /// Settings for filling a new file that is of no use before it is complete, and for reading it
  /// once: in a mapped file all that was read stays in memory.
  package static let bulkSettings = ["synchronous": "OFF", "mmap_size": "0"]

  /// Puts a closed store's file, with its external files, in the place of another in the same folder.
  /// A crash leaves the old store or the new one.
  ///
  /// An SQLite database that is there must not be in use: its log is emptied first, or it would be
  /// taken for the new file's. Throws `.timeout` when it is in use.
  package static func moveFile(at source: URL, to destination: URL) throws(StoreError) {
    let (old, new) = (DatabaseFile(url: destination), DatabaseFile(url: source))
    try old.becomeUnlogged()
    try new.moveExternalFiles(to: old)
    try StoreFileMove.move(new.path, to: old.path)
  }

  /// Removes a store's file that nobody has open, and all that belongs to it.
  package static func removeFile(at url: URL) {
    let file = DatabaseFile(url: url)
    file.removeAll()
    file.removeExternalFolder()
  }
}

extension DatabaseFile {
  /// Leaves no log beside the file, nor one that another file has left there.
  fileprivate func becomeUnlogged() throws(StoreError) {
    if case .sqlite = try FileContent.of(path: path) {
      register()
      defer { close() }
      let connection = try connect(isReadOnly: false)
      defer { connection.close() }
      try DatabaseFile.endLog(connection)
    }
    StoreFileMove.remove(["-wal", "-shm", "-journal"].map { path + $0 })
  }

  private static func endLog(_ connection: Connection) throws(StoreError) {
    let mode: String
    do {
      let statement = try connection.statement("PRAGMA journal_mode = DELETE")
      defer { statement.finish() }
      mode = try statement.step() ? statement.text(0) ?? "" : ""
    } catch {
      // What is damaged is no loss.
      if error.kind == .corrupt { return }
      throw error
    }
    guard mode.lowercased() == "delete" else {
      throw StoreError(
        .timeout, store: connection.store, message: "the store is in use and cannot be replaced")
    }
  }

  /// External files have names of their own; those that the database does not name are removed when
  /// it is opened.
  fileprivate func moveExternalFiles(to other: DatabaseFile) throws(StoreError) {
    guard let mine = externalFiles, let others = other.externalFiles, !mine.names.isEmpty else {
      return
    }
    do {
      try FileManager.default.createDirectory(
        atPath: others.folder, withIntermediateDirectories: true)
    } catch {
      throw StoreError(.inputOutput, store: path, message: "cannot make \(others.folder): \(error)")
    }
    for name in mine.names {
      try StoreFileMove.move(mine.folder + name, to: others.folder + name)
    }
    removeExternalFolder()
  }

  fileprivate func removeExternalFolder() {
    guard let externalFiles else { return }
    let support = (externalFiles.folder as NSString).deletingLastPathComponent
    try? FileManager.default.removeItem(atPath: support)  // mostly there is none
  }
}
#endif
