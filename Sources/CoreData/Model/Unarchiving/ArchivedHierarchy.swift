// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import KeyedArchives

/// Which entity of an archive inherits from which.
struct ArchivedHierarchy {
  private static let greatestDepth = 500

  /// Every entity after the one that it inherits from.
  let parentsFirst: [ArchivedEntity]
  private let entities: [String: ArchivedEntity]

  /// Throws for an entity that is its own ancestor, or inherits from one that the model does not have.
  init(_ entities: [String: ArchivedEntity]) throws(ArchivedGraph.Damage) {
    self.entities = entities
    var depths: [(depth: Int, entity: ArchivedEntity)] = []
    for entity in entities.values {
      depths.append((try Self.depth(of: entity, in: entities), entity))
    }
    parentsFirst = depths.sorted { ($0.depth, $0.entity.name) < ($1.depth, $1.entity.name) }
      .map(\.entity)
  }

  private static func depth(
    of entity: ArchivedEntity, in entities: [String: ArchivedEntity]
  ) throws(ArchivedGraph.Damage) -> Int {
    var depth = 0
    var next = entity
    while let name = next.parentName {
      guard let parent = entities[name] else {
        throw ArchivedGraph.Damage(
          "the entity '\(next.name)' inherits from '\(name)', which the model does not have")
      }
      depth += 1
      guard depth < greatestDepth else {
        throw ArchivedGraph.Damage(
          "the entity '\(entity.name)' inherits from itself, or from too many others")
      }
      next = parent
    }
    return depth
  }

  /// The entities that one inherits from, the nearest first.
  func ancestors(of entity: ArchivedEntity) -> [ArchivedEntity] {
    var result: [ArchivedEntity] = []
    var next = entity
    while let parent = next.parentName.flatMap({ entities[$0] }) {
      result.append(parent)
      next = parent
    }
    return result
  }

  /// Makes every description a subentity of its parent.
  func link() {
    for (parent, children) in Dictionary(grouping: parentsFirst, by: \.parentName) {
      guard let parent else { continue }
      entities[parent]?.description.subentities = children.map(\.description)
    }
  }
}
