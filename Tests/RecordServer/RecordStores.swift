// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RecordProtocol

/// All stores of the server, by name; one request at a time.
actor RecordStores {
  /// More would be a mistake of the tests.
  static let limit = 20_000

  private var tables: [String: RecordTable] = [:]

  subscript(name: String) -> RecordTable? { tables[name] }

  /// Makes a store, unless there is one. Nil: there are too many.
  func create(_ name: String, _ head: RecordStoreHead) -> RecordStoreHead? {
    if let known = tables[name] { return known.head }
    guard tables.count < RecordStores.limit else { return nil }
    tables[name] = RecordTable(head)
    return head
  }

  func remove(_ name: String) { tables[name] = nil }

  /// Changes a store in one step; nil when there is none.
  func change<T: Sendable>(_ name: String, _ body: (inout RecordTable) -> T) -> T? {
    guard var table = tables.removeValue(forKey: name) else { return nil }
    defer { tables[name] = table }
    return body(&table)
  }
}
