// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The part of a save that one store has, as it is kept in the outbox of another until it is
/// committed (R-PSC-914): whole rows with their new versions, so that it can be applied to any
/// earlier state of the store, any number of times.
struct RedoRecord {
  /// The save, the same in all records of it.
  var save: UUID
  var changes: ChangeSet
  /// How often the store had been saved, with this save; 0 for a store that keeps versions, which
  /// tell more.
  var saves: UInt64 = 0
  /// The store's own names of the objects that it does not number itself.
  var names: [ObjectName] = []
  /// The entry that the store's history has of the save, see ``HistoryCoding``; empty: none.
  var history = Data()

  /// The version of a row that may have had any before.
  static let anyVersion: Int64 = -1

  /// The name that a client store has for a number that stands for it in this process.
  struct ObjectName: Hashable {
    let root: Int
    let number: Int64
    let text: String
  }

  init(save: UUID, changes: ChangeSet) {
    self.save = save
    self.changes = changes
  }
}
