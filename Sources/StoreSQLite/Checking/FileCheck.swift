// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import Foundation
package import StoreInterface

extension SQLiteStore {
  /// SQLite's own check of the whole file, pairs without objects, and external files.
  package func checkFiles(
    isRepairing: Bool, while goesOn: @escaping () -> Bool
  ) throws(StoreError) -> [FileFinding] {
    var findings = try reading { connection throws(StoreError) in
      try FileCheck(connection).findings(while: goesOn)
    }
    if isRepairing, findings.contains(where: { $0.kind == .index }) {
      try writing { writer throws(StoreError) in try writer.run("REINDEX") }
      let left = try reading { connection throws(StoreError) in
        try Set(FileCheck(connection).findings(while: goesOn))
      }
      for place in findings.indices {
        findings[place].isRepaired = !left.contains(findings[place])
      }
    }
    guard goesOn() else { return findings }
    findings += try JoinCheck(self).findings(isRepairing: isRepairing)
    return findings + (try ExternalFileCheck(self).findings(isRepairing: isRepairing))
  }

  /// Runs a body in a read transaction.
  func reading<T>(_ body: (Connection) throws(StoreError) -> T) throws(StoreError) -> T {
    let connection = try beginReading()
    defer { endReading(connection) }
    return try body(connection)
  }

  /// Runs a body in the write transaction, which is committed when it returns.
  func writing<T>(_ body: (Connection) throws(StoreError) -> T) throws(StoreError) -> T {
    let writer = try beginWriting()
    defer { endWriting() }
    do throws(StoreError) {
      let result = try body(writer)
      try writer.run(.commit)
      return result
    } catch {
      // The first error is the one to report; a transaction left open fails the next writer.
      if writer.isInTransaction { try? writer.run(.rollback) }
      throw error
    }
  }
}

/// SQLite's check of a file.
private struct FileCheck {
  /// Asked whether the check goes on.
  private final class Question {
    let goesOn: () -> Bool

    init(_ goesOn: @escaping () -> Bool) { self.goesOn = goesOn }
  }

  /// After how many of SQLite's steps it is asked.
  private static let steps: Int32 = 100_000

  private let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  /// Returns what is wrong; nothing when the check was ended.
  func findings(while goesOn: @escaping () -> Bool) throws(StoreError) -> [FileFinding] {
    let question = Question(goesOn)
    sqlite3_progress_handler(
      connection.handle, FileCheck.steps,
      { place in
        guard let place else { return 0 }
        return Unmanaged<Question>.fromOpaque(place).takeUnretainedValue().goesOn() ? 0 : 1
      },
      Unmanaged.passUnretained(question).toOpaque())
    defer {
      sqlite3_progress_handler(connection.handle, 0, nil, nil)
      withExtendedLifetime(question) {}
    }
    do throws(StoreError) { return try findings() } catch {
      guard error.engineCode == SQLITE_INTERRUPT else { throw error }
      return []
    }
  }

  private func findings() throws(StoreError) -> [FileFinding] {
    let statement = try connection.statement("PRAGMA integrity_check")
    defer { statement.finish() }
    var findings: [FileFinding] = []
    while try statement.step() {
      guard let text = statement.text(0), text != "ok" else { continue }
      findings.append(FileFinding(text.contains(" index ") ? .index : .damage, text))
    }
    return findings
  }
}
#endif
