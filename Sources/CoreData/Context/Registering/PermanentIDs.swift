// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// `obtainPermanentIDs(for:)`: the same as for a save, kept at once.
///
/// Objects that a child has saved already are new above it: the context that has them numbers them,
/// on its queue, and the child takes the keys over (R-CTX-139).
struct PermanentIDs {
  private let context: NSManagedObjectContext

  init(_ context: NSManagedObjectContext) { self.context = context }

  /// Converts the IDs of all objects, or throws and converts none.
  func obtain(for objects: [NSManagedObject]) throws {
    for object in objects where object.map !== context.identityMap {
      raise(
        .invalidArgument,
        "obtainPermanentIDs(for:) takes objects that are registered in this context.")
    }
    let open = objects.filter(isOpen)
    let saved = open.filter { !$0.flags.contains(.inserted) }
    try number(open.filter { $0.flags.contains(.inserted) }, andAbove: saved.map(\.key))
    for object in saved { context.takePermanentKey(of: object) }
  }

  /// A fault of a store that is not here has a key of its own, but the ID that it was asked
  /// by.
  private func isOpen(_ object: NSManagedObject) -> Bool {
    object.key.isTemporary && object.flags.isDisjoint(with: [.deleted, .orphan])
      && object.shared.id?.isTemporaryID != false
  }

  /// Numbers new objects of a context and those of keys that a context above has; what is done here
  /// is undone when that fails.
  private func number(_ fresh: [NSManagedObject], andAbove keys: [ObjectKey]) throws {
    let family = context.identityMap.family
    let open = keys.filter { family.counterpart(of: $0) == nil }
    guard !fresh.isEmpty || !open.isEmpty else { return }
    let numbering = try Numbering.assign(fresh, in: context)
    do {
      if !open.isEmpty { try number(above: open) }
    } catch {
      numbering.undo()
      throw error
    }
    numbering.keep()
  }

  private func number(above keys: [ObjectKey]) throws {
    guard let parent = context.parentContext else { throw missing(keys) }
    try parent.queue.sync {
      var fresh: [NSManagedObject] = []
      var others: [ObjectKey] = []
      for key in keys {
        if let object = parent.registered(key), object.flags.contains(.inserted),
          object.flags.isDisjoint(with: .deleted)
        {
          fresh.append(object)
        } else {
          others.append(key)
        }
      }
      try PermanentIDs(parent).number(fresh, andAbove: others)
    }
  }

  private func missing(_ keys: [ObjectKey]) -> CocoaError {
    let name = keys.first.map { context.requiredCoordinator.entities[$0.entity].name ?? "" } ?? ""
    return CocoaError.make(
      .managedObjectReferentialIntegrity,
      reason: "\(keys.count) object(s), such as a \(name), cannot have permanent IDs: no context "
        + "has them as inserted objects, and no store has them.")
  }
}
