// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// A store in its place among others, as it was when it was looked up: it does not follow changes of the
/// router's table.
///
/// A class, since every request hands it on: a copy of a structure would count four references.
package final class MountedStore: Sendable {
  /// The number that keys of this store carry. Never given to another store of the same router.
  package let ordinal: Int
  package let backend: any StoreBackend
  /// The store's UUID; unique within the router (R-PSC-056).
  package let identifier: String
  /// The store's name in messages: its file name, or its type.
  package let name: String
  package let entities: StoreEntities
  /// True if what is written to the store is recorded in its history.
  package let recordsHistory: Bool
  /// The store's running figures.
  package let monitor: StoreMonitor
  let historyMark: HistoryMark
  let terms: MountTerms
  let activity: StoreActivity
  let standing: StoreStanding
  /// How often the process was forked before the store was opened.
  private let forks: Int

  init(
    ordinal: Int, backend: any StoreBackend, identifier: String, name: String,
    entities: StoreEntities, terms: MountTerms
  ) {
    self.ordinal = ordinal
    self.backend = backend
    self.identifier = identifier
    self.name = name
    self.entities = entities
    recordsHistory = backend.capabilities.contains(.history)
    historyMark = HistoryMark()
    monitor = backend.monitor ?? StoreMonitor()
    self.terms = terms
    activity = StoreActivity()
    standing = StoreStanding()
    forks = ForkWatch.count
  }

  /// The same store on other terms, to stand in the place of the former entry.
  init(_ former: MountedStore, on terms: MountTerms) {
    ordinal = former.ordinal
    backend = former.backend
    identifier = former.identifier
    name = former.name
    entities = former.entities
    recordsHistory = former.recordsHistory
    historyMark = former.historyMark
    monitor = former.monitor
    self.terms = terms
    activity = former.activity
    standing = former.standing
    forks = former.forks
  }

  package var isReadOnly: Bool { terms.isReadOnly }

  /// False in a child of `fork`, which must not touch what its parent has opened.
  var isOfThisProcess: Bool { forks == ForkWatch.count }

  /// Throws while the store lacks a decided save.
  func requireReadable() throws(RoutingError) {
    guard standing.isRecovering, !terms.choices.allowsStaleReads, let trouble = standing.trouble
    else {
      return
    }
    throw .trouble(ordinal: ordinal, name: name, trouble)
  }

  var routable: RoutableStore {
    RoutableStore(
      ordinal: ordinal, name: name, supportedEntities: entities.supportedSet,
      isReadOnly: isReadOnly)
  }

  func failure(_ error: StoreError) -> RoutingError {
    .store(StoreFailure(ordinal: ordinal, name: name, error: error))
  }

  /// Registers a request, which keeps the store from being closed until `activity.end()`. Returns
  /// the store to use: this one, or the one that has taken its place.
  func beginRequest() throws(RoutingError) -> MountedStore {
    ForkWatch.require(forks, of: name)
    var store = self
    while !store.activity.begin() {
      guard let next = store.activity.successor else { throw .unknownStore(ordinal: ordinal) }
      store = next
    }
    return store
  }
}

/// The uses that a store is mounted for.
struct MountTerms: Sendable {
  var isReadOnly: Bool
  var choices = StoreChoices()
}

/// The choices of a client for a store, as to requests and recovery.
package struct StoreChoices: Sendable {
  /// True if the store goes on without homes that it is pledged to and that are not there.
  package var forgetsHomes = false
  /// True if it may be read while it lacks a decided save.
  package var allowsStaleReads = false
  /// How requests count nulls; nil: in the store's own way, see ``StoreCapabilities/sqlNullSemantics``.
  package var nullSemantics: NullSemantics?

  package init() {}
}
