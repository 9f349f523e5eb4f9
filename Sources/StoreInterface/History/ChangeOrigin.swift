// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The words of a history on a change set beyond what is in it: who made it, and which to-many
/// relationships of updated objects are different. Made only where a history is recorded.
package final class ChangeOrigin: Sendable {
  /// Seconds since 2001-01-01 00:00 UTC; one for all stores of a save (R-PSC-206).
  package let timestamp: Double
  package let author: String?
  package let contextName: String?
  /// Of updated objects: the indexes of ``EntitySchema/toManys`` that have other members.
  package let toManys: [ObjectKey: [Int]]
  /// The entry that the history is to have, of a save whose fate is decided; nil: what the change set says.
  package let entry: HistoryEntry?

  package init(
    timestamp: Double, author: String?, contextName: String?, toManys: [ObjectKey: [Int]] = [:],
    entry: HistoryEntry? = nil
  ) {
    self.timestamp = timestamp
    self.author = author
    self.contextName = contextName
    self.toManys = toManys
    self.entry = entry
  }

  /// Returns the part that is about the objects of one store, as that store knows them.
  package func part(of ordinal: Int) -> ChangeOrigin {
    guard !toManys.isEmpty else { return self }
    let own = toManys.filter { $0.key.store == ordinal }
    return ChangeOrigin(
      timestamp: timestamp, author: author, contextName: contextName,
      toManys: Dictionary(uniqueKeysWithValues: own.map { ($0.key.inStore(0), $0.value) }),
      entry: entry)
  }
}
