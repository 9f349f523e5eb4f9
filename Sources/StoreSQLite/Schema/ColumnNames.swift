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
  /// True if a column that is not there is none, instead of an error.
  private let isLenient: Bool
  private var taken: Set<String> = ["Z_PK", "Z_ENT", "Z_OPT"]
  /// True if every column was there.
  private(set) var isComplete = true

  init(table: String, existing: FileSchema?, isLenient: Bool, store: String) {
    self.table = table
    self.existing = existing
    self.isLenient = isLenient
    self.store = store
  }

  /// The later of two equal names gets a number behind it. In an existing table the computed name
  /// comes first, then the same with other numbers. Nil for a column that may be missing.
  mutating func name(_ base: String) throws(StoreError) -> String? {
    let computed =
      taken.contains(base) ? variants(base).first { !taken.contains($0) } ?? base : base
    guard let existing, !existing.has(computed, in: table) else { return take(computed) }
    let found = variants(base).first { !taken.contains($0) && existing.has($0, in: table) }
    if let found { return take(found) }
    isComplete = false
    if isLenient { return nil }
    throw StoreError(
      .schemaMismatch, store: store, message: "the table \(table) has no column \(computed)")
  }

  /// Returns the column `Z<n>_<NAME>` of destination entities. Its number may be that of an older
  /// model.
  mutating func entityName(_ name: String, number: Int64) throws(StoreError) -> String? {
    try numbered("_\(name)", number)
  }

  /// Returns the column `Z<n><NAME>` of the owners of a to-many without inverse; likewise.
  mutating func ownerName(_ name: String, number: Int64) throws(StoreError) -> String? {
    try numbered(name, number)
  }

  /// Returns true if an existing file has a join table where there would be a column of owners.
  func isElsewhere(_ name: String, join: String) throws(StoreError) -> Bool {
    guard let existing, existing.tables.contains(join) else { return false }
    return try older(name) == nil
  }

  private mutating func numbered(_ suffix: String, _ number: Int64) throws(StoreError) -> String? {
    let base = "Z\(number)\(suffix)"
    guard let existing, taken.contains(base) || !existing.has(base, in: table),
      let older = try older(suffix)
    else { return try name(base) }
    return take(older)
  }

  private func older(_ suffix: String) throws(StoreError) -> String? {
    try existing?.columns(of: table).first {
      $0.hasSuffix(suffix) && !taken.contains($0) && $0.hasPrefix("Z")
        && Int($0.dropFirst().dropLast(suffix.count)) != nil
    }
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
