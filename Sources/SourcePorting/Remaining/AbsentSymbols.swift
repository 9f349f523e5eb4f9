// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The symbols of Apple's framework that this library lacks, with a note on each.
enum AbsentSymbols {
  /// Types and constants, by name.
  static let types = notes.filter { !$0.key.hasPrefix(".") }

  /// Members, by the name without parameters; only those whose name nothing else has.
  static let members = Dictionary(
    notes.filter { $0.key.hasPrefix(".") }.map { (String($0.key.dropFirst()), $0.value) }
  ) { first, _ in first }

  private static let notes = Dictionary(
    table.split(separator: "\n").compactMap { line -> (String, String)? in
      let fields = line.split(separator: "\t")
      return fields.count == 2 ? (String(fields[0]), String(fields[1])) : nil
    }
  ) { first, _ in first }
}
