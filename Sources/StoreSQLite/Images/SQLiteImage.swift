// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import Foundation
import StoreInterface

/// A state of an SQLite store, on its way into another database file.
///
/// Held, it is what a read transaction shows, whoever commits meanwhile. Otherwise the source is
/// locked for a step at a time; SQLite begins anew when somebody has committed between two, so that
/// the copy is of one commit anyway. Where that goes on and on, the rest is held.
final class SQLiteImage: StoreImage {
  /// How often a copy is begun anew before it keeps writers waiting.
  static let patience = 4

  private let file: DatabaseFile
  private var connection: Connection?
  /// Gives the connection back.
  private let release: (Connection) -> Void

  init(
    _ connection: Connection, of file: DatabaseFile, release: @escaping (Connection) -> Void
  ) {
    self.connection = connection
    self.file = file
    self.release = release
  }

  deinit { end() }

  func end() {
    guard let connection else { return }
    self.connection = nil
    release(connection)
  }

  func write(
    to url: URL, _ settings: ImageSettings, progress: ImageProgressHandler
  ) throws(StoreError) -> Bool {
    guard let connection else {
      throw StoreError(.closed, store: file.name, message: "the image has ended")
    }
    let target = DatabaseFile(url: url)
    let output = try Connection(
      path: target.path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, fileSystem: nil,
      store: target.name)
    defer { output.close() }
    // The file is of no use before it is complete.
    try output.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
    guard try copy(connection, to: output, pages: settings.pagesInStep, progress) else {
      return false
    }
    try share(to: target, output)
    if settings.isCompact { try output.execute("VACUUM") }
    return true
  }

  // MARK: - Pages

  private func copy(
    _ source: Connection, to output: Connection, pages: Int, _ progress: ImageProgressHandler
  ) throws(StoreError) -> Bool {
    let size = try source.integer("PRAGMA page_size").map(Int.init) ?? 4096
    let copy = try PageCopy(from: source, to: output)
    defer { copy.abandon() }
    while try copy.step(pages) {
      if copy.restarts == SQLiteImage.patience, !source.isInTransaction {
        try source.run(.begin)
        try source.run(.pin)
      }
      guard progress(ImageProgress(done: copy.done * size, total: copy.total * size)) else {
        return false
      }
    }
    try copy.finish()
    return progress(ImageProgress(done: copy.total * size, total: copy.total * size))
  }

  // MARK: - External files

  /// Gives the copy the files that its rows name. One that is missing here is missing there.
  private func share(to target: DatabaseFile, _ output: Connection) throws(StoreError) {
    guard let mine = file.externalFiles, DatabaseFile.size(mine.folder) != nil,
      let others = target.externalFiles
    else { return }
    for name in try ExternalReferences.names(output) { _ = try others.share(name, of: mine) }
  }
}
#endif
