// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The answers of a parent to its children: the two things a coordinator tells a root context, rows
/// of objects and results of fetches, but as this context's memory has them (R-CTX-800, 805).
///
/// Everything here runs on the parent's queue; the child waits. What belongs to a request of the
/// child's reads what that reads.
extension NSManagedObjectContext {
  /// Returns the objects of keys as rows of the present values; nil for those that do not exist or
  /// are being deleted. Throws what the stores throw.
  final func answerRows(
    of keys: [ObjectKey], for request: RequestReading? = nil
  ) throws -> [Row?] {
    try queue.sync {
      try joining(request) { try keys.map { key in try existing(key)?.presentRow() } }
    }
  }

  /// Returns the keys of a to-many relationship's present members, for each owner. Throws what the
  /// stores throw.
  final func answerMembers(
    of owners: [ObjectKey], _ index: Int, for request: RequestReading? = nil
  ) throws -> [[ObjectKey]] {
    try queue.sync { try joining(request) { try members(of: try owners.map(existing), index) } }
  }

  private final func members(
    of objects: [NSManagedObject?], _ index: Int
  ) throws -> [[ObjectKey]] {
    try fulfil(objects.compactMap { $0 }.filter { $0.toMany(index).isFault }, index)
    return objects.map { $0?.members(index).map(\.key) ?? [] }
  }

  /// Returns the results of a fetch, with this context's pending changes: keys, and rows if asked
  /// for.
  final func answerFetch(
    _ specification: FetchSpecification, _ stores: [NSPersistentStore]?, withRows: Bool,
    for request: RequestReading?
  ) throws -> (keys: [ObjectKey], rows: [Row?]) {
    try answering(specification, stores: stores, for: request) { operation in
      let objects = try operation.objects().objects
      registry.keepAnswer(objects)
      return (objects.map(\.key), withRows ? objects.map { $0.presentRow() } : [])
    }
  }

  final func answerIDs(
    _ specification: FetchSpecification, _ stores: [NSPersistentStore]?,
    for request: RequestReading?
  ) throws -> [NSManagedObjectID] {
    try answering(specification, stores: stores, for: request) { try $0.ids() }
  }

  final func answerCount(
    _ specification: FetchSpecification, _ stores: [NSPersistentStore]?,
    for request: RequestReading?
  ) throws -> Int {
    try answering(specification, stores: stores, for: request) { try $0.count() }
  }

  /// Runs a fetch for a child, to which a deleted object is no row, whatever the request says of
  /// pending changes.
  private final func answering<T>(
    _ specification: FetchSpecification, stores: [NSPersistentStore]?,
    for request: RequestReading?, body: (FetchOperation) throws -> T
  ) throws -> T {
    try queue.sync {
      try joining(request) {
        try withinRequest {
          var operation = try FetchOperation(
            context: self, specification: specification, affectedStores: stores)
          operation.hidesDeleted = true
          return try body(operation)
        }
      }
    }
  }

  /// Returns the object of a key with its values, unless there is none or it is being deleted.
  /// Never makes an inaccessible fault of it.
  final func existing(_ key: ObjectKey) throws -> NSManagedObject? {
    let object = materialise(key)
    if object.flags.contains(.inserted) {
      object.realise()
    } else if !object.flags.contains(.realised) {
      if object.rowStart == nil || object.isStale(at: commitStamp) {
        guard let row = try loadStoredRow(of: object) else { return nil }
        object.dropPrefetched(under: row)
        object.state.rebase(on: row)
      }
      object.finishFiring()
    }
    return object.flags.contains(.deleted) ? nil : object
  }
}

extension NSManagedObject {
  /// Returns the present values as a row that other contexts of the tree can read.
  final func presentRow() -> Row? {
    if !flags.contains(.realised) { return context?.currentRow(of: self) }
    guard !cells.isEmpty, !changed.isEmpty else { return row }
    return packedRow(version: row?.version ?? 0, for: .context, in: RowAssembler(chunkCapacity: 0))
  }
}
