// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import StoreInterface

/// The counters of numbers and rows on their way to another version: hierarchies go on with the numbers
/// of those they come from (R-PSC-538).
struct CounterMigration {
  private let versions: FileVersions
  private let input: OpaquePointer
  private let output: OpaquePointer

  init(_ versions: FileVersions, from input: OpaquePointer, to output: OpaquePointer) {
    self.versions = versions
    self.input = input
    self.output = output
  }

  /// - Parameter rows: how many rows of each entity there are afterwards.
  func run(rows: [Int: Int64]) throws(StoreError) {
    let former = try table(versions.old.allocator, input).all()
    try removeFormer()
    let allocator = table(versions.new.allocator, output)
    for root in versions.new.roots {
      guard let origin = versions.origin(ofRoot: root),
        let next = versions.old.numbers.number(of: origin).flatMap({ former[$0] }),
        let number = versions.new.numbers.number(of: root)
      else { continue }
      try allocator.set(next, number)
    }
    let counts = table(versions.new.counts, output)
    for entity in versions.new.entities.map({ versions.new.schema.entities[$0] }) {
      guard let number = versions.new.numbers.number(of: entity.index) else { continue }
      let isAlone = entity.root == entity.index && entity.subtree.count == 1
      try counts.set(isAlone ? CounterTable.ofDatabase : rows[entity.index] ?? 0, number)
    }
  }

  private func removeFormer() throws(StoreError) {
    for entity in versions.old.entities {
      guard let number = versions.old.numbers.number(of: entity) else { continue }
      try withUnsafeBytes(of: BigEndian(Int64(number))) { key throws(StoreError) in
        for database in [versions.old.allocator, versions.old.counts] {
          try database.delete(key, in: output, store: versions.store)
        }
      }
    }
  }

  private func table(_ database: Database, _ transaction: OpaquePointer) -> CounterTable {
    CounterTable(database: database, transaction: transaction, store: versions.store)
  }
}
#endif
