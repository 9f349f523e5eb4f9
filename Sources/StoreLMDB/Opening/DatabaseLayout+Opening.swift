// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import StoreInterface

extension DatabaseLayout {
  /// The names of all databases but those that every file has.
  var names: Set<String> {
    var names = Set(indexes.map(\.name))
    for root in roots { names.insert(KeySpace.rows(of: schema.entities[root])) }
    for case let link? in links { names.formUnion([link.firstName, link.secondName]) }
    return names
  }

  /// Opens the databases. Returns true if all are there.
  ///
  /// - Parameters:
  ///   - create: makes those that are missing.
  ///   - indexNames: the indexes that are kept up to date: only these are opened; nil: all.
  @discardableResult
  func open(
    _ session: inout DatabaseRegister.Session, _ transaction: OpaquePointer, create: Bool,
    indexNames: Set<String>? = nil, hasHistory: Bool
  ) throws(StoreError) -> Bool {
    var isComplete = true
    func database(_ name: String) throws(StoreError) -> Database {
      let handle = try session.open(name, in: transaction, create: create)
      if handle == nil { isComplete = false }
      return Database(handle: handle)
    }
    metadata = try database(KeySpace.metadata)
    allocator = try database(KeySpace.allocator)
    counts = try database(KeySpace.counts)
    if hasHistory {
      history = try database(KeySpace.history)
      historyTimes = try database(KeySpace.historyTimes)
    }
    for root in roots { rows[root] = try database(KeySpace.rows(of: schema.entities[root])) }
    for index in indexes where indexNames?.contains(index.name) ?? true {
      index.database = try database(index.name)
    }
    for case let link? in links {
      link.first = try database(link.firstName)
      link.second = try database(link.secondName)
    }
    didOpenDatabases()
    return isComplete
  }
}
#endif
