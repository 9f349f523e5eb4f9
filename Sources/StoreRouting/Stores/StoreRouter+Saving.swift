// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface
import Synchronization

extension StoreRouter {
  /// The routing rule over the stores as they are now.
  package var routingTable: RoutingTable {
    table.withLock { table in
      if let known = table.routingTable { return known }
      let made = RoutingTable(schema: schema, stores: table.stores.map(\.routable))
      table.routingTable = made
      return made
    }
  }

  /// Numbers new objects: permanent keys in the order of the objects. All or an error; numbers of
  /// stores that did not fail are lost then (R-PSC-323). One store call per store and hierarchy.
  package func reserveKeys(for objects: [NewObject]) throws(RoutingError) -> [ObjectKey] {
    var reservation = KeyReservation(schema: schema, objects: objects)
    let ordinals = objects.lazy.map(\.store)
    return try tracer.whole { () throws(RoutingError) in
      writeGate.enter(ordinals)
      defer { writeGate.leave(ordinals) }
      return try reservation.keys(from: stores)
    }
  }

  /// Writes one save to the stores that its keys name, all of it or nothing (R-PSC-901).
  ///
  /// Blocks for as long as other savers hold the stores, up to their timeouts.
  /// - Parameters:
  ///   - changes: keys carry ordinals; its own metadata is nil.
  ///   - metadata: new metadata by ordinal, also for stores without other changes.
  ///   - notes: changed notes by ordinal, likewise; of stores that keep notes.
  /// - Returns: the conflicts of all stores; when there is one, nothing was written.
  /// - Throws: `.partialCommit` when a store failed after another had committed; after any other
  ///   error no store has changed.
  package func commit(
    _ changes: ChangeSet, metadata: [Int: StoreMetadata] = [:], notes: [Int: [StoreNote]] = [:]
  ) throws(RoutingError) -> [Conflict] {
    let divided = try ChangePartition(changes, metadata: metadata, notes: notes).parts
    guard divided.count > 1 else { return divided.isEmpty ? [] : try commit(divided, home: nil) }
    if journal.policy == .sequential { return try commitInTurn(divided) }
    let stores = stores
    guard let home = journal.home(ofSaveTo: divided.map(\.ordinal), among: stores) else {
      return try commit(divided, home: nil)
    }
    let isWritten = divided.contains { $0.ordinal == home.ordinal }
    let all = isWritten ? divided : divided + [.init(ordinal: home.ordinal, changes: ChangeSet())]
    return try commit(all, home: home.ordinal)
  }

  private func commit(
    _ divided: [ChangePartition.Part], home: Int?
  ) throws(RoutingError) -> [Conflict] {
    try tracer.whole { () throws(RoutingError) in try commitWhole(divided, home: home) }
  }

  private func commitWhole(
    _ divided: [ChangePartition.Part], home: Int?
  ) throws(RoutingError) -> [Conflict] {
    // By index: a part that is taken out of the array is copied with all its lists.
    let ordinals = divided.indices.lazy.map { divided[$0].ordinal }
    writeGate.enter(ordinals)
    defer { writeGate.leave(ordinals) }
    let parts = try beginRequests(divided)
    defer { for part in parts { part.store.activity.end() } }
    return try write(parts, home: home)
  }

  /// R-PSC-900: one store after the other, in add order. What the first have, they keep.
  private func commitInTurn(
    _ divided: [ChangePartition.Part]
  ) throws(RoutingError) -> [Conflict] {
    try requireWritable(divided.map(\.ordinal))
    for (place, part) in divided.enumerated() {
      let rest = divided[(place + 1)...].map(\.ordinal)
      do throws(RoutingError) {
        let conflicts = try commit([part], home: nil)
        guard !conflicts.isEmpty else { continue }
        guard place > 0 else { return conflicts }
        throw clash(in: part.ordinal)
      } catch {
        guard place > 0 else { throw error }
        throw .partialCommit(
          committed: divided[..<place].map(\.ordinal), failure: failure(error, in: part.ordinal),
          undone: rest)
      }
    }
    return []
  }

  /// Nothing is written where it is known that a later store will refuse its part.
  private func requireWritable(_ ordinals: [Int]) throws(RoutingError) {
    let stores = stores
    for ordinal in ordinals {
      guard let store = stores.first(where: { $0.ordinal == ordinal }) else {
        throw .unknownStore(ordinal: ordinal)
      }
      if store.isReadOnly { throw .readOnly(ordinal: ordinal, name: store.name) }
    }
  }

  private func failure(_ error: RoutingError, in ordinal: Int) -> StoreFailure {
    if case .store(let failure) = error { return failure }
    let name = store(ordinal)?.name ?? ""
    return StoreFailure(
      ordinal: ordinal, name: name,
      error: StoreError(.engine, store: name, message: error.description))
  }

  private func clash(in ordinal: Int) -> RoutingError {
    let name = store(ordinal)?.name ?? ""
    return .store(
      StoreFailure(
        ordinal: ordinal, name: name,
        error: StoreError(
          .engine, store: name,
          message: "objects were changed by others after they were read, or are not unique")))
  }

  private func write(
    _ parts: [CommitProtocol.Part], home: Int?
  ) throws(RoutingError) -> [Conflict] {
    // Before as well: whoever sees the commit sees that what was read earlier may be old. And views
    // that are lent out now are not kept afterwards.
    CommitClock.tick()
    // Open snapshots keep an engine's log from being emptied by this commit.
    endIdleViews()
    defer {
      CommitClock.tick()
      StoreWatching.noteCommit(parts.map(\.store))
    }
    let start = StoreMonitor.time
    do throws(RoutingError) {
      let conflicts = try CommitProtocol(
        barrier: barrier, opening: opening, home: home, hook: commitHook
      ).run(parts)
      if conflicts.isEmpty {
        counters.add(commits: 1)
        for part in parts { part.noteSave(since: start, schema, nil) }
      } else {
        counters.add(refusals: 1)
        for part in parts { part.note(conflicts, schema) }
      }
      return conflicts
    } catch {
      counters.add(refusals: 1)
      if tracer.isActive { for part in parts { part.noteSave(since: start, schema, error) } }
      throw error
    }
  }

  func beginRequests(
    _ divided: [ChangePartition.Part]
  ) throws(RoutingError) -> [CommitProtocol.Part] {
    let stores = stores
    var parts: [CommitProtocol.Part] = []
    do throws(RoutingError) {
      for place in divided.indices {
        let ordinal = divided[place].ordinal
        guard let listed = stores.first(where: { $0.ordinal == ordinal }) else {
          throw .unknownStore(ordinal: ordinal)
        }
        let store = try listed.beginRequest()
        parts.append(CommitProtocol.Part(store: store, changes: divided[place].changes))
      }
    } catch {
      for part in parts { part.store.activity.end() }
      throw error
    }
    return parts
  }
}
