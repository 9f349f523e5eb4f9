// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import RowEngine
import StoreInterface

/// A look at a store with its write transaction open: is it in step with its homes?
struct FollowerVisit {
  let store: MountedStore
  let transaction: any StoreTransaction
  let opening: FollowerOpening

  private var standing: StoreStanding { store.standing }

  /// Brings the store in step, and pledges it to a home. False when nothing had to be written; true
  /// when something was, and committed: the transaction has ended then.
  func prepare(for home: MountedStore?) throws(RoutingError) -> Bool {
    let pledges = try pledges()
    var notes: [StoreNote] = []
    for pledge in pledges {
      let state = try state(of: pledge)
      if let first = state.missing.first {
        try replay(first.record, first.sequence, from: pledge.home)
        return true
      }
      // Nothing is owed, and nobody here will owe anything.
      if !state.isMounted { notes.append(StoreNote(name: pledge.note.name, content: nil)) }
    }
    notes += try goOnAfterOthers(pledges)
    if let home, home.ordinal != store.ordinal, !names(home, pledges) {
      notes.append(Pledge(home: home.identifier, path: home.backend.location?.path).note)
    }
    note(nil)
    guard !notes.isEmpty else { return false }
    try commit(notes)
    return true
  }

  /// True if one of the pledges is to a home, and says where it is: it may have moved.
  private func names(_ home: MountedStore, _ pledges: [Pledge]) -> Bool {
    guard let known = pledges.first(where: { $0.home == home.identifier }) else { return false }
    let place = home.backend.location?.path
    if known.path == place { return true }
    guard let path = known.path, let place else { return false }
    return isSameFile(path, place)
  }

  /// A file may have several paths.
  private func isSameFile(_ path: String, _ other: String) -> Bool {
    var (one, another) = (stat(), stat())
    guard stat(path, &one) == 0, stat(other, &another) == 0 else { return false }
    return one.st_dev == another.st_dev && one.st_ino == another.st_ino
  }

  /// A copy that was made while nothing was owed is pledged to nobody, and may lack saves all the
  /// same. Looks once at what each mounted home knows. Returns the notes of a store that shall go on
  /// as it is.
  private func goOnAfterOthers(_ pledges: [Pledge]) throws(RoutingError) -> [StoreNote] {
    var notes: [StoreNote] = []
    for home in opening.stores
    where home.ordinal != store.ordinal && home.mayBeHome
      && !standing.hasCompared(with: home.identifier)
    {
      if !pledges.contains(where: { $0.home == home.identifier }) {
        let (applied, ledger) = try comparison(with: home)
        if ledger > applied {
          guard store.terms.choices.forgetsHomes else {
            throw store.trouble(.diverged(home: home.name, applied: applied, ledger: ledger))
          }
          notes.append(
            StoreNote(
              name: JournalNotes.applied(from: home.identifier), content: ledger.journalContent))
          continue
        }
      }
      standing.noteComparison(with: home.identifier)
    }
    return notes
  }

  private func comparison(
    with home: MountedStore
  ) throws(RoutingError) -> (applied: UInt64, ledger: UInt64) {
    let name = JournalNotes.ledger(of: store.identifier)
    let pledge = Pledge(home: home.identifier, path: nil)
    let found = try opening.homeNotes(pledge, for: store, under: name, after: 0) ?? []
    do {
      let ledger = try Ledger(found.first { $0.name == name }?.content)
      return (try transaction.reader.applied(from: home.identifier), ledger.last)
    } catch {
      throw store.failure(error)
    }
  }

  private func note(_ trouble: StoreTrouble?) {
    store.note(trouble, opening.journal)
  }

  private func pledges() throws(RoutingError) -> [Pledge] {
    if !transaction.mayFollowOthers, let known = standing.pledges { return known }
    do {
      let pledges = try transaction.reader.pledges()
      standing.pledges = pledges
      return pledges
    } catch {
      throw store.failure(error)
    }
  }

  // MARK: - What is missing

  private struct HomeState {
    var isMounted: Bool
    var missing: [(sequence: UInt64, record: Data)] = []
  }

  private func state(of pledge: Pledge) throws(RoutingError) -> HomeState {
    let isMounted = opening.isMounted(pledge.home)
    let name = JournalNotes.ledger(of: store.identifier)
    let applied: UInt64
    do { applied = try transaction.reader.applied(from: pledge.home) } catch {
      throw store.failure(error)
    }
    guard let found = try opening.homeNotes(pledge, for: store, under: name, after: applied)
    else { return try withoutHome(pledge) }
    let ledger: Ledger
    do { ledger = try Ledger(found.first { $0.name == name }?.content) } catch {
      throw store.failure(error)
    }
    guard ledger.last > applied else { return HomeState(isMounted: isMounted) }
    return HomeState(
      isMounted: isMounted, missing: try missing(pledge, after: applied, to: ledger.last))
  }

