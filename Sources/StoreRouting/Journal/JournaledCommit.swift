// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import RowEngine
import StoreInterface

/// The journal's part in a save whose transactions are open and applied (R-PSC-913, step 5): what
/// the home notes of each follower's part, and what the followers note.
struct JournaledCommit {
  let journal: Journal
  let home: OpenPart
  let followers: [OpenPart]

  init?(_ parts: [OpenPart], home ordinal: Int, journal: Journal) {
    guard let home = parts.first(where: { $0.store.ordinal == ordinal }) else { return nil }
    self.journal = journal
    self.home = home
    followers = parts.filter { $0.store.ordinal != ordinal && $0.store.mayFollow }
  }

  /// Writes the records and their numbers into the open transactions.
  func write() throws(RoutingError) {
    let save = UUID()
    var notes: [StoreNote] = []
    for follower in followers { notes += try note(follower, save) }
    try home.apply(notes)
    home.transaction.requireDurability()
  }

  /// Returns the home's notes for a follower, which has its own afterwards.
  private func note(_ follower: OpenPart, _ save: UUID) throws(RoutingError) -> [StoreNote] {
    do { try follower.transaction.synchroniseEarlier() } catch {
      throw follower.store.failure(error)
    }
    var ledger = try ledger(of: follower)
    let outbox = Outbox(follower: follower.store.identifier)
    let stale = try goBehind(follower, &ledger, in: outbox)
    let (notes, next) = outbox.add(try record(of: follower, save), after: ledger)
    try follower.apply([
      StoreNote(
        name: JournalNotes.applied(from: home.store.identifier),
        content: next.last.journalContent)
    ])
    follower.transaction.requireDurability()
    follower.store.standing.note(home: home.store.identifier)
    return stale + notes
  }

  private func ledger(of follower: OpenPart) throws(RoutingError) -> Ledger {
    do {
      return try home.transaction.reader.ledger(of: follower.store.identifier)
    } catch {
      throw home.store.failure(error)
    }
  }

  /// A follower may have more than its home knows of: then the home is an older copy, and goes on
  /// behind what the follower has, so that no number is used twice (R-PSC-922). Returns the changes
  /// that remove the home's records of the time before.
  private func goBehind(
    _ follower: OpenPart, _ ledger: inout Ledger, in outbox: Outbox
  ) throws(RoutingError) -> [StoreNote] {
    let applied: UInt64
    do {
      applied = try follower.transaction.reader.applied(from: home.store.identifier)
    } catch {
      throw follower.store.failure(error)
    }
    guard applied > ledger.last else { return [] }
    journal.warn(
      "“\(home.store.name)” is an older copy: “\(follower.store.name)” has its save \(applied), of "
        + "which it knows \(ledger.last). It goes on behind that.")
    let stale = outbox.clearing(ledger).filter { $0.content == nil }
    (ledger.last, ledger.parts, ledger.formerParts) = (applied, 0, 0)
    return stale
  }

  private func record(of follower: OpenPart, _ save: UUID) throws(RoutingError) -> Data {
    var record = RedoRecord(save: save, changes: follower.changes)
    if !follower.store.backend.capabilities.contains(.verbatim) {
      do { record.saves = try follower.transaction.reader.saveCount() } catch {
        throw follower.store.failure(error)
      }
    }
    record.names = RecordNaming(follower.store.backend, journal.schema)
      .names(in: follower.changes)
    if let entry = follower.transaction.history {
      record.history = HistoryCoding.encode(entry, journal.schema)
    }
    return RedoCoding.encode(record, journal.description)
  }
}
