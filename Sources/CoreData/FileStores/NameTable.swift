// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// How names are spelled in a file.
enum NameSpelling {
  /// As in the model.
  case exact
  /// Entities in upper case, properties in lower case, as Apple's XML stores have them.
  case folded
}

/// Things by their names in a file.
///
/// A folded name is used unless two names fold to the same; those keep their own spelling. Both
/// spellings are read.
struct NameTable<Item> {
  private var items: [String: Item] = [:]
  private var names: [String: [String]] = [:]
  private let fold: (String) -> String

  init(_ items: [(name: String, item: Item)], fold: @escaping (String) -> String) {
    self.fold = fold
    for (name, item) in items {
      self.items[name] = item
      names[fold(name), default: []].append(name)
    }
  }

  /// Returns the name in the file.
  func spelling(of name: String) -> String {
    let folded = fold(name)
    return names[folded]?.count == 1 ? folded : name
  }

  /// The item that a name in the file stands for.
  subscript(text: String) -> Item? {
    if let item = items[text] { return item }
    guard let known = names[fold(text)], known.count == 1 else { return nil }
    return items[known[0]]
  }
}

/// The names of objects in a file: `z` and a number, or what else somebody wrote there.
enum ObjectName {
  /// Returns the reference data for a name; nil for a name that no object can have.
  static func reference(_ name: String) -> Any? {
    if let number = number(name) { return NSNumber(value: number) }
    guard let first = name.unicodeScalars.first, first == "_" || first.properties.isAlphabetic
    else { return nil }
    return name
  }

  static func number(_ name: String) -> Int64? {
    guard name.hasPrefix("z"), let number = Int64(name.dropFirst()), number > 0,
      number <= FileHeader.greatestNumber, name == "z\(number)"
    else { return nil }
    return number
  }

  static func text(_ reference: Any) -> String {
    (reference as? String) ?? "z\((reference as? NSNumber)?.int64Value ?? 0)"
  }
}
