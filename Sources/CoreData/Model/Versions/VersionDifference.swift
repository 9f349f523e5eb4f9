// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// In what a model differs from the one that a store was made with, as far as hashes tell.
struct VersionDifference {
  /// Entities that only the model has, and that only the store has.
  private(set) var added: [String] = []
  private(set) var removed: [String] = []
  /// Entities that are others than the store's, with what is known of the difference.
  private(set) var changed: [String] = []

  /// How many entities are looked at closely: a look costs some hundred hashes.
  private static let limit = 5

  /// - Parameter entities: those of the configuration.
  init(_ entities: [NSEntityDescription], hashes: [String: Data], stored: [String: Data]) {
    let names = Set(entities.compactMap(\.name))
    removed = stored.keys.filter { !names.contains($0) }.sorted()
    var looks = 0
    for entity in entities.sorted(by: { ($0.name ?? "") < ($1.name ?? "") }) {
      guard let name = entity.name else { continue }
      guard let other = stored[name] else {
        added.append(name + former(entity))
        continue
      }
      guard other != hashes[name] else { continue }
      // Whatever changes in an entity changes its descendants too.
      let parent = entity.superentity?.name
      if let parent, let storedParent = stored[parent], storedParent != hashes[parent] { continue }
      looks += 1
      let details =
        looks <= Self.limit
        ? VersionTrial(entity, superentityHash: parent.flatMap { stored[$0] }).explanation(
          of: other)
        : nil
      changed.append(name + (details.map { " (\($0))" } ?? ""))
    }
  }

  /// Returns the entities that differ from the store's when these all have derived attributes, of
  /// their own or inherited ones, and nothing else is different (R-MOD-365); nil otherwise.
  static func derivedEntities(
    among entities: [NSEntityDescription], hashes: [String: Data], stored: [String: Data]
  ) -> [String]? {
    guard Set(entities.compactMap(\.name)) == Set(stored.keys) else { return nil }
    let different = entities.filter { hashes[$0.name ?? ""] != stored[$0.name ?? ""] }
    guard different.allSatisfy(\.hasDerivedAttributes) else { return nil }
    return different.compactMap(\.name)
  }

  private func former(_ entity: NSEntityDescription) -> String {
    guard let former = entity.renamingIdentifier, removed.contains(former) else { return "" }
    return " (formerly \(former))"
  }

  /// A sentence for each kind of difference.
  var description: String {
    var sentences: [String] = []
    func add(_ names: [String], _ what: String) {
      if !names.isEmpty { sentences.append("\(what): \(names.joined(separator: ", ")).") }
    }
    add(changed, "Entities that differ")
    add(added, "Entities of the model that the store lacks")
    add(removed, "Entities of the store that the model lacks")
    return sentences.joined(separator: " ")
  }
}

extension NSEntityDescription {
  fileprivate final var hasDerivedAttributes: Bool {
    properties.contains { $0 is NSDerivedAttributeDescription }
  }
}
