// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// The orderly end of a follower's debts to a home: it has all that the home has decided, takes its
/// pledge back, and the home forgets the records.
struct Settlement {
  let follower: MountedStore
  let home: MountedStore
  let opening: FollowerOpening

  func run() throws {
    let transaction = try opening.beginWrite(follower)
    let applied: UInt64
    do {
      applied = try transaction.reader.applied(from: home.identifier)
      // An older copy of the home does not know what the follower has, nor what it may still lack.
      guard try lastDecided() >= applied else { return transaction.rollback() }
      var changes = ChangeSet()
      changes.isReplay = true
      changes.notes = [
        StoreNote(name: JournalNotes.pledge(to: home.identifier), content: nil)
      ]
      _ = try transaction.apply(changes)
      try transaction.prepare()
      // From here on the records are of no use: the follower says that it is in step.
      transaction.requireDurability()
      try transaction.commit()
    } catch {
      transaction.rollback()
      throw error
    }
    follower.standing.pledges = nil
    try clearOutbox(upTo: applied)
  }

  /// The number of the last save that the home has decided for the follower.
  private func lastDecided() throws -> UInt64 {
    let snapshot = try home.backend.beginRead()
    defer { snapshot.end() }
    return try snapshot.ledger(of: follower.identifier).last
  }

  /// Others may have decided more in the meantime: then the records stay.
  private func clearOutbox(upTo applied: UInt64) throws {
    let transaction = try opening.beginWrite(home)
    do {
      let ledger = try transaction.reader.ledger(of: follower.identifier)
      var changes = ChangeSet()
      changes.isReplay = true
      changes.notes = Outbox(follower: follower.identifier).clearing(ledger)
      guard ledger.last == applied, !changes.notes.isEmpty else { return transaction.rollback() }
      _ = try transaction.apply(changes)
      try transaction.prepare()
      try transaction.commit()
    } catch {
      transaction.rollback()
      throw error
    }
    home.standing.pledges = nil
  }
}
