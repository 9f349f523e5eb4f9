// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

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

  /// The name in the file.
  func spelling(of name: String) -> String {
    let folded = fold(name)
    return names[folded]?.count == 1 ? folded : name
  }

  /// What a name in the file stands for.
  subscript(text: String) -> Item? {
    if let item = items[text] { return item }
    guard let known = names[fold(text)], known.count == 1 else { return nil }
    return items[known[0]]
  }
}
