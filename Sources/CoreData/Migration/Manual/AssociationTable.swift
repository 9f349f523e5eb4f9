// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Which objects of a source have become which new ones, by mapping, in the order in which they were
/// associated. Objects are not kept alive once they are saved: a table is of keys (R-PSC-584).
final class AssociationTable {
  private struct Pending {
    let mapping: ObjectIdentifier
    let source: ObjectKey
    let destination: NSManagedObject
  }

  private let source: MigrationStack
  private let destination: MigrationStack
  private var lists: [ObjectIdentifier: AssociationList] = [:]
  /// Pairs whose new objects may have no permanent keys yet.
  private var pending: [Pending] = []
  /// Why new objects got no keys, or could not be read: functions that cannot throw have met it.
  private var failure: (any Error)?
  /// Nil where new objects are numbered anew.
  var numbers: KeptNumbers?

  init(from source: MigrationStack, to destination: MigrationStack) {
    self.source = source
    self.destination = destination
  }

  func removeAll() {
    lists = [:]
    pending = []
  }

  func add(
    _ source: NSManagedObject, _ destination: NSManagedObject, for mapping: NSEntityMapping
  ) {
    pending.append(
      Pending(
        mapping: ObjectIdentifier(mapping), source: source.key, destination: destination))
  }

  /// Gives the new objects permanent keys, all together.
  func settle() throws {
    if let failure { throw failure }
    guard !pending.isEmpty else { return }
    keepNumbers()
    try destination.context.obtainPermanentIDs(for: pending.filter(isUnnumbered).map(\.destination))
    for pair in pending where !pair.destination.key.isTemporary {
      list(of: pair.mapping).add(pair.source, pair.destination.key)
    }
    pending = []
  }

  private func isUnnumbered(_ pair: Pending) -> Bool {
    let object = pair.destination
    return object.key.isTemporary && object.context === destination.context && !object.isDeleted
  }

  private func keepNumbers() {
    guard let numbers else { return }
    var seen: Set<ObjectIdentifier> = []
    var kept: [(object: NSManagedObject, key: ObjectKey)] = []
    for pair in pending where isUnnumbered(pair) {
      guard seen.insert(ObjectIdentifier(pair.destination)).inserted,
        let key = numbers.key(of: pair.destination, from: pair.source)
      else { continue }
      kept.append((pair.destination, key))
    }
    Numbering.adopt(kept.map(\.key), by: kept.map(\.object), in: destination.context)
  }

  private func list(of mapping: ObjectIdentifier) -> AssociationList {
    let list = lists[mapping] ?? AssociationList()
    lists[mapping] = list
    return list
  }

  // MARK: - Looking up

  /// The keys of a mapping's new objects, each once.
  func destinationKeys(of mapping: NSEntityMapping) throws -> [ObjectKey] {
    try settle()
    return lists[ObjectIdentifier(mapping)]?.distinctDestinations() ?? []
  }

  /// The object of the source that has become a new one by a mapping.
  func source(of object: NSManagedObject, by mapping: NSEntityMapping) throws -> NSManagedObject? {
    try settle()
    let keys = lists[ObjectIdentifier(mapping)]?.sources(of: object.key) ?? []
    return try source.objects(keys.prefix(1).map { $0 }).first
  }

  /// Returns what objects of the source have become by some mappings; nil: all.
  func destinations(
    of sources: [ObjectKey]?, by mappings: [NSEntityMapping]
  ) -> [NSManagedObject] {
    reading {
      try destination.objects(
        keys(mappings, sources, each: { $0.destinations(of: $1) }, all: \.destinations))
    }
  }

  /// Returns what has become these by some mappings; nil: all.
  func sources(
    of destinations: [NSManagedObject]?, by mappings: [NSEntityMapping]
  ) -> [NSManagedObject] {
    reading {
      try settle()
      return try source.objects(
        keys(
          mappings, destinations?.map(\.key), each: { $0.sources(of: $1) }, all: \.sources))
    }
  }

  private func keys(
    _ mappings: [NSEntityMapping], _ given: [ObjectKey]?,
    each: (AssociationList, ObjectKey) -> [ObjectKey],
    all: (AssociationList) -> [ObjectKey]
  ) throws -> [ObjectKey] {
    try settle()
    let lists = mappings.compactMap { self.lists[ObjectIdentifier($0)] }
    guard let given else { return lists.flatMap(all) }
    return given.flatMap { key in lists.flatMap { each($0, key) } }
  }

  /// Returns no objects if they cannot be read: the migration ends with the reason.
  private func reading(_ read: () throws -> [NSManagedObject]) -> [NSManagedObject] {
    do { return try read() } catch {
      failure = failure ?? error
      return []
    }
  }
}

/// The associations of one mapping.
final class AssociationList {
  private(set) var sources: [ObjectKey] = []
  private(set) var destinations: [ObjectKey] = []
  private var bySource = KeyPositions()
  private var byDestination = KeyPositions()

  func add(_ source: ObjectKey, _ destination: ObjectKey) {
    sources.append(source)
    destinations.append(destination)
  }

  func destinations(of source: ObjectKey) -> [ObjectKey] {
    bySource.positions(of: source, in: sources).map { destinations[$0] }
  }

  func sources(of destination: ObjectKey) -> [ObjectKey] {
    byDestination.positions(of: destination, in: destinations).map { sources[$0] }
  }

  /// The new objects, each where it comes first.
  func distinctDestinations() -> [ObjectKey] {
    destinations.indices.compactMap { position in
      let key = destinations[position]
      return byDestination.first(of: key, in: destinations) == position ? key : nil
    }
  }
}

/// An index of a growing list of keys, made when it is first asked.
struct KeyPositions {
  /// The first and the last position of each key.
  private var ends: [ObjectKey: (first: Int32, last: Int32)] = [:]
  /// By position, the next one of the same key; -1 for none.
  private var next: [Int32] = []

  mutating func first(of key: ObjectKey, in list: [ObjectKey]) -> Int? {
    update(list)
    return ends[key].map { Int($0.first) }
  }

  mutating func positions(of key: ObjectKey, in list: [ObjectKey]) -> [Int] {
    var found: [Int] = []
    var position = first(of: key, in: list) ?? -1
    while position >= 0 {
      found.append(position)
      position = Int(next[position])
    }
    return found
  }

  private mutating func update(_ list: [ObjectKey]) {
    guard next.count < list.count else { return }
    ends.reserveCapacity(list.count)
    for position in next.count..<list.count {
      let place = Int32(position)
      if let known = ends[list[position]] {
        next[Int(known.last)] = place
        ends[list[position]] = (known.first, place)
      } else {
        ends[list[position]] = (place, place)
      }
      next.append(-1)
    }
  }
}
