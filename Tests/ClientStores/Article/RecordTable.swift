// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// A part of the second example of docs/writing-a-store.md, which quotes what stands between the
// marks.

// article: dictionary-table
import Foundation
import Synchronization

/// Records by name, for as long as the program runs.
final class RecordTable: @unchecked Sendable {  // one store uses it, and its calls do not overlap
  struct Record {
    var entity: String
    var version: UInt64
    var attributes: [String: Any] = [:]
    var links: [String: [String]] = [:]
  }

  var records: [String: Record] = [:]
  var metadata: [String: Any]?

  private static let tables = Mutex<[String: RecordTable]>([:])

  static func named(_ name: String) -> RecordTable {
    tables.withLock { tables in
      let table = tables[name] ?? RecordTable()
      tables[name] = table
      return table
    }
  }
}
// article end
