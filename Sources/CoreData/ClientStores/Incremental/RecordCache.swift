// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import RowEngine
import StoreInterface
import Synchronization

/// The records of an incremental store that were read or saved, for all contexts (R-PSC-446): row,
/// and the members of to-manys that came with it.
///
/// Rows have versions of the library's own, which a save raises by one. Those of the store's nodes
/// are only compared with one another, so that a store that numbers otherwise than the contract says
/// does not make saves conflict with themselves.
// Sendable: everything is behind the mutex.
final class RecordCache: Sendable {
  struct Record: Sendable {
    let row: Row
    /// By index of the entity's to-manys; those that are not known are missing.
    var members: [Int: [ObjectKey]] = [:]
    let since: ContinuousClock.Instant
    /// The version of the store's node.
    fileprivate var node: UInt64
    /// True if the node's version has been read, and not only follows from saves.
    fileprivate var isNodeKnown: Bool
    /// True if the store must be asked again.
    fileprivate var isStale = false
  }

  /// By root entity and number: a key may name an ancestor of the object's entity.
  private let records = OrderedMutex<[ObjectKey: Record]>([:], .leaf)
  /// The keys of records that have members.
  private let owners = OrderedMutex<Set<ObjectKey>>([], .leaf)
  /// How often records were expired.
  private let expiries = Atomic<UInt64>(0)
  private let schema: StoreSchema

  init(_ schema: StoreSchema) { self.schema = schema }

  private func identity(_ key: ObjectKey) -> ObjectKey {
    ObjectKey(entity: schema.entities[key.entity].root, number: key.number)
  }

  // MARK: - Reading

  /// The record of a key, unless it is older than a context accepts.
  /// - Parameter interval: the context's `stalenessInterval`; negative: any age.
  func record(_ key: ObjectKey, staleness interval: TimeInterval) -> Record? {
    guard interval != 0, let record = record(key) else { return nil }
    guard interval < 0 || record.since.duration(to: .now) < .seconds(interval) else { return nil }
    return record
  }

  func record(_ key: ObjectKey) -> Record? {
    let key = identity(key)
    return records.withLock { $0[key] }.flatMap { $0.isStale ? nil : $0 }
  }

  // MARK: - What was read

  /// The count that ``read(_:node:members:for:since:)`` is to be given: taken before the store is asked.
  var expiryCount: UInt64 { expiries.load(ordering: .acquiring) }

  /// Takes in what a node says. If records were expired since the store was asked, it may be an old answer,
  /// so that the store is asked again the next time.
  /// - Parameter row: packed at the node's version; the one kept may have another.
  func read(
    _ row: Row, node version: UInt64, members: [Int: [ObjectKey]], for key: ObjectKey,
    since count: UInt64
  ) -> Record {
    let key = identity(key)
    if !members.isEmpty { owners.withLock { _ = $0.insert(key) } }
    return records.withLock { records in
      let number = records[key].map { self.version(row, version, after: $0) } ?? row.version
      let record = Record(
        row: number == row.version ? row : renumbered(row, number), members: members, since: .now,
        node: version, isNodeKnown: true, isStale: expiryCount != count)
      records[key] = record
      return record
    }
  }

  /// The version of a record that is read anew: the same while nobody else has changed it.
  private func version(_ row: Row, _ node: UInt64, after known: Record) -> Int64 {
    if node == known.node { return known.row.version }
    if !known.isNodeKnown, isSame(row, known.row) { return known.row.version }
    let step = Int64(clamping: node) - Int64(clamping: known.node)
    // A version never falls: a save that goes by the later one would pass for a new one.
    return known.row.version + max(step, 1)
  }

  private func isSame(_ row: Row, _ other: Row) -> Bool {
    guard row.entity == other.entity else { return false }
    let entity = schema.entities[row.entity]
    return entity.attributes.allSatisfy {
      row.isEqual($0.slot, to: other, kind: $0.type.slotKind)
    } && entity.toOnes.allSatisfy { row.reference($0.slot) == other.reference($0.slot) }
  }

  private func renumbered(_ row: Row, _ version: Int64) -> Row {
    let assembler = RowAssembler(chunkCapacity: 256)
    assembler.begin(
      copying: row, of: schema.entities[row.entity], version: version, without: SlotSet())
    return assembler.finish()
  }

  // MARK: - What was saved

  /// Takes the saved values for the current ones; by the contract nodes' versions have risen by one
  /// (R-PSC-449).
  /// - Parameter updated: the objects that the store was given as updated: also those whose rows did
  ///   not change, but members of theirs.
  func adopt(_ changes: ChangeSet, saved updated: [ObjectKey]) {
    // Any record may have got or lost a member.
    let owners = owners.withLock { owners in
      defer { owners = [] }
      return owners
    }
    records.withLock { records in
      for key in owners { records[key]?.members = [:] }
      for insert in changes.inserts {
        records[identity(insert.key)] = Record(
          row: insert.row, since: .now, node: 1, isNodeKnown: false)
      }
      for update in changes.updates { adopt(update, in: &records) }
      for delete in changes.deletes { records[identity(delete.key)] = nil }
      let others = Set(updated).subtracting(changes.updates.map(\.key))
      for key in others.union(changes.checks.map(\.key)) {
        records[identity(key)]?.node += 1
        records[identity(key)]?.isNodeKnown = false
      }
    }
  }

  /// A row without a version is not whole: the record has to be read again.
  private func adopt(_ update: RowUpdate, in records: inout [ObjectKey: Record]) {
    let key = identity(update.key)
    guard let known = records[key] else { return }
    guard update.expectedVersion != nil else {
      records[key]?.isStale = true
      return
    }
    let layout = RowLayout(schema.entities[known.row.entity])
    let row = layout.merge(update, into: known.row, with: RowAssembler(chunkCapacity: 256))
    records[key] = Record(row: row, since: .now, node: known.node + 1, isNodeKnown: false)
  }

  /// The store has set values on objects while it saved them: they are those of the records.
  func revise(_ updates: [RowUpdate]) {
    guard !updates.isEmpty else { return }
    records.withLock { records in
      for update in updates {
        let key = identity(update.key)
        guard let known = records[key] else { continue }
        let layout = RowLayout(schema.entities[known.row.entity])
        let row = layout.merge(update, into: known.row, with: RowAssembler(chunkCapacity: 256))
        records[key] = Record(
          row: row, members: known.members, since: known.since, node: known.node,
          isNodeKnown: known.isNodeKnown, isStale: known.isStale)
      }
    }
  }

  // MARK: - Forgetting

  func remove(_ key: ObjectKey) {
    let key = identity(key)
    records.withLock { $0[key] = nil }
  }

  /// Lets go of records that no context uses, once they are many more than those that are used.
  func trim(to isUsed: (ObjectKey) -> Bool, count: Int) {
    records.withLock { records in
      guard records.count > 2 * count + 1024 else { return }
      records = records.filter {
        isUsed(ObjectKey(entity: $0.value.row.entity, number: $0.key.number))
      }
    }
  }

  /// An object may have been changed by other means than a save.
  func expire(_ key: ObjectKey) {
    let key = identity(key)
    records.withLock { records in
      expiries.wrappingAdd(1, ordering: .acquiringAndReleasing)
      records[key]?.isStale = true
    }
  }

  /// The store was changed by other means than a save.
  func expire() {
    records.withLock { records in
      expiries.wrappingAdd(1, ordering: .acquiringAndReleasing)
      for key in records.keys { records[key]?.isStale = true }
    }
  }

  func removeAll() { records.withLock { $0 = [:] } }
}
