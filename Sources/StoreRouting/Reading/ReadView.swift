// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// The stores as one logical read sees them: a snapshot of each, begun when it is first needed.
///
/// Keys that go in and come out carry ordinals. End it once; a released view ends by itself. While
/// it is open, unmounting one of its stores waits.
// Sendable: used by one thread at a time. Between threads it is handed over through the router's
// mutex (`IdleViews`).
package final class ReadView: @unchecked Sendable {
  /// In add order.
  // Used by one thread at a time, so never checked for overlapping access.
  @exclusivity(unchecked) private(set) var stores: [MountedStore]
  let schema: StoreSchema
  let barrier: CommitBarrier
  let counters: RouterCounters
  let tracer: StoreTracer
  let directory: StoreDirectory
  /// True if there are stores whose snapshots end with each read. Told here: look-ups ask for it.
  let hasPassing: Bool
  @exclusivity(unchecked) private var snapshots: [(any StoreSnapshot)?]
  /// The number of commits when `IdleViews` made the view.
  @exclusivity(unchecked) var commits = 0
  @exclusivity(unchecked) var generation = 0
  @exclusivity(unchecked) var born: Int64 = 0

  init(
    _ directory: StoreDirectory, schema: StoreSchema, barrier: CommitBarrier,
    counters: RouterCounters, tracer: StoreTracer
  ) {
    self.directory = directory
    hasPassing = !directory.passing.isEmpty
    stores = directory.stores
    self.schema = schema
    self.barrier = barrier
    self.counters = counters
    self.tracer = tracer
    snapshots = Array(repeating: nil, count: stores.count)
  }

  deinit { end() }

  /// Begins the snapshots of all stores at once, so that no save of this router lies between them
  /// (R-PSC-795, R-PSC-960).
  package func pin() throws(RoutingError) { try open(Array(stores.indices)) }

  /// The same for some of the stores.
  func pin(_ ordinals: Set<Int>) throws(RoutingError) {
    try open(stores.indices.filter { ordinals.contains(stores[$0].ordinal) })
  }

  /// The same for all but some of the stores.
  func pin(except others: Set<Int>) throws(RoutingError) {
    try open(stores.indices.filter { !others.contains(stores[$0].ordinal) })
  }

  /// Gives the engines' resources back. Idempotent; a later read begins new snapshots.
  package func end() { end { _ in true } }

  /// The same for the stores in which readers would keep others from writing.
  func endPassing() { end(where: directory.passing.contains) }

  /// The same for the stores whose ordinals a condition names.
  func end(where isEnding: (Int) -> Bool) {
    for index in snapshots.indices {
      guard let snapshot = snapshots[index], isEnding(stores[index].ordinal) else { continue }
      snapshot.end()
      snapshots[index] = nil
      stores[index].activity.end()
    }
  }

  /// Takes the open snapshots of some stores out, which remain open.
  func lift(where isLifted: (Int) -> Bool) -> [OpenSnapshot] {
    var lifted: [OpenSnapshot] = []
    for index in snapshots.indices {
      guard let snapshot = snapshots[index], isLifted(stores[index].ordinal) else { continue }
      lifted.append(OpenSnapshot(index: index, store: stores[index], snapshot: snapshot))
      snapshots[index] = nil
    }
    return lifted
  }

  /// Puts snapshots back that have been taken out.
  func lay(_ lifted: [OpenSnapshot]) {
    for entry in lifted {
      stores[entry.index] = entry.store
      snapshots[entry.index] = entry.snapshot
    }
  }

  // MARK: - Rows of keys

  /// Returns the row of a key, or nil when the store has none; nil for a temporary key.
  package func row(for key: ObjectKey) throws(RoutingError) -> Row? {
    guard !key.isTemporary else { return nil }
    counters.add(lookups: 1)
    let index = try index(of: key.store)
    let snapshot = try snapshot(at: index)
    if tracer.isActive { return try tracedRow(for: key, at: index) }
    do { return try snapshot.row(for: key.inStore(0)) } catch { throw stores[index].failure(error) }
  }

  /// Returns the rows of keys of any stores, in the order of the keys. One call for each store.
  package func rows(for keys: [ObjectKey]) throws(RoutingError) -> [Row?] {
    counters.add(lookups: keys.count)
    let groups = try groups(of: keys)
    if groups.count == 1, groups[0].positions == nil { return try rows(groups[0]) }
    var result = [Row?](repeating: nil, count: keys.count)
    for group in groups {
      for (position, row) in zip(group.positions ?? [], try rows(group)) {
        result[Int(position)] = row
      }
    }
    return result
  }

  private func rows(_ group: KeyGroup) throws(RoutingError) -> [Row?] {
    let snapshot = try snapshot(at: group.store)
    return try traced(.fault, of: group.keys.first, in: group.store) { () throws(StoreError) in
      try snapshot.rows(for: group.keys)
    } rowCount: { rows in
      rows.count { $0 != nil }
    }
  }

  // MARK: - Members of to-manys

  /// Returns the members of a to-many of owners in any stores, see ``RelatedBatch``. One call a
  /// store.
  package func related(
    _ relationship: RelationshipReference, of owners: [ObjectKey], withRows: Bool
  ) throws(RoutingError) -> RelatedBatch {
    counters.add(lookups: owners.count)
    var parts: [RelatedBatch] = []
    for group in try groups(of: owners) {
      parts.append(try related(by: relationship, to: group, withRows: withRows))
    }
    return parts.count == 1 ? parts[0] : RelatedBatch(merging: parts)
  }

  private func related(
    by relationship: RelationshipReference, to group: KeyGroup, withRows: Bool
  ) throws(RoutingError) -> RelatedBatch {
    let snapshot = try snapshot(at: group.store)
    var batch = try traced(.relationship, of: group.keys.first, in: group.store) {
      () throws(StoreError) in
      try snapshot.related(relationship, of: group.keys, withRows: withRows)
    } text: {
      schema.entities[relationship.entity].toManys[relationship.toMany].name
    } rowCount: { batch in
      batch.keys.count
    }
    batch.keys.setStore(stores[group.store].ordinal)
    if let positions = group.positions {
      batch.owners = batch.owners.map { positions[Int($0)] }
    }
    return batch
  }

  /// Keys of one store, as the store knows them.
  private struct KeyGroup {
    /// The store's position in `stores`.
    var store: Int
    var keys: [ObjectKey] = []
    /// Where the keys stand in the request; nil: they are the request.
    var positions: [Int32]?
  }

  /// Divides keys by store; temporary ones are left out. Begins the snapshots of all the stores.
  private func groups(of keys: [ObjectKey]) throws(RoutingError) -> [KeyGroup] {
    guard let first = keys.first else { return [] }
    if !first.isTemporary, keys.allSatisfy({ $0.store == first.store }) {
      return [KeyGroup(store: try index(of: first.store), keys: keys.inStoreZero)]
    }
    var groups = stores.indices.map { KeyGroup(store: $0, positions: []) }
    for (position, key) in keys.enumerated() where !key.isTemporary {
      let index = try index(of: key.store)
      groups[index].keys.append(key.inStore(0))
      groups[index].positions?.append(Int32(position))
    }
    groups.removeAll { $0.keys.isEmpty }
    try open(groups.map(\.store))
    return groups
  }

  // MARK: - Snapshots

  private func index(of ordinal: Int) throws(RoutingError) -> Int {
    let ordinals = directory.ordinals
    if ordinal < ordinals.count, ordinals[ordinal] == ordinal { return ordinal }
    guard let index = ordinals.firstIndex(of: ordinal) else {
      throw .unknownStore(ordinal: ordinal)
    }
    return index
  }

  /// Returns the snapshot of the store at a position.
  func snapshot(at index: Int) throws(RoutingError) -> any StoreSnapshot {
    if let snapshot = snapshots[index] { return snapshot }
    return try stores.count == 1
      ? begin(index) : barrier.whileReading { () throws(RoutingError) in try begin(index) }
  }

  /// Begins the snapshots of several stores under one hold of the barrier.
  func open(_ indexes: [Int]) throws(RoutingError) {
    guard indexes.contains(where: { snapshots[$0] == nil }) else { return }
    try barrier.whileReading { () throws(RoutingError) in
      for index in indexes where snapshots[index] == nil { _ = try begin(index) }
    }
  }

  private func begin(_ index: Int) throws(RoutingError) -> any StoreSnapshot {
    let store = try stores[index].beginRequest()
    stores[index] = store
    do throws(RoutingError) { try store.requireReadable() } catch {
      store.activity.end()
      throw error
    }
    do {
      let snapshot = try store.backend.beginRead()
      snapshots[index] = snapshot
      counters.add(snapshots: 1)
      return snapshot
    } catch {
      store.activity.end()
      throw store.failure(error)
    }
  }
}
