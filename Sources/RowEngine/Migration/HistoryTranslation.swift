// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// The way of a history to another version: changes of removed entities are dropped, removed
/// properties vanish, renamed ones go by their new names (R-PSC-751), numbers are of their new types.
package struct HistoryTranslation: Sendable {
  /// By entity of the source; nil for one whose objects are removed.
  private struct Entity: Sendable {
    let successor: Int
    /// The place of each property afterwards; nil for one that is removed.
    let places: [Int?]
    let preserved: [Preserved]
  }

  /// A value that the destination preserves.
  private struct Preserved: Sendable {
    /// Where it stands in a tombstone of the source; nil if it does not.
    let place: Int?
    /// True if integers become floating-point numbers.
    let isDouble: Bool

    /// Returns the value of a tombstone of the source.
    func value(in tombstone: [AttributeValue]) -> AttributeValue {
      guard let place, place < tombstone.count else { return .null }
      if isDouble, case .integer(let number) = tombstone[place] { return .double(Double(number)) }
      return tombstone[place]
    }
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
          let type = migration.destination.entities[successor].attributes[attribute].type
          return Preserved(
            place: origin.attributes[attribute].attribute.flatMap(
              former.entities[index].preserved.firstIndex(of:)),
            isDouble: type.slotKind == .double)
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
    result.tombstone = entity.preserved.map { $0.value(in: change.tombstone) }
    return result
  }
}
