// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// The way of a history to another version: changes of removed entities are dropped, removed
/// properties vanish, renamed ones go by their new names (R-PSC-751).
package struct HistoryTranslation: Sendable {
  /// By entity of the source; nil for one whose objects are removed.
  private struct Entity: Sendable {
    let successor: Int
    /// The place of each property afterwards; nil for one that is removed.
    let places: [Int?]
    /// Where each preserved value of the destination stands in a tombstone of the source.
    let preserved: [Int?]
  }

  private let entities: [Entity?]

  package init(_ migration: SchemaMigration) {
    let names = PropertySuccession(migration)
    let (former, later) = (migration.source.history, migration.destination.history)
    entities = migration.successors.enumerated().map { index, successor in
      guard let successor, let origin = migration.entities[successor] else { return nil }
      let properties = later.entities[successor].properties
      let names = names.names(of: index)
      return Entity(
        successor: successor,
        places: former.entities[index].properties.map { name in
          names[name].flatMap(properties.firstIndex(of:))
        },
        preserved: later.entities[successor].preserved.map { attribute in
          origin.attributes[attribute].attribute.flatMap(
            former.entities[index].preserved.firstIndex(of:))
        })
    }
  }

  /// Returns the entry as it is afterwards: its transaction, and the changes that are left, under the
  /// numbers that they have.
  package func translate(_ entry: HistoryEntry) -> HistoryEntry {
    HistoryEntry(transaction: entry.transaction, changes: entry.changes.compactMap(translate))
  }

  private func translate(_ change: HistoryChange) -> HistoryChange? {
    guard change.key.entity < entities.count, let entity = entities[change.key.entity] else {
      return nil
    }
    var result = HistoryChange(
      change.kind, ObjectKey(entity: entity.successor, number: change.key.number))
    result.number = change.number
    change.properties.forEach { place in
      if place < entity.places.count, let new = entity.places[place] {
        result.properties.insert(new)
      }
    }
    guard !change.tombstone.isEmpty else { return result }
    result.tombstone = entity.preserved.map { place in
      place.flatMap { $0 < change.tombstone.count ? change.tombstone[$0] : nil } ?? .null
    }
    return result
  }
}
