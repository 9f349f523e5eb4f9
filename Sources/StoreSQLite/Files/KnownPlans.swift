// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import StoreInterface
import Synchronization

/// Plans of files that this process has opened before: a program that opens a store again need not
/// find out its layout again. A plan counts as long as it is the same file with the same version of
/// its schema and the same entity numbers.
enum KnownPlans {
  /// The inputs of a plan.
  struct Key: Equatable {
    var path: String
    var file: OpenFileRegistry.FileID
    var schema: StoreSchema
    var held: Set<Int>
    /// The version of the file's schema, and its table of entity numbers.
    var content: [UInt8]

    static func == (a: Key, b: Key) -> Bool {
      a.schema === b.schema && a.file == b.file && a.path == b.path && a.content == b.content
        && a.held == b.held
    }
  }

  /// The facts that are known of a file.
  struct Known {
    var plan: StorePlan
    /// True if the file has a history with all that the model asks for.
    var hasHistory: Bool
    /// True if the file has a table of notes.
    var hasNotes: Bool

    /// Returns true if nothing is to be made or removed.
    func fits(_ history: HistoryChoice) -> Bool {
      switch history {
      case .untold: true
      case .recorded: hasHistory
      case .dropped: !hasHistory
      }
    }
  }

  private static let limit = 8
  private static let plans = Mutex<[(key: Key, known: Known)]>([])

  static func plan(for key: Key) -> Known? {
    plans.withLock { plans in plans.first { $0.key == key }?.known }
  }

  /// Returns true if a file was opened as a store before and is still the same.
  static func isKnown(_ path: String) -> Bool {
    let known = plans.withLock { plans in plans.first { $0.key.path == path }?.key.file }
    return known != nil && known == OpenFileRegistry.FileID(path: path)
  }

  /// Notes a plan of a file that lacks nothing.
  static func add(_ known: Known, for key: Key) {
    plans.withLock { plans in
      plans.removeAll { $0.key.path == key.path && $0.key.schema === key.schema }
      if plans.count >= limit { plans.removeFirst() }
      plans.append((key, known))
    }
  }

  /// All that a plan depends on in the file; nil for a database without a store's tables.
  static func content(_ connection: Connection) -> [UInt8]? {
    var content: [UInt8] = []
    content.reserveCapacity(1024)
    for sql in ["PRAGMA schema_version", "SELECT Z_NAME, Z_ENT, Z_SUPER FROM Z_PRIMARYKEY"] {
      // What cannot be read is reported by whoever reads it next.
      guard (try? append(sql, of: connection, to: &content)) != nil else { return nil }
    }
    return content
  }

  private static func append(
    _ sql: String, of connection: Connection, to content: inout [UInt8]
  ) throws(StoreError) {
    let statement = try connection.statement(sql)
    defer { statement.finish() }
    let columns = sqlite3_column_count(statement.pointer)
    while try statement.step() {
      for column in 0..<columns {
        content.append(contentsOf: statement.bytes(column))
        content.append(0)
      }
    }
  }
}
#endif