  private func missing(
    _ pledge: Pledge, after applied: UInt64, to last: UInt64
  ) throws(RoutingError) -> [(sequence: UInt64, record: Data)] {
    let prefix = JournalNotes.outbox(of: store.identifier)
    let notes = try opening.homeNotes(pledge, for: store, under: prefix, after: applied) ?? []
    if let records = Outbox.records(in: notes, after: applied, to: last) { return records }
    guard store.terms.choices.forgetsHomes else {
      throw store.trouble(
        .diverged(home: opening.name(of: pledge.home), applied: applied, ledger: last))
    }
    // As it is, is how it shall be.
    return [(last, Data())]
  }

  private func withoutHome(_ pledge: Pledge) throws(RoutingError) -> HomeState {
    guard store.terms.choices.forgetsHomes else {
      throw store.trouble(.homeUnavailable(home: pledge.home, path: pledge.path))
    }
    return HomeState(isMounted: false)
  }

  // MARK: - Writing

  /// Applies one record: who looks again finds the next.
  private func replay(
    _ record: Data, _ sequence: UInt64, from home: String
  ) throws(RoutingError) {
    let cause: String
    do {
      var changes = record.isEmpty ? ChangeSet() : try self.changes(record, from: home)
      changes.isReplay = true
      changes.notes.append(
        StoreNote(name: JournalNotes.applied(from: home), content: sequence.journalContent))
      guard try transaction.apply(changes).isEmpty else { throw conflict }
      return try finish()
    } catch is Replay.Mismatch {
      throw store.trouble(
        .diverged(home: opening.name(of: home), applied: sequence - 1, ledger: sequence))
    } catch let error as StoreError {
      cause = error.description
    } catch {
      cause = "the record of the save is damaged (\(error))"
    }
    let trouble = StoreTrouble.recovering(home: opening.name(of: home), cause: cause)
    note(trouble)
    throw store.trouble(trouble)
  }

  private var conflict: StoreError {
    StoreError(
      .engine, store: store.name,
      message: "the save that is to be completed clashes with what is in the store")
  }

  private func changes(_ data: Data, from home: String) throws -> ChangeSet {
    let own = opening.journal.description
    let decoded = try RedoCoding.decode(data) { wanted in
      wanted == own.fingerprint ? own : try schema(wanted, from: home)
    }
    var record = decoded.record
    guard try record.saves == 0 || record.saves == transaction.reader.saveCount() + 1 else {
      throw Replay.Mismatch()
    }
    if decoded.schema.fingerprint != own.fingerprint {
      record = SchemaMapping(from: decoded.schema, to: opening.journal.schema).map(record)
    }
    let naming = RecordNaming(store.backend, opening.journal.schema)
    let keepsVersions = store.backend.capabilities.contains(.verbatim)
    var changes = try Replay(
      transaction.reader, opening.journal.schema, keepsVersions: keepsVersions
    ).changes(for: naming.localised(record))
    changes.origin = try origin(record)
    return changes
  }

  /// The history gets the entry that the save would have left.
  private func origin(_ record: RedoRecord) throws -> ChangeOrigin? {
    guard store.recordsHistory, !record.history.isEmpty else { return nil }
    let entry = try HistoryCoding.decode(record.history, opening.journal.schema)
    let transaction = entry.transaction
    return ChangeOrigin(
      timestamp: transaction.timestamp, author: transaction.author,
      contextName: transaction.contextName, entry: entry)
  }

  private func schema(_ fingerprint: UInt64, from home: String) throws -> SchemaDescription {
    let name = JournalNotes.schema(fingerprint)
    let pledge = standing.pledges?.first { $0.home == home } ?? Pledge(home: home, path: nil)
    let applied = try transaction.reader.applied(from: home)
    let notes = try opening.homeNotes(pledge, for: store, under: name, after: applied)
    guard let content = notes?.first?.content else { throw ByteReader.Damage() }
    return try SchemaDescription(content)
  }

  private func commit(_ notes: [StoreNote]) throws(RoutingError) {
    var changes = ChangeSet()
    changes.isReplay = true
    changes.notes = notes
    do {
      _ = try transaction.apply(changes)
      try finish()
    } catch {
      throw store.failure(error)
    }
  }

  private func finish() throws(StoreError) {
    try transaction.prepare()
    transaction.requireDurability()
    try transaction.commit()
    standing.pledges = nil
  }
}

extension MountedStore {
  func trouble(_ trouble: StoreTrouble) -> RoutingError {
    .trouble(ordinal: ordinal, name: name, trouble)
  }
}
