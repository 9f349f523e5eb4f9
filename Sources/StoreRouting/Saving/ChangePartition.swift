// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// One save's changes, divided by store (R-PSC-200).
///
/// Keys go down with ordinal zero; rows hold no ordinals. The order within each list is kept.
package struct ChangePartition: Sendable {
  package struct Part: Sendable {
    package let ordinal: Int
    package var changes: ChangeSet

    package init(ordinal: Int, changes: ChangeSet) {
      self.ordinal = ordinal
      self.changes = changes
    }
  }

  /// Ascending by ordinal. Stores without changes have no part.
  package private(set) var parts: [Part] = []

  /// Divides changes whose keys carry ordinals. `metadata` and `notes` are by ordinal; a
  /// store that has only those gets a part too. Those of `changes` itself must be nil and empty.
  ///
  /// Costs nothing when everything is in the store with ordinal zero, else a copy of the lists.
  package init(
    _ changes: ChangeSet, metadata: [Int: StoreMetadata] = [:], notes: [Int: [StoreNote]] = [:]
  ) throws(RoutingError) {
    precondition(
      changes.metadata == nil, "Pass metadata by the store's ordinal, not in the change set.")
    precondition(changes.notes.isEmpty, "Pass notes by the store's ordinal, likewise.")
    if changes.isEntirely(in: 0) {
      if !changes.isEmpty { parts = [Part(ordinal: 0, changes: changes)] }
    } else {
      try divide(changes)
    }
    for (ordinal, metadata) in metadata { self[ordinal].metadata = metadata }
    for (ordinal, notes) in notes { self[ordinal].notes = notes }
    parts.sort { $0.ordinal < $1.ordinal }
  }

  private mutating func divide(_ changes: ChangeSet) throws(RoutingError) {
    for delete in changes.deletes {
      self[try ordinal(delete.key)].deletes.append(delete.inStoreZero)
    }
    for update in changes.updates {
      self[try ordinal(update.key)].updates.append(update.inStoreZero)
    }
    for insert in changes.inserts {
      self[try ordinal(insert.key)].inserts.append(insert.inStoreZero)
    }
    for link in changes.links {
      guard link.first.store == link.second.store else {
        throw .crossStoreLink(link: link.link, first: link.first, second: link.second)
      }
      self[try ordinal(link.first)].links.append(link.inStoreZero)
    }
    for check in changes.checks {
      self[try ordinal(check.key)].checks.append(check.inStoreZero)
    }
    guard let origin = changes.origin else { return }
    for place in parts.indices {
      parts[place].changes.origin = origin.part(of: parts[place].ordinal)
    }
  }

  private func ordinal(_ key: ObjectKey) throws(RoutingError) -> Int {
    guard !key.isTemporary else { throw .unassigned(key) }
    return key.store
  }

  /// The changes of a store, there or not yet. There are a handful of stores: a search by hand.
  private subscript(ordinal: Int) -> ChangeSet {
    get { parts.first { $0.ordinal == ordinal }?.changes ?? ChangeSet() }
    _modify {
      var place = 0
      while place < parts.count, parts[place].ordinal != ordinal { place += 1 }
      if place == parts.count { parts.append(Part(ordinal: ordinal, changes: ChangeSet())) }
      yield &parts[place].changes
    }
  }
}
