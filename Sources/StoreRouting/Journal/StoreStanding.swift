// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import Synchronization

/// The reason for which a store cannot be used, after a save over several stores.
package enum StoreTrouble: Error, Sendable {
  /// A decided save is not in the store yet, and could not be brought there (R-PSC-917).
  case recovering(home: String, cause: String)
  /// The store may lack a decided save, whose home is not here (R-PSC-919).
  case homeUnavailable(home: String, path: String?)
  /// The store is older than the records that its home still has (R-PSC-921).
  case diverged(home: String, applied: UInt64, ledger: UInt64)
}

extension StoreTrouble {
  package func sentence(about store: String) -> String {
    switch self {
    case .recovering(let home, let cause):
      "“\(store)” lacks a save that “\(home)” has decided, and it could not be completed: \(cause)"
    case .homeUnavailable(let home, let path):
      "“\(store)” may lack a save whose record is in the store \(home), last seen at "
        + "\(path ?? "an unknown place"). Add that store, or open “\(store)” with "
        + "ForgetHomeOption to go on without."
    case .diverged(let home, let applied, let ledger):
      "“\(store)” is an older copy: it has the save \(applied) of “\(home)”, which has decided "
        + "\(ledger) and does not hold all records between. It is not changed. Restore a newer copy, "
        + "or open it with ForgetHomeOption to go on with what it has."
    }
  }
}

/// The standing of a mounted store in the journal; shared by the copies of its entry.
final class StoreStanding: Sendable {
  private struct State {
    var trouble: StoreTrouble?
    /// The pledges in the store, if nobody else has committed since they were read.
    var pledges: [Pledge]?
    /// The homes of the journaled saves that this router has made with the store.
    var homes: Set<String> = []
    /// The schemas whose descriptions the store has, as a home.
    var schemas: Set<UInt64> = []
    /// The homes whose ledgers have been looked at.
    var compared: Set<String> = []
  }

  private let state = Mutex(State())
  private let hasTrouble = Atomic<Bool>(false)
  private let isBusy = Atomic<Bool>(false)

  /// True while reads are refused: looked at before each snapshot.
  var isRecovering: Bool { hasTrouble.load(ordering: .acquiring) }

  var trouble: StoreTrouble? { isRecovering ? state.withLock { $0.trouble } : nil }

  /// - Returns: true if that is news.
  @discardableResult
  func note(_ trouble: StoreTrouble?) -> Bool {
    state.withLock { state in
      state.trouble = trouble
      return hasTrouble.exchange(trouble != nil, ordering: .acquiringAndReleasing)
        != (trouble != nil)
    }
  }

  var pledges: [Pledge]? {
    get { state.withLock { $0.pledges } }
    set { state.withLock { $0.pledges = newValue } }
  }

  var homes: Set<String> { state.withLock { $0.homes } }

  func note(home: String) { state.withLock { _ = $0.homes.insert(home) } }

  func hasCompared(with home: String) -> Bool {
    state.withLock { $0.compared.contains(home) }
  }

  func noteComparison(with home: String) { state.withLock { _ = $0.compared.insert(home) } }

  func has(schema: UInt64) -> Bool { state.withLock { $0.schemas.contains(schema) } }

  func note(schema: UInt64) { state.withLock { _ = $0.schemas.insert(schema) } }

  /// Runs a block unless one is running: bringing a store in step may read it.
  func whileRecovering(_ body: () -> Void) {
    guard !isBusy.exchange(true, ordering: .acquiringAndReleasing) else { return }
    defer { isBusy.store(false, ordering: .releasing) }
    body()
  }
}
