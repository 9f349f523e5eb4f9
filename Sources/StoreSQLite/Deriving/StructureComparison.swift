// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// Compares a file of Apple's framework with the layout that a model asks for, where hashes do not tell
/// whether they belong together (R-REQ-180).
struct StructureComparison {
  private let layout: StoreLayout
  private let found: FileSchema
  private let store: String

  init(_ layout: StoreLayout, _ found: FileSchema, store: String) {
    self.layout = layout
    self.found = found
    self.store = store
  }

  /// The tables of the entities must have the columns of the layout, of the same types, and no others.
  /// Files of this library have hashes that tell.
  func run(_ entities: [Int]) throws(StoreError) {
    guard !entities.isEmpty else { return }
    guard try found.isForeign() else { throw mismatch("it was not made by Apple's framework") }
    for root in Set(entities.map { layout.schema.entities[$0].root }).sorted() {
      if let table = layout.table(of: root) { try compare(table) }
    }
  }

  private func compare(_ table: TableLayout) throws(StoreError) {
    let fixed = [("Z_PK", "INTEGER"), ("Z_ENT", "INTEGER"), ("Z_OPT", "INTEGER")]
    let wanted = Set((fixed + table.columns.map { ($0.name, $0.declaredType) }).map(text))
    let present = Set(try found.declarations(of: table.name).map(text))
    guard let other = wanted.symmetricDifference(present).min() else { return }
    throw mismatch("the table \(table.name) has another column than \(other)")
  }

  private func text(_ column: (name: String, type: String)) -> String {
    "\(column.name.uppercased()) \(column.type.uppercased())"
  }

  private func mismatch(_ reason: String) -> StoreError {
    StoreError(.schemaMismatch, store: store, message: reason)
  }
}
#endif
