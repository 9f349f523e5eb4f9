// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// The commits of a save, one store after the other.
///
/// Stores that only commit, and may refuse, come first: then the others can still be rolled back.
/// With a journal the home follows, and the save is decided; its followers commit then, or are
/// brought in step later. Without, those come next that write nothing before they commit, since the
/// disk may be full, and behind them those that have written everything already. Volatile stores
/// come last: they cannot fail half-way, and a crash forgets them anyway.
struct CommitSequence {
  /// The ordinal of the journal's home.
  let home: Int?
  let opening: FollowerOpening
  let hook: CommitHook?

  private enum Turn: Int {
    case refusing, home, unready, ready, volatile
  }

  private func turn(_ part: OpenPart) -> Turn {
    let capabilities = part.store.backend.capabilities
    guard capabilities.contains(.durable) else { return .volatile }
    if part.store.ordinal == home { return .home }
    if capabilities.contains(.singlePhase), !isFollower(part) { return .refusing }
    return capabilities.contains(.flushing) ? .ready : .unready
  }

  private func isFollower(_ part: OpenPart) -> Bool { home != nil && part.store.mayFollow }

  func isBefore(_ one: OpenPart, _ other: OpenPart) -> Bool {
    (turn(one).rawValue, one.store.identifier) < (turn(other).rawValue, other.store.identifier)
  }

  /// Returns the conflicts that the first store has found; nothing is written then.
  func run(_ open: [OpenPart]) throws(RoutingError) -> [Conflict] {
    var isDecided = false
    for (index, part) in open.enumerated() {
      do {
        try part.transaction.commit()
      } catch {
        if isDecided {
          complete(part, after: error)
          continue
        }
        rollBack(Array(open[index...]))
        if index == 0, !error.conflicts.isEmpty {
          return error.conflicts.map { $0.inStore(part.store.ordinal) }
        }
        throw failure(error, of: part, at: index, in: open)
      }
      if part.store.ordinal == home { isDecided = true }
      hook?(.didCommit(ordinal: part.store.ordinal))
    }
    return []
  }

  private func failure(
    _ error: StoreError, of part: OpenPart, at index: Int, in open: [OpenPart]
  ) -> RoutingError {
    guard index > 0 else { return part.store.failure(error) }
    return .partialCommit(
      committed: open[..<index].map(\.store.ordinal),
      failure: StoreFailure(ordinal: part.store.ordinal, name: part.store.name, error: error),
      undone: open[(index + 1)...].map(\.store.ordinal))
  }

  /// The save is decided: the store is given it again, at once and, while that fails, whenever
  /// somebody wants to use the store (R-PSC-917).
  private func complete(_ part: OpenPart, after error: StoreError) {
    part.transaction.rollback()
    StoreRecovery(opening).complete(part.store, after: error)
  }

  private func rollBack(_ open: [OpenPart]) {
    for part in open.reversed() { part.transaction.rollback() }
  }
}
