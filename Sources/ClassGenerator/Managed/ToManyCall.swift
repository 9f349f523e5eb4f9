// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The change of a to-many relationship that a managed method makes, told by its name and labels.
struct ToManyCall: Equatable {
  enum Action: String { case add, remove, insert, removeAt, replace }

  var action: Action
  /// The relationship as it stands in the method's name.
  var key: String

  init?(_ name: String, _ parameters: [ManagedDeclaration.Parameter]) {
    let labels = parameters.map { $0.label ?? "_" }
    let actions: [(prefix: String, labels: [String], suffix: String, action: Action)] = [
      ("addTo", ["_"], "", .add), ("removeFrom", ["_"], "", .remove),
      ("insertInto", ["_", "at"], "", .insert), ("removeFrom", ["at"], "", .removeAt),
      ("replace", ["at", "with"], "", .replace),
      // As selectors spell them.
      ("add", ["_"], "Object", .add), ("remove", ["_"], "Object", .remove),
      ("add", ["_"], "", .add), ("remove", ["_"], "", .remove),
    ]
    for entry in actions
    where labels == entry.labels && name.hasPrefix(entry.prefix) && name.hasSuffix(entry.suffix) {
      let key = name.dropFirst(entry.prefix.count).dropLast(entry.suffix.count)
      guard let first = key.first, !first.isLowercase else { continue }
      self.action = entry.action
      self.key = String(key)
      return
    }
    return nil
  }

  /// The possible names of the relationship: `addToCars` speaks of `cars`, `addToURLs` of `URLs`.
  var candidates: [String] { [key.prefix(1).lowercased() + key.dropFirst(), key] }
}
