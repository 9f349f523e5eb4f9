// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// The state that a router keeps under its lock.
struct StoreTable {
  /// In add order.
  private(set) var stores: [MountedStore] = [] {
    didSet {
      routingTable = nil
      directory = nil
      edition += 1
    }
  }
  /// The list as reads look at it, once it has been asked for.
  private(set) var directory: StoreDirectory?
  /// Rises with every change of the list.
  private(set) var edition = 0
  /// The routing rule over the stores as they are, once it has been asked for.
  var routingTable: RoutingTable?
  private var nextOrdinal = 0
  var hook: CommitHook?

  /// Keeps what was made of the list, unless that has changed meanwhile.
  mutating func keep(_ directory: StoreDirectory, of edition: Int) {
    if edition == self.edition { self.directory = directory }
  }

  mutating func append(
    _ backend: any StoreBackend, identifier: String, name: String, entities: StoreEntities,
    isReadOnly: Bool, under ordinal: Int?
  ) throws(RoutingError) -> MountedStore {
    try checkUnused(identifier, by: nil)
    if let ordinal, stores.isEmpty { nextOrdinal = max(nextOrdinal, ordinal) }
    let store = MountedStore(
      ordinal: nextOrdinal, backend: backend, identifier: identifier, name: name,
      entities: entities, terms: MountTerms(isReadOnly: isReadOnly))
    stores.append(store)
    nextOrdinal += 1
    return store
  }

  mutating func remove(_ ordinal: Int) throws(RoutingError) -> MountedStore {
    stores.remove(at: try index(of: ordinal))
  }

  /// Puts another backend into a store's place, on the same terms; returns both.
  mutating func replace(
    _ ordinal: Int, with backend: any StoreBackend, name: String
  ) throws(RoutingError) -> (old: MountedStore, new: MountedStore) {
    let place = try index(of: ordinal)
    let former = stores[place]
    stores[place] = MountedStore(
      ordinal: ordinal, backend: backend, identifier: former.identifier, name: name,
      entities: former.entities, terms: former.terms)
    return (former, stores[place])
  }

  /// Puts a store where another was; the ordinal stays. Returns both.
  mutating func replace(
    _ ordinal: Int, with backend: any StoreBackend, identifier: String, name: String,
    entities: StoreEntities, terms: MountTerms
  ) throws(RoutingError) -> (old: MountedStore, new: MountedStore) {
    try checkUnused(identifier, by: ordinal)
    let index = try index(of: ordinal)
    let old = stores[index]
    stores[index] = MountedStore(
      ordinal: ordinal, backend: backend, identifier: identifier, name: name,
      entities: entities, terms: terms)
    return (old, stores[index])
  }

  mutating func set(_ choices: StoreChoices, of ordinal: Int) throws(RoutingError) {
    try change(ordinal) { $0.choices = choices }
  }

  mutating func setReadOnly(_ isReadOnly: Bool, of ordinal: Int) throws(RoutingError) {
    try change(ordinal) { $0.isReadOnly = isReadOnly }
  }

  private mutating func change(
    _ ordinal: Int, _ change: (inout MountTerms) -> Void
  ) throws(RoutingError) {
    let place = try index(of: ordinal)
    var terms = stores[place].terms
    change(&terms)
    stores[place] = MountedStore(stores[place], on: terms)
  }

  private func index(of ordinal: Int) throws(RoutingError) -> Int {
    guard let index = stores.firstIndex(where: { $0.ordinal == ordinal }) else {
      throw .unknownStore(ordinal: ordinal)
    }
    return index
  }

  /// R-PSC-056: keys are told apart by UUID once they leave, so it must be unique.
  func checkUnused(_ identifier: String, by ordinal: Int?) throws(RoutingError) {
    for store in stores where store.identifier == identifier && store.ordinal != ordinal {
      throw .identifierInUse(identifier: identifier, ordinal: store.ordinal, name: store.name)
    }
  }
}
