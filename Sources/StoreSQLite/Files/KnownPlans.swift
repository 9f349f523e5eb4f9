// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface
import Synchronization

/// Plans of files that this process has opened before: a program that opens a store again need not
/// find out its layout again. A plan counts as long as it is the same file with the same version of
/// its schema and the same entity numbers.
enum KnownPlans {
  /// What a plan was made of.
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

  private static let limit = 8
  private static let plans = Mutex<[(key: Key, plan: StorePlan)]>([])

  static func plan(for key: Key) -> StorePlan? {
    plans.withLock { plans in plans.first { $0.key == key }?.plan }
  }

  /// Whether a file was opened as a store before and is still the same.
  static func isKnown(_ path: String) -> Bool {
    let known = plans.withLock { plans in plans.first { $0.key.path == path }?.key.file }
    return known != nil && known == OpenFileRegistry.FileID(path: path)
  }

  /// Notes a plan of a file that lacks nothing.
  static func add(_ plan: StorePlan, for key: Key) {
    plans.withLock { plans in
      plans.removeAll { $0.key.path == key.path && $0.key.schema === key.schema }
      if plans.count >= limit { plans.removeFirst() }
      plans.append((key, plan))
    }
  }

  /// All that a plan depends on in the file; nil for a database without a store's tables.
  static func content(_ connection: Connection) -> [UInt8]? {
    // What cannot be read is reported by whoever reads it next.
    guard
      let statement = try? connection.statement(
        "SELECT Z_NAME, Z_ENT, Z_SUPER, schema_version FROM Z_PRIMARYKEY, pragma_schema_version")
    else { return nil }
    defer { statement.finish() }
    var content: [UInt8] = []
    content.reserveCapacity(1024)
    do {
      while try statement.step() {
        for column: Int32 in 0..<4 {
          content.append(contentsOf: statement.bytes(column))
          content.append(0)
        }
      }
    } catch { return nil }
    return content
  }
}
#endif
