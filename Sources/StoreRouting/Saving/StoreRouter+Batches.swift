// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

extension StoreRouter {
  /// Runs a block within a write transaction of each of several stores, given in the order of the
  /// ordinals: what it applies is committed everywhere when it returns, nothing when it throws
  /// (R-PSC-926).
  package func transact<T>(
    together ordinals: [Int], origin: ChangeOrigin? = nil,
    _ body: ([BatchTransaction]) throws -> T
  ) throws -> T {
    try tracer.whole { try transactWhole(together: ordinals, origin, body) }
  }

  private func transactWhole<T>(
    together ordinals: [Int], _ origin: ChangeOrigin?,
    _ body: ([BatchTransaction]) throws -> T
  ) throws -> T {
    let home = journal.home(ofSaveTo: ordinals, among: stores)?.ordinal
    let all = ordinals + (home.map { ordinals.contains($0) ? [] : [$0] } ?? [])
    writeGate.enter(all)
    defer { writeGate.leave(all) }
    let parts = try beginRequests(all.map { .init(ordinal: $0, changes: ChangeSet()) })
    defer { for part in parts { part.store.activity.end() } }
    CommitClock.tick()
    endIdleViews()
    defer {
      CommitClock.tick()
      StoreWatching.noteCommit(parts.map(\.store))
    }
    let start = StoreMonitor.time
    var open: [BatchTransaction] = []
    let result = try CommitProtocol(
      barrier: barrier, opening: opening, home: home, hook: commitHook
    ).run(parts, origin: origin) { batches in
      open = ordinals.compactMap { ordinal in batches.first { $0.ordinal == ordinal } }
      return try body(open)
    }
    for batch in open { batch.noteEnd(since: start) }
    counters.add(commits: 1)
    return result
  }
}

extension RoutingError {
  /// A store has found, only when it was to commit, that somebody else has changed what it holds.
  static func changedByOthers(_ parts: [OpenPart]) -> RoutingError {
    let store = parts.first { $0.store.backend.capabilities.contains(.singlePhase) }?.store
    let name = store?.name ?? ""
    return .store(
      StoreFailure(
        ordinal: store?.ordinal ?? 0, name: name,
        error: StoreError(.engine, store: name, message: "the rows were changed by others")))
  }
}
