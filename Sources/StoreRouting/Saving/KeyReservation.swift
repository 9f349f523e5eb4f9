// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// A new object whose store is known: what it needs is a number.
package struct NewObject: Sendable {
  package var entity: Int
  package var store: Int

  package init(entity: Int, store: Int) {
    self.entity = entity
    self.store = store
  }
}

/// Numbers for new objects: one request for each store and hierarchy, whatever their number.
struct KeyReservation {
  private struct Counter: Hashable {
    let store: Int
    let root: Int
  }

  private struct Demand {
    let counter: Counter
    /// The first entity that asked, for the message.
    let entity: Int
    var count = 0
    var next: Int64 = 0
  }

  private let schema: StoreSchema
  private let objects: [NewObject]
  private var demands: [Demand] = []
  /// The places of all demands but the first, which most saves have alone.
  private var places: [Counter: Int] = [:]
  /// The place of the last object: mostly the next one's too.
  private var recent: (entity: Int, store: Int, place: Int)?

  init(schema: StoreSchema, objects: [NewObject]) {
    self.schema = schema
    self.objects = objects
    for object in objects { demands[place(of: object)].count += 1 }
  }

  private mutating func place(of object: NewObject) -> Int {
    if let recent, recent.entity == object.entity, recent.store == object.store {
      return recent.place
    }
    let place = findPlace(of: object)
    recent = (object.entity, object.store, place)
    return place
  }

  private mutating func findPlace(of object: NewObject) -> Int {
    let counter = Counter(store: object.store, root: schema.entities[object.entity].root)
    if demands.first?.counter == counter { return 0 }
    if let place = places[counter] { return place }
    if !demands.isEmpty { places[counter] = demands.count }
    demands.append(Demand(counter: counter, entity: object.entity))
    return demands.count - 1
  }

  /// Returns the permanent keys, in the order of the objects (R-PSC-327). When a store fails,
  /// numbers of others may be burnt (R-PSC-323). Every store is looked at before the first is
  /// asked.
  mutating func keys(from stores: [MountedStore]) throws(RoutingError) -> [ObjectKey] {
    for demand in demands { try check(demand, stores) }
    for place in demands.indices { try reserve(place, stores) }
    var keys: [ObjectKey] = []
    keys.reserveCapacity(objects.count)
    for object in objects {
      let place = place(of: object)
      keys.append(
        ObjectKey(entity: object.entity, number: demands[place].next, store: object.store))
      // Behind the greatest number nobody asks for the next.
      demands[place].next &+= 1
    }
    return keys
  }

  private func check(_ demand: Demand, _ stores: [MountedStore]) throws(RoutingError) {
    let store = try store(demand.counter.store, stores)
    guard !store.isReadOnly else { throw .readOnly(ordinal: store.ordinal, name: store.name) }
  }

  private func store(
    _ ordinal: Int, _ stores: [MountedStore]
  ) throws(RoutingError) -> MountedStore {
    guard let store = stores.first(where: { $0.ordinal == ordinal }) else {
      throw .unknownStore(ordinal: ordinal)
    }
    return store
  }

  private mutating func reserve(_ place: Int, _ stores: [MountedStore]) throws(RoutingError) {
    let demand = demands[place]
    let store = try store(demand.counter.store, stores).beginRequest()
    defer { store.activity.end() }
    do {
      demands[place].next = try store.backend.reserveNumbers(
        demand.count, root: demand.counter.root)
    } catch {
      throw .reservation(
        entity: demand.entity, entityName: schema.entities[demand.entity].name,
        StoreFailure(ordinal: store.ordinal, name: store.name, error: error))
    }
  }
}
