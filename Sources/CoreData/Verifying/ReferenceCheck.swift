// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Follows the to-one relationships of a batch of objects: one call for all their destinations.
// Used by one thread.
final class ReferenceCheck {
  enum Problem {
    case dangling(ObjectKey)
    /// The destination's inverse leads elsewhere.
    case oneWay(ObjectKey)
  }

  /// A reference, and what is wrong with it; nil: nothing.
  struct Finding {
    let key: ObjectKey
    let row: Row
    let record: PropertyRecord
    let problem: Problem?
  }

  private struct Reference {
    let key: ObjectKey
    let row: Row
    let record: PropertyRecord
    let destination: ObjectKey
  }

  private let reader: any StoreSnapshot
  private let coordinator: NSPersistentStoreCoordinator
  private var references: [Reference] = []

  init(_ reader: any StoreSnapshot, _ coordinator: NSPersistentStoreCoordinator) {
    self.reader = reader
    self.coordinator = coordinator
  }

  func add(_ record: PropertyRecord, of key: ObjectKey, _ row: Row) {
    guard let destination = row.reference(record.slot) else { return }
    references.append(
      Reference(key: key, row: row, record: record, destination: destination))
  }

  /// Hands out every reference.
  func run(_ body: (Finding) -> Void) throws(StoreError) {
    let rows = try reader.rows(for: references.map(\.destination))
    for (reference, row) in zip(references, rows) {
      body(
        Finding(
          key: reference.key, row: reference.row, record: reference.record,
          problem: problem(of: reference, row)))
    }
  }

  private func problem(of reference: Reference, _ row: Row?) -> Problem? {
    let record = reference.record
    guard let row, record.destinations.contains(UInt32(row.entity)) else {
      return .dangling(reference.destination)
    }
    guard record.inverse >= 0 else { return nil }
    let inverse = coordinator.entities[row.entity].frozenLayoutOrFail.properties[record.inverse]
    guard inverse.kind == .toOne, inverse.slot >= 0 else { return nil }
    let isMutual = row.reference(inverse.slot)?.number == reference.key.number
    return isMutual ? nil : .oneWay(reference.destination)
  }
}
