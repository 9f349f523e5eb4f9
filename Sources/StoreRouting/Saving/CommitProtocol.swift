// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Writes the changes of one save to their stores: all of them, or none (R-PSC-201, R-PSC-901).
///
/// The stores' write transactions are opened in ascending order of UUID, in every process, so that
/// two savers cannot wait for each other in a circle (R-PSC-924). One store makes a plain
/// transaction. Runs on the calling thread throughout.
struct CommitProtocol {
  struct Part {
    let store: MountedStore
    let changes: ChangeSet
  }

  private struct OpenPart {
    let store: MountedStore
    let changes: ChangeSet
    let transaction: any StoreTransaction

    /// When it commits, of several.
    var turn: Int {
      let capabilities = store.backend.capabilities
      if capabilities.contains(.singlePhase) { return 0 }
      guard capabilities.contains(.durable) else { return 3 }
      return capabilities.contains(.flushing) ? 2 : 1
    }
  }

  /// How often a save over several stores is begun before a timeout is final.
  static let attempts = 3

  let barrier: CommitBarrier
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
      try prepareAll(open)
    } catch {
      rollBack(open)
      throw error
    }
    return try commitAll(open)
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
    var open: [OpenPart] = []
    for part in parts {
      do {
        let transaction = try part.store.backend.beginWrite()
        open.append(
          OpenPart(store: part.store, changes: part.changes, transaction: transaction))
      } catch {
        rollBack(open)
        throw part.store.failure(error)
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
    let conflicts = open.count == 1 ? try commit(open) : try commitTogether(open)
    if conflicts.isEmpty { hook?(.didFinish) }
    return conflicts
  }

  /// Stores that only commit, and may refuse, come first: then the others can still be rolled back.
  /// Next those that write nothing before they commit, since the disk may be full; behind them those
  /// that have written everything already. Volatile stores come last: they cannot fail half-way, and
  /// a crash forgets them anyway.
  private func commitTogether(_ open: [OpenPart]) throws(RoutingError) -> [Conflict] {
    let ordered =
      open.count < 2 ? open : (0...3).flatMap { turn in open.filter { $0.turn == turn } }
    return try barrier.whileCommitting { () throws(RoutingError) in try commit(ordered) }
  }

  private func commit(_ open: [OpenPart]) throws(RoutingError) -> [Conflict] {
    for (index, part) in open.enumerated() {
      do {
        try part.transaction.commit()
      } catch {
        rollBack(Array(open[index...]))
        if index == 0, !error.conflicts.isEmpty {
          return error.conflicts.map { $0.inStore(part.store.ordinal) }
        }
        guard index > 0 else { throw part.store.failure(error) }
        throw .partialCommit(
          committed: open[..<index].map(\.store.ordinal),
          failure: StoreFailure(
            ordinal: part.store.ordinal, name: part.store.name, error: error),
          undone: open[(index + 1)...].map(\.store.ordinal))
      }
      hook?(.didCommit(ordinal: part.store.ordinal))
    }
    return []
  }

  private func rollBack(_ open: [OpenPart]) {
    for part in open.reversed() { part.transaction.rollback() }
  }
}
