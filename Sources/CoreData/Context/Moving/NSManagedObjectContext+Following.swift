// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Following objects that have been moved to other stores, by this context or behind its back.
extension NSManagedObjectContext {
  /// Returns the key that leads to the object of a key now; the same for one that has not moved, or
  /// that this context has and was not told of.
  ///
  /// - Parameter reads: whether stores are asked.
  final func followed(_ key: ObjectKey, reads: Bool = true) -> ObjectKey {
    guard let coordinator = rootCoordinator, !coordinator.forwarding.isEmpty, !key.isTemporary,
      !identityMap.contains(key)
    else { return key }
    return movedKey(of: key, in: coordinator, reads: reads) ?? key
  }

  private final func movedKey(
    of key: ObjectKey, in coordinator: NSPersistentStoreCoordinator, reads: Bool
  ) -> ObjectKey? {
    coordinator.forwarding.destination(
      of: coordinator.objectID(for: key), in: coordinator, reads: reads
    ).flatMap(coordinator.key(of:))
  }

  /// Lets an object whose row is gone take the key of the place that it was moved to; false if it was
  /// deleted, or another instance stands for it already.
  final func follow(_ object: NSManagedObject) -> Bool {
    guard let coordinator = rootCoordinator, !coordinator.forwarding.isEmpty,
      !object.key.isTemporary,
      let key = movedKey(of: object.key, in: coordinator, reads: true)
    else { return false }
    return take(key, object)
  }

  /// Gives an object that was moved behind this context's back its new key.
  final func take(_ key: ObjectKey, _ object: NSManagedObject) -> Bool {
    guard identityMap.object(for: key) == nil else { return false }
    let former = object.key
    identityMap.rename([object], to: [key])
    object.renewID()
    identityMap.rekey([object], from: [former])
    return true
  }

  /// Objects were moved by another context: those that are here move along, under their own changes;
  /// the merge that follows gives them their new rows. Returns those that the context has under both
  /// keys: the former ones are gone.
  final func follow(_ moves: [MovedKey]) -> [NSManagedObject] {
    var left: [NSManagedObject] = []
    for move in moves {
      guard let object = identityMap.object(for: move.former) else { continue }
      if take(move.present, object) {
        // It names other objects by their former numbers.
        if !object.flags.contains(.realised) { object.state.forgetRow() }
      } else if identityMap.object(for: move.present) !== object {
        left.append(object)
      }
    }
    return left
  }
}

/// The keys of an object before and after it was moved.
struct MovedKey: Sendable {
  let former: ObjectKey
  let present: ObjectKey
}
