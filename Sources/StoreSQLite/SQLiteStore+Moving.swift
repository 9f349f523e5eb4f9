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
  /// A crash leaves the old store or the new one. The external files that the old one names are
  /// removed; those that rows of this process still name, when the new store is closed.
  ///
  /// An SQLite database that is there must not be in use: its log is emptied first, or it would be
  /// taken for the new file's. Throws `.timeout` when it is in use.
  package static func moveFile(at source: URL, to destination: URL) throws(StoreError) {
    let (old, new) = (DatabaseFile(url: destination), DatabaseFile(url: source))
    try new.takeInLog()
    var replaced = try old.becomeUnlogged()
    // A copy shares files with what it is a copy of.
    if !replaced.isEmpty { replaced.subtract(try new.namedExternalFiles()) }
    try old.externalFiles?.list.add(replaced.sorted())
    let moved = try new.moveExternalFiles(to: old)
    try StoreFileMove.move(new.path, to: old.path)
    new.removeCompanions()
    old.externalFiles?.list.remove(moved)
    old.removeExternalFiles(replaced)
  }

  /// Tries to leave the mode with a log, which only the one user of a database can.
  package static func isInUse(at url: URL) throws(StoreError) -> Bool {
    let file = DatabaseFile(url: url)
    guard case .sqlite = try DatabaseContent.of(path: file.path) else { return false }
    file.register()
    defer { file.close() }
    let connection = try file.connect(isReadOnly: false)
    defer { connection.close() }
    do throws(StoreError) {
      try DatabaseFile.endLog(connection)
      return false
    } catch {
      guard error.kind == .timeout else { throw error }
      return true
    }
  }

  /// Removes a store's file that nobody has open, and all that belongs to it.
  package static func removeFile(at url: URL) {
    let file = DatabaseFile(url: url)
    file.removeAll()
    file.removeExternalFolder()
  }
}

extension DatabaseFile {
  /// Brings into the file what its last user could not, who closed it all the same: it is moved without
  /// its log.
  fileprivate func takeInLog() throws(StoreError) {
    guard (logSizeBefore ?? 0) > 0 else { return }
    try withConnection { connection throws(StoreError) in
      guard try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0 else {
        throw StoreError(.timeout, store: name, message: "the store is in use and cannot be moved")
      }
    }
  }

  fileprivate func removeCompanions() {
    StoreFileMove.remove(["-wal", "-shm", "-journal"].map { path + $0 })
  }

  /// Leaves no log beside the file, nor one that another file has left there. Returns the external
  /// files that it names.
  fileprivate func becomeUnlogged() throws(StoreError) -> Set<String> {
    var names: Set<String> = []
    if case .sqlite = try DatabaseContent.of(path: path) {
      names = try withConnection { connection throws(StoreError) in
        try DatabaseFile.endLog(connection)
        // The names of a damaged file are unknown, and its external files stay.
        return (try? ExternalReferences.names(connection)) ?? []
      }
    }
    removeCompanions()
    guard let externalFiles else { return [] }
    return names.filter { DatabaseFile.size(externalFiles.path($0)) != nil }
  }

  /// The external files that the rows of the closed database name.
  fileprivate func namedExternalFiles() throws(StoreError) -> Set<String> {
    try withConnection { connection throws(StoreError) in
      try ExternalReferences.names(connection)
    }
  }

  private func withConnection<T>(
    _ body: (Connection) throws(StoreError) -> T
  ) throws(StoreError) -> T {
    register()
    defer { close() }
    let connection = try connect(isReadOnly: false)
    defer { connection.close() }
    return try body(connection)
  }

  fileprivate func removeExternalFiles(_ names: Set<String>) {
    guard let externalFiles else { return }
    let unused = names.filter { !ExternalFileUse.isInUse(externalFiles.path($0)) }
    externalFiles.remove(unused)
    externalFiles.list.remove(unused)
  }

  /// Leaves the mode with a log. Throws `.timeout` when others have the database open.
  static func endLog(_ connection: Connection) throws(StoreError) {
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

  /// External files have names of their own, and so has the folder of a store that is made to be
  /// moved. Returns the names: they stay on the other's list until its file names them, so that they
  /// go if it never does.
  fileprivate func moveExternalFiles(to other: DatabaseFile) throws(StoreError) -> Set<String> {
    guard let mine = externalFiles, let others = other.externalFiles else { return [] }
    let names = Set(mine.names)
    guard !names.isEmpty else { return [] }
    try others.makeFolder()
    try others.list.add(names.sorted())
    for name in names { try StoreFileMove.move(mine.folder + name, to: others.folder + name) }
    removeExternalFolder()
    return names
  }

  fileprivate func removeExternalFolder() {
    guard let externalFiles else { return }
    let support = (externalFiles.folder as NSString).deletingLastPathComponent
    try? FileManager.default.removeItem(atPath: support)  // mostly there is none
  }
}
#endif
