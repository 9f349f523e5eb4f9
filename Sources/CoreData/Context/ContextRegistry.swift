// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import Synchronization

/// Contexts that have one source: those of a coordinator, or the children of a context.
///
/// Held weakly, by their identity maps: a context leaves when it dies. Any thread.
// Sendable: the entries are behind the mutex.
final class ContextRegistry: Sendable {
  private struct Entry {
    let map: IdentityMap
    var mergesAutomatically: Bool
  }

  private let entries = OrderedMutex<[ObjectIdentifier: Entry]>([:], .contexts)
  /// How many of them merge automatically: a save that nobody waits for costs this look.
  private let mergingCount = Atomic<Int>(0)

  /// Adds a context, or changes whether it merges automatically.
  func set(_ map: IdentityMap, mergesAutomatically: Bool) {
    update(map, Entry(map: map, mergesAutomatically: mergesAutomatically))
  }

  func remove(_ map: IdentityMap) { update(map, nil) }

  private func update(_ map: IdentityMap, _ entry: Entry?) {
    let change = entries.withLock { entries in
      let old = entries.updateValue(entry, at: ObjectIdentifier(map))
      return (entry?.mergesAutomatically == true ? 1 : 0)
        - (old?.mergesAutomatically == true ? 1 : 0)
    }
    mergingCount.add(change, ordering: .relaxed)
  }

  /// The living contexts, in no order.
  var contexts: [NSManagedObjectContext] {
    entries.withLock { $0.values.map(\.map) }.compactMap(\.livingContext)
  }

  /// The maps of the contexts, in no order.
  var maps: [IdentityMap] { entries.withLock { $0.values.map(\.map) } }

  /// Tells whether a context has an object of a key; for as long as the answer is kept, of the
  /// contexts there are now.
  func lookup() -> (ObjectKey) -> Bool {
    let maps = entries.withLock { $0.values.map(\.map) }.filter { $0.count > 0 }
    return { key in maps.contains { $0.contains(key) } }
  }

  /// True if any context is to be told what others save.
  var hasReceivers: Bool { mergingCount.load(ordering: .relaxed) > 0 }

  /// Hands what `sender` has saved to the others that merge automatically. Waits for none of them.
  func announce(_ changes: @autoclosure () -> SavedChanges, by sender: NSManagedObjectContext) {
    guard hasReceivers else { return }
    let receivers = entries.withLock { entries in
      entries.values.filter { $0.mergesAutomatically && $0.map !== sender.identityMap }.map(\.map)
    }
    guard !receivers.isEmpty, case let changes = changes(), !changes.isEmpty else { return }
    for receiver in receivers { receiver.livingContext?.enqueueMerge(changes) }
  }
}

extension Dictionary {
  /// Sets or removes a value; returns the one before.
  fileprivate mutating func updateValue(_ value: Value?, at key: Key) -> Value? {
    guard let value else { return removeValue(forKey: key) }
    return updateValue(value, forKey: key)
  }
}

/// The posting context in the user info of a notification, which must not keep it alive.
package final class WeakContext: Sendable {
  private let map: IdentityMap

  init(_ context: NSManagedObjectContext) { map = context.identityMap }

  /// The context while it lives. Any thread.
  package var context: NSManagedObjectContext? { map.livingContext }
}
