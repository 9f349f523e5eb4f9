// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Writes the changes of one save to their stores: all of them, or none (R-PSC-201, R-PSC-901).
///
/// The stores' write transactions are opened in ascending order of UUID, in every process, so that
/// two savers cannot wait for each other in a circle (R-PSC-924). One store makes a plain
/// transaction. With a home (R-PSC-913) the home's commit decides the save, and what its followers
/// are to have is on the disk with it. Runs on the calling thread throughout.
struct CommitProtocol {
  /// The changes of one store. A class, since the stages of a commit hand it on: each copy of a structure
  /// would retain all lists.
  final class Part {
    let store: MountedStore
    let changes: ChangeSet

    init(store: MountedStore, changes: ChangeSet) {
      self.store = store
      self.changes = changes
    }
  }

  /// How often a save over several stores is begun before a timeout is final.
  static let attempts = 3

  let barrier: CommitBarrier
  let opening: FollowerOpening
  /// The ordinal of the home, which has a part; nil: the stores commit one after the other.
  let home: Int?
  let hook: CommitHook?

  /// Returns the conflicts of all stores; when there is one, nothing was written anywhere.
  func run(_ parts: [Part]) throws(RoutingError) -> [Conflict] {
    for part in parts where part.store.isReadOnly {
      throw .readOnly(ordinal: part.store.ordinal, name: part.store.name)
    }
    let open = try beginAll(parts.sorted { $0.store.identifier < $1.store.identifier })
    do throws(RoutingError) {
      let conflicts = try applyAll(open)
      guard conflicts.isEmpty else {
        rollBack(open)
        return conflicts
      }
      if let home { try JournaledCommit(open, home: home, journal: opening.journal)?.write() }
      try prepareAll(open)
    } catch {
      rollBack(open)
      throw error
    }
    return try commitAll(open)
  }

  /// The same for changes that a block makes in the open transactions of the stores, in their order;
  /// all of it or nothing. Throws what the block throws.
  func run<T>(
    _ parts: [Part], origin: ChangeOrigin?, writing body: ([BatchTransaction]) throws -> T
  ) throws -> T {
    let begun = try beginAll(parts.sorted { $0.store.identifier < $1.store.identifier })
    do {
      let batches = begun.map {
        BatchTransaction($0.store, $0.transaction, isRecording: home != nil, origin: origin)
      }
      let result = try body(batches)
      let open = try zip(begun, batches).map { part, batch in
        guard home != nil else { return part }
        let recorded = try batch.recorded(opening.journal.schema)
        return OpenPart(
          part: Part(store: part.store, changes: recorded), transaction: part.transaction)
      }
      if let home { try JournaledCommit(open, home: home, journal: opening.journal)?.write() }
      try prepareAll(open)
      guard try commitAll(open).isEmpty else { throw RoutingError.changedByOthers(begun) }
      return result
    } catch {
      rollBack(begun)
      throw error
    }
  }

  /// R-PSC-924: a few attempts, with a pause that differs from saver to saver.
  private func beginAll(_ parts: [Part]) throws(RoutingError) -> [OpenPart] {
    hook?(.willBegin)
    for attempt in 1... {
      do throws(RoutingError) {
        return try beginOnce(parts)
      } catch {
        guard case .store(let failure) = error, failure.error.kind == .timeout,
          parts.count > 1, attempt < CommitProtocol.attempts
        else { throw error }
        Thread.sleep(forTimeInterval: .random(in: 0.001...0.010) * Double(attempt))
      }
    }
    return []
  }

  private func beginOnce(_ parts: [Part]) throws(RoutingError) -> [OpenPart] {
    let home = home.flatMap { home in parts.first { $0.store.ordinal == home }?.store }
    if let home { try HomeFounding(home: home, opening: opening).run() }
    var open: [OpenPart] = []
    for part in parts {
      do throws(RoutingError) {
        let transaction = try opening.beginWrite(part.store, pledgedTo: home)
        open.append(OpenPart(part: part, transaction: transaction))
      } catch {
        rollBack(open)
        throw error
      }
      hook?(.didBegin(ordinal: part.store.ordinal))
    }
    return open
  }

  private func applyAll(_ open: [OpenPart]) throws(RoutingError) -> [Conflict] {
    var conflicts: [Conflict] = []
    for part in open {
      do {
        let found = try part.transaction.apply(part.changes)
        conflicts += found.map { $0.inStore(part.store.ordinal) }
      } catch {
        throw part.store.failure(error)
      }
      if conflicts.isEmpty { hook?(.didApply(ordinal: part.store.ordinal)) }
    }
    return conflicts
  }

  private func prepareAll(_ open: [OpenPart]) throws(RoutingError) {
    for part in open {
      do {
        try part.transaction.prepare()
        // A save of one store is all or nothing anyway.
        if open.count > 1 { try part.transaction.flush() }
      } catch {
        throw part.store.failure(error)
      }
      hook?(.didPrepare(ordinal: part.store.ordinal))
    }
    hook?(.willCommit)
  }

  /// Returns the conflicts that a store found only now, before any store has committed.
  private func commitAll(_ open: [OpenPart]) throws(RoutingError) -> [Conflict] {
    let sequence = CommitSequence(home: home, opening: opening, hook: hook)
    let conflicts =
      open.count == 1
      ? try sequence.run(open)
      : try barrier.whileCommitting { () throws(RoutingError) in
        try sequence.run(open.sorted(by: sequence.isBefore))
      }
    if conflicts.isEmpty { hook?(.didFinish) }
    return conflicts
  }

  private func rollBack(_ open: [OpenPart]) {
    for part in open.reversed() { part.transaction.rollback() }
  }
}
