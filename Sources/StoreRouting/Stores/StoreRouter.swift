// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface
import Synchronization

/// Several stores as one: knows the mounted stores, in the order in which they were added, and
/// passes reads and saves to those concerned.
///
/// May be used on any thread. Its lock is held to copy the table, never during a store call.
package final class StoreRouter: Sendable {
  /// The model that all stores share.
  package let schema: StoreSchema
  let barrier = CommitBarrier()
  let counters = RouterCounters()
  /// Tells those who watch the stores.
  package let tracer = StoreTracer()
  let idleViews = IdleViews()
  let generations = GenerationList()
  let writeGate = WriteGate()
  /// How saves over several stores are kept together.
  package let journal: Journal
  let table = OrderedMutex(StoreTable(), .router)

  package init(schema: StoreSchema) {
    self.schema = schema
    journal = Journal(schema)
  }

  // MARK: - The list

  /// The stores in add order.
  package var stores: [MountedStore] { table.withLock { $0.stores } }

  /// The list as reads look at it. Made without the lock: it asks the stores what they can.
  var directory: StoreDirectory {
    let (known, stores, edition) = table.withLock { ($0.directory, $0.stores, $0.edition) }
    if let known { return known }
    let made = StoreDirectory(stores)
    table.withLock { $0.keep(made, of: edition) }
    return made
  }

  package func store(_ ordinal: Int) -> MountedStore? {
    stores.first { $0.ordinal == ordinal }
  }

  /// Returns the ordinal of the store with a UUID, or nil.
  package func ordinal(of identifier: String) -> Int? {
    stores.first { $0.identifier == identifier }?.ordinal
  }

  /// Adds an open store behind the others. Existing objects stay where they are (R-PSC-187).
  ///
  /// - Parameter ordinal: what keys of the store carry, in a router without stores; nil: the next one.
  /// - Throws: `.identifierInUse` (R-PSC-056).
  @discardableResult
  package func mount(
    _ backend: any StoreBackend, name: String, entities: StoreEntities, isReadOnly: Bool = false,
    under ordinal: Int? = nil
  ) throws(RoutingError) -> MountedStore {
    let identifier = backend.metadata.identifier
    defer {
      idleViews.invalidate()
      tellCompanions()
    }
    let store = try table.withLock { table throws(RoutingError) in
      try table.append(
        backend, identifier: identifier, name: name, entities: entities, isReadOnly: isReadOnly,
        under: ordinal)
    }
    store.monitor.join(tracer, ordinal: store.ordinal)
    return store
  }

  /// Takes a store out of the list, then waits for the requests that run on it (R-PSC-070). The
  /// backend stays open: closing it is the caller's. Must not be called while this thread holds a
  /// read view.
  @discardableResult
  package func unmount(_ ordinal: Int) throws(RoutingError) -> MountedStore {
    let removed = try table.withLock { table throws(RoutingError) in try table.remove(ordinal) }
    idleViews.invalidate()
    generations.release(ordinal)
    removed.activity.finish()
    tellCompanions()
    return removed
  }

  /// Puts another backend of the same store into its place, waits for the requests that run on the
  /// former one, and returns that, still open. What was read before counts as old; requests that
  /// had found the former one go to the new one.
  package func replaceBackend(
    of ordinal: Int, with backend: any StoreBackend, name: String
  ) throws(RoutingError) -> any StoreBackend {
    let former = try table.withLock { table throws(RoutingError) in
      let stores = try table.replace(ordinal, with: backend, name: name)
      stores.old.activity.handOver(to: stores.new)
      for home in stores.old.standing.homes { stores.new.standing.note(home: home) }
      return stores.old
    }
    tellCompanions()
    idleViews.invalidate()
    generations.release(ordinal)
    former.activity.finish()
    CommitClock.tick()
    return former.backend
  }

  // MARK: - Entries

  package func setReadOnly(_ isReadOnly: Bool, of ordinal: Int) throws(RoutingError) {
    try table.withLock { table throws(RoutingError) in
      try table.setReadOnly(isReadOnly, of: ordinal)
    }
    idleViews.invalidate()
    tellCompanions()
  }

  // MARK: - For tests and tools

  /// Called between the steps of every save; nil, the default, costs nothing.
  package var commitHook: CommitHook? {
    get { table.withLock { $0.hook } }
    set { table.withLock { $0.hook = newValue } }
  }

  package var statistics: RouterStatistics { counters.statistics }
}
