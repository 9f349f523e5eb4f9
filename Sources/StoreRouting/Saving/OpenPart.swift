// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// One store's part of a save, with its write transaction open.
struct OpenPart {
  let part: CommitProtocol.Part
  let transaction: any StoreTransaction

  var store: MountedStore { part.store }
  var changes: ChangeSet { part.changes }

  /// Adds notes to what was applied.
  func apply(_ notes: [StoreNote]) throws(RoutingError) {
    guard !notes.isEmpty else { return }
    var changes = ChangeSet()
    changes.notes = notes
    do { _ = try transaction.apply(changes) } catch { throw store.failure(error) }
  }
}
