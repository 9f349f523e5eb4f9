// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation
import StoreInterface
import StoreRouting
import Synchronization

/// The way from the former IDs of objects that were moved to other stores to the present ones
/// (R-PSC-933). Any thread.
///
/// What this process has moved is remembered; the rest is in notes of the stores that the objects
/// have left, one read each. Without such stores every look-up costs one load.
final class Forwarding: Sendable {
  /// The longest chain of moves that is followed; saves shorten them.
  private static let longestChain = 16

  private struct State {
    var entries: [ObjectAddress: ForwardingEntry] = [:]
    /// The stores with notes of moves, by ordinal.
    var noted: Set<Int> = []
    /// Those whose entries of old have been taken out.
    var purged: Set<Int> = []
    var age: TimeInterval?
  }

  private let state = OrderedMutex(State(), .leaf)
  private let isInUse = Atomic<Bool>(false)

  /// True while nobody has moved anything.
  @inline(__always)
  var isEmpty: Bool { !isInUse.load(ordering: .acquiring) }

  /// How long entries lead anywhere, in seconds; nil: for ever.
  var age: TimeInterval? {
    get { state.withLock { $0.age } }
    set {
      state.withLock { state in
        state.age = newValue
        state.purged = []
      }
    }
  }

  // MARK: - Stores

  /// A store was added: looks whether objects have been moved out of it, or into it.
  func note(_ mount: StoreMount) {
    guard mount.backend.capabilities.contains(.notes), mount.backend.mayHaveNotes else { return }
    do {
      let snapshot = try mount.backend.beginRead()
      defer { snapshot.end() }
      if try snapshot.notes(under: ForwardingNote.marker).isEmpty { return }
    } catch {
      Log.warning("The notes of moved objects cannot be read now: \(error)")
    }
    noteUse(of: [mount.ordinal])
  }

  /// Stores have notes of moves from now on.
  func noteUse(of ordinals: Set<Int>) {
    state.withLock { $0.noted.formUnion(ordinals) }
    isInUse.store(true, ordering: .releasing)
  }

  func hasNotes(_ ordinal: Int) -> Bool { state.withLock { $0.noted.contains(ordinal) } }

  /// True once for each store while entries have an age: what is older is to go.
  func beginPurge(of ordinal: Int) -> Bool {
    state.withLock { $0.age != nil && $0.purged.insert(ordinal).inserted }
  }

  // MARK: - Looking up

  /// Returns the present ID of an object that has been moved; nil for one that has not, and when a
  /// store on the way is not here.
  ///
  /// - Parameter reads: whether stores are asked for what this process has not moved itself.
  func destination(
    of id: NSManagedObjectID, in coordinator: NSPersistentStoreCoordinator, reads: Bool = true
  ) -> NSManagedObjectID? {
    guard !isEmpty else { return nil }
    var present = id
    for _ in 0..<Forwarding.longestChain {
      guard let entry = entry(of: present, in: coordinator, reads: reads) else { break }
      guard let url = URL(string: entry.uri), let next = ObjectURI.id(url, in: coordinator) else {
        return nil
      }
      present = next
    }
    return present === id ? nil : present
  }

  /// Returns what an object has left behind in a store, unless it is too old.
  func entry(
    of id: NSManagedObjectID, in coordinator: NSPersistentStoreCoordinator, reads: Bool = true
  ) -> ForwardingEntry? {
    guard let address = ObjectAddress(id) else { return nil }
    let (known, age) = state.withLock { ($0.entries[address], $0.age) }
    var entry = known
    if entry == nil, reads, let ordinal = coordinator.key(of: id)?.store {
      entry = ForwardingEntry(
        notes(named: [address.forwardNote], in: ordinal, of: coordinator)[address.forwardNote])
    }
    guard let entry, let age else { return entry }
    return Date().timeIntervalSince(entry.date) > age ? nil : entry
  }

  /// Returns the IDs, of stores that are here, that lead to each of several objects. One view of each
  /// store.
  func origins(
    of ids: [NSManagedObjectID], in coordinator: NSPersistentStoreCoordinator
  ) -> [[NSManagedObjectID]] {
    guard !isEmpty else { return ids.map { _ in [] } }
    let addresses = ids.map(ObjectAddress.init)
    var contents: [ObjectAddress: Data] = [:]
    for (ordinal, group) in Dictionary(grouping: zip(ids, addresses), by: \.0.key.store) {
      let known = group.compactMap(\.1)
      let notes = notes(named: known.map(\.originNote), in: ordinal, of: coordinator)
      for address in known { contents[address] = notes[address.originNote] }
    }
    return addresses.map { address in
      guard let content = address.flatMap({ contents[$0] }) else { return [] }
      return String(decoding: content, as: UTF8.self).split(separator: "\n").compactMap { line in
        URL(string: String(line)).flatMap { ObjectURI.id($0, in: coordinator) }
      }
    }
  }

  /// Returns the notes of some names, or beginning with them; none of a store without notes of moves,
  /// or that cannot be read.
  func notes(
    named names: [String], in ordinal: Int, of coordinator: NSPersistentStoreCoordinator
  ) -> [String: Data] {
    guard hasNotes(ordinal) else { return [:] }
    do {
      return try coordinator.router.using(ordinal) { backend in
        let snapshot = try backend.beginRead()
        defer { snapshot.end() }
        var found: [String: Data] = [:]
        for name in names {
          for note in try snapshot.notes(under: name) { found[note.name] = note.content }
        }
        return found
      }
    } catch {
      Log.warning("The notes of moved objects cannot be read now: \(error)")
      return [:]
    }
  }

  // MARK: - Moves

  /// Remembers what a save has moved.
  func adopt(_ moves: [(former: NSManagedObjectID, present: NSManagedObjectID)]) {
    guard !moves.isEmpty else { return }
    let now = Date()
    let places = moves.map { move in
      (
        ObjectAddress(move.former), ObjectAddress(move.present),
        ForwardingEntry(to: move.present.uriRepresentation().absoluteString, at: now)
      )
    }
    state.withLock { state in
      for (former, present, entry) in places {
        if let former { state.entries[former] = entry }
        if let present { state.entries[present] = nil }
      }
    }
    isInUse.store(true, ordering: .releasing)
  }
}

extension NSPersistentStoreCoordinator {
  /// How many seconds the IDs of objects that were moved to other stores lead to these; nil, the
  /// default, for ever. The next save that moves objects out of a store takes out its older entries.
  /// Any thread. Our addition (R-PSC-933).
  public final var forwardingAge: TimeInterval? {
    get { forwarding.age }
    set { forwarding.age = newValue }
  }
}
