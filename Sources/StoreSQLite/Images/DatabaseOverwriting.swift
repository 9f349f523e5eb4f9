// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import Foundation
import StoreInterface

/// One database written over another, in one transaction of the latter (R-PSC-109, 110).
///
/// Beside a log, who has it open goes on reading what he reads and finds the new content with his next
/// transaction; without one the transaction waits for him, as he does for it. External files that
/// the new content names are there before it is; those of the old go when nobody can need them.
struct DatabaseOverwriting {
  private let target: DatabaseFile
  private let timeout: Double

  init(_ target: DatabaseFile, timeout: Double) {
    self.target = target
    self.timeout = timeout
  }

  /// - Parameters:
  ///   - source: in a reading transaction, or a database of nobody else's.
  ///   - files: the source's external files.
  func run(with source: Connection, files: ExternalFiles?) throws(StoreError) {
    target.register()
    defer { target.close() }
    let output = try target.connect(isReadOnly: false, creating: target.isInMemory)
    defer { output.close() }
    try target.requireWritable(output)
    try begin(output)
    try Pragmas.keepLog(on: output)
    // The next owner chooses what a power failure may take; this is one commit.
    try output.execute("PRAGMA synchronous = EXTRA")
    try suitPages(of: source, output)
    let wanted = try names(source)
    // Without a log nobody can look while the copy has its lock, so it is asked before; a file that
    // is written in between stays behind, unused.
    let before = noted(output)
    let copy = try PageCopy(from: source, to: output)
    defer { copy.abandon() }
    try copy.lockOutput()
    try prepareFiles(wanted, replacing: noted(on: target) ?? before, of: files)
    while try copy.step(DatabaseOverwriting.step) {}
    try copy.finish()
    // Another process may just have removed what it took for unused.
    try share(wanted, of: files)
    removeUnused(output)
  }

  private static let step = 1024

  // MARK: - Pages

  /// A database behind a log keeps its size of pages.
  private func suitPages(of source: Connection, _ output: Connection) throws(StoreError) {
    // What has no pages yet, or cannot be read, takes any. The size is known once pages are read.
    guard let count = try? output.integer("PRAGMA page_count"), count > 0,
      try source.integer("PRAGMA page_size") != output.integer("PRAGMA page_size")
    else { return }
    try DatabaseFile.endLog(output)
  }

  /// Looks whether another process has the file for itself. What is damaged is no reason to stop.
  private func begin(_ connection: Connection) throws(StoreError) {
    let pragmas = Pragmas(settings: [:], timeout: timeout)
    do throws(StoreError) {
      try target.first(on: connection, pragmas) { () throws(StoreError) in
        _ = try connection.integer("PRAGMA page_count")
      }
    } catch {
      guard error.kind != .timeout else { throw error }
      pragmas.setTimeout(on: connection)
    }
  }

  // MARK: - External files

  private func names(_ source: Connection) throws(StoreError) -> Set<String> {
    target.externalFiles == nil ? [] : try ExternalReferences.names(source)
  }

  /// The files that the old content names; those of a damaged one are unknown, and stay.
  private func noted(_ connection: Connection) -> Set<String> {
    guard let files = target.externalFiles, DatabaseFile.size(files.folder) != nil else {
      return []
    }
    // As above.
    return (try? ExternalReferences.names(connection)) ?? []
  }

  /// The same beside the transaction that writes; nil where its lock forbids that.
  private func noted(on file: DatabaseFile) -> Set<String>? {
    guard let files = file.externalFiles, DatabaseFile.size(files.folder) != nil,
      // What cannot be opened or read just now was asked before.
      let reader = try? file.connect(isReadOnly: true)
    else { return nil }
    defer { reader.close() }
    // Likewise.
    return try? ExternalReferences.names(reader)
  }

  private func prepareFiles(
    _ wanted: Set<String>, replacing old: Set<String>, of files: ExternalFiles?
  ) throws(StoreError) {
    guard let mine = target.externalFiles, !wanted.isEmpty || !old.isEmpty else { return }
    try mine.makeFolder()
    // What is on the list and named by nobody is removed, by whoever comes next.
    try mine.list.add(old.union(wanted).sorted())
    try share(wanted, of: files)
    try mine.synchronise()
  }

  /// One that is missing there is missing here. Names are unique, so what is there is the same.
  private func share(_ wanted: Set<String>, of files: ExternalFiles?) throws(StoreError) {
    guard let mine = target.externalFiles, let files, files.folder != mine.folder else { return }
    for name in wanted where DatabaseFile.size(mine.path(name)) == nil {
      _ = try mine.share(name, of: files)
    }
  }

  private func removeUnused(_ output: Connection) {
    guard let files = target.externalFiles else { return }
    ExternalFileRemoval(files).runThoroughly(output)
  }
}
#endif
