// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The differences of two versions of a model, as far as stores are concerned.
package struct ModelDifference {
  /// An entity that is not the same in both versions.
  package struct Entity: Equatable {
    package enum Kind: Equatable {
      case added
      case removed
      case changed
    }

    package let kind: Kind
    /// The name in the later version, or in the only one that has it.
    package let name: String
    /// The name in the earlier version if it is another one.
    package var formerName: String?
    /// Its own changes, a phrase each: `+ email: String, optional`.
    package var changes: [String] = []
    /// True if stores can tell the versions apart: the version hash is another one.
    package var isOtherVersion = true
    /// How many objects of exactly this entity a store has; nil when no store was looked at.
    package var objectCount: Int?
  }

  /// Ascending by name.
  package private(set) var entities: [Entity]
  /// Why a store is not migrated by itself, a sentence each; empty when it is.
  package let obstacles: [String]

  /// True if a store of one version has to be migrated for the other.
  package var needsMigration: Bool { entities.contains(where: \.isOtherVersion) }

  /// - Parameter configuration: the configuration that a store is of; nil: the whole model.
  package init(
    from source: NSManagedObjectModel, to destination: NSManagedObjectModel,
    configuration: String? = nil
  ) {
    let names = source.entities(forConfigurationName: configuration).map { entities in
      Set(entities.compactMap(\.name))
    }
    self.init(
      MappingInference(
        from: source, to: destination, sourceNames: names, configuration: configuration))
  }

  init(_ inference: MappingInference) {
    let former = inference.source.entityVersionHashesByName
    let present = inference.destination.entityVersionHashesByName
    let match = inference.match
    let changed = match.pairs.compactMap { pair -> Entity? in
      let difference = EntityDifference(pair, match)
      let (name, formerName) = (pair.destination.name ?? "", pair.source.name ?? "")
      let isOther = former[formerName] != present[name]
      guard isOther || !difference.changes.isEmpty else { return nil }
      return Entity(
        kind: .changed, name: name, formerName: name == formerName ? nil : formerName,
        changes: difference.changes, isOtherVersion: isOther)
    }
    let stray = StrayIdentifiers(match)
    let added = match.added.map { entity in
      let hint = stray.hint(for: entity)
      return Entity(kind: .added, name: entity.name ?? "", changes: [hint].compactMap(\.self))
    }
    let removed = match.removed.map { Entity(kind: .removed, name: $0.name ?? "") }
    entities = (changed + added + removed).sorted { $0.name < $1.name }
    obstacles = inference.problems.map(\.description)
  }
}

extension ModelDifference {
  /// Returns the differences with the numbers of objects that a store of the earlier version has.
  func counting(_ counts: EntityCounts) -> ModelDifference {
    var result = self
    for place in entities.indices where entities[place].kind != .added {
      let entity = entities[place]
      result.entities[place].objectCount = counts[entity.formerName ?? entity.name]
    }
    return result
  }
}

extension ModelDifference: CustomStringConvertible {
  /// A line for each entity and each change; ends with what happens to a store.
  package var description: String {
    (entities.flatMap(lines) + [outcome]).joined(separator: "\n")
  }

  /// The fate of a store, in a sentence.
  package var outcome: String {
    guard needsMigration else { return "Stores of one version are stores of the other." }
    guard !obstacles.isEmpty else { return "A store is migrated by itself (lightweight)." }
    return "A store is not migrated by itself. " + obstacles.joined(separator: " ")
  }

  private func lines(of entity: Entity) -> [String] {
    let mark: String
    switch entity.kind {
    case .added: mark = "+"
    case .removed: mark = "-"
    case .changed: mark = "~"
    }
    let isInherited = entity.kind == .changed && entity.changes.isEmpty && entity.formerName == nil
    let former =
      isInherited ? " (by what it inherits)" : entity.formerName.map { " (was \($0))" } ?? ""
    return ["\(mark) \(entity.name)\(former)\(EntityCounts.text(entity.objectCount))"]
      + entity.changes.map { "    \($0)" }
  }
}
