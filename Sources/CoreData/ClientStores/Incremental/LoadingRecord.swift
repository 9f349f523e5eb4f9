// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// A record whose node lacks to-ones, while its store is asked for them.
///
/// Stores look at the object meanwhile. The thread that asks finds here what is known of it so far,
/// instead of asking the store once more and without end; contexts that were given that get the
/// whole row as soon as it is there. Used by one thread.
final class LoadingRecord {
  let node: NSIncrementalStoreNode
  /// Where the to-ones lead that the store has told, by name.
  var destinations: [String: ObjectKey] = [:]
  private let key: ObjectKey
  private let backend: IncrementalBackend
  /// The record whose loading led to this one's.
  private let outer: LoadingRecord?
  private var readers: [NSManagedObjectContext] = []
  private let thread = pthread_self()
  private var isDone = false

  @TaskLocal private static var innermost: Transferable<LoadingRecord>?

  init(key: ObjectKey, node: NSIncrementalStoreNode, backend: IncrementalBackend) {
    self.key = key
    self.node = node
    self.backend = backend
    outer = LoadingRecord.innermost?.value
  }

  /// Returns the record that this thread is loading under a key.
  static func current(of key: ObjectKey, in backend: IncrementalBackend) -> LoadingRecord? {
    var next = innermost?.value
    while let loading = next {
      if loading.isHere, loading.backend === backend, backend.isSame(loading.key, key) {
        return loading
      }
      next = loading.outer
    }
    return nil
  }

  /// Tasks that a store starts meanwhile inherit what is loaded, run elsewhere, and may run on.
  private var isHere: Bool { pthread_equal(thread, pthread_self()) != 0 && !isDone }

  /// A context is given what is known so far.
  func note(reader: NSManagedObjectContext?) {
    guard let reader, !readers.contains(where: { $0 === reader }) else { return }
    readers.append(reader)
  }

  /// Runs the block that asks for the rest and gives the whole row.
  func completing(_ body: () throws -> Row) throws -> Row {
    defer { isDone = true }
    do {
      let row = try LoadingRecord.$innermost.withValue(Transferable(self), operation: body)
      hand(row)
      return row
    } catch {
      hand(nil)
      throw error
    }
  }

  /// A context whose queue is elsewhere does it there, later.
  private func hand(_ row: Row?) {
    let concrete = ObjectKey(entity: node.objectID.layout.index, number: key.number)
    let keys = Set([key, concrete]).map { $0.inStore(backend.store.ordinal) }
    for reader in readers {
      if reader.queue.isCurrent || reader.queue.kind == .confinement {
        reader.take(row, for: keys)
      } else {
        reader.queue.async { reader.take(row, for: keys) }
      }
    }
  }
}

extension NSManagedObjectContext {
  /// The object of a key, which has a row without some to-ones, gets the whole one; without that it
  /// is a fault again.
  fileprivate final func take(_ row: Row?, for keys: [ObjectKey]) {
    for object in keys.compactMap(identityMap.object(for:)) where object.row != nil {
      switch (row, object.flags.hasPendingChanges) {
      case (let row?, true): object.rebase(on: row)
      case (let row?, false): object.state.rebase(on: row)
      case (nil, false):
        object.announceChange()
        object.turnIntoFault()
      case (nil, true): break
      }
    }
  }
}
