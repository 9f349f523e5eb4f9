// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// Gives columns their names: what is computed for a new table, what is there in an existing one.
struct ColumnNames {
  /// The file with the table; nil when that is still to be made.
  private let existing: FileSchema?
  private let table: String
  private let store: String
  private var taken: Set<String> = ["Z_PK", "Z_ENT", "Z_OPT"]

  init(table: String, existing: FileSchema?, store: String) {
    self.table = table
    self.existing = existing
    self.store = store
  }

  /// The later of two equal names gets a number behind it. In an existing table the computed name
  /// comes first, then the same with other numbers.
  mutating func name(_ base: String) throws(StoreError) -> String {
    let computed =
      taken.contains(base) ? variants(base).first { !taken.contains($0) } ?? base : base
    guard let existing, !existing.has(computed, in: table) else { return take(computed) }
    let found = variants(base).first { !taken.contains($0) && existing.has($0, in: table) }
    if let found { return take(found) }
    throw StoreError(
      .schemaMismatch, store: store, message: "the table \(table) has no column \(computed)")
  }

  /// The column `Z<n>_<NAME>` of destination entities. Its number may be that of an older model.
  mutating func entityName(_ name: String, number: Int64) throws(StoreError) -> String {
    let base = "Z\(number)_\(name)"
    guard let existing, taken.contains(base) || !existing.has(base, in: table) else {
      return try self.name(base)
    }
    let suffix = "_\(name)"
    let older = try existing.columns(of: table).first {
      $0.hasSuffix(suffix) && !taken.contains($0) && $0.hasPrefix("Z")
        && Int($0.dropFirst().dropLast(suffix.count)) != nil
    }
    if let older { return take(older) }
    return try self.name(base)
  }

  private mutating func take(_ name: String) -> String {
    taken.insert(name)
    return name
  }

  private func variants(_ base: String) -> [String] {
    [base] + (1...(taken.count + 2)).map { "\(base)\($0)" }
  }
}
#endif
