// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Values that could not be read: whoever reads one gets no values or members and a warning, since
/// properties cannot throw; but no save writes what was made of them (R-CTX-288).
extension NSManagedObjectContext {
  /// The row of a fault could not be loaded: it stays a fault.
  final func noteUnreadable(_ object: NSManagedObject, _ error: any Error) {
    WrongAnswer.report(error)
    Log.warning("Could not load \(object.currentID.uriRepresentation()): \(error)")
    reader.note(error)
    reader.noteUnread(of: object, index: nil, error: error)
  }

  /// Loads the members of a to-many fault: one query for the owner (R-CTX-278). False if they cannot
  /// be read: the value stays a fault then.
  final func fulfil(_ owner: NSManagedObject, _ index: Int) -> Bool {
    do {
      try fulfil([owner], index)
      return true
    } catch {
      WrongAnswer.report(error)
      let name = owner.layout.properties[index].name
      Log.warning("Could not load '\(name)' of \(owner.currentID.uriRepresentation()): \(error)")
      reader.note(error)
      reader.noteUnread(of: owner, index: index, error: error)
      return false
    }
  }

  /// Throws what a save must not pass over: what it needed and could not read, or changes of what could
  /// not be read before.
  final func requireRead() throws {
    if let failure = reader.failure { throw failure }
    guard reader.hasUnread else { return }
    for unread in reader.changedUnread {
      guard let owner = unread.owner, owner.context === self,
        owner.flags.isDisjoint(with: .deleted), owner.flags.hasPendingChanges
      else { continue }
      throw refusal(of: owner, unread)
    }
  }

  private final func refusal(of owner: NSManagedObject, _ unread: Unread) -> CocoaError {
    let entity = owner.layout.schema.name
    let subject = unread.index.map { "'\(owner.layout.properties[$0].name)' of a \(entity)" }
    let cause = unread.error as? CocoaError
    return CocoaError.make(
      cause?.code ?? .persistentStoreOperation,
      reason: "\(subject ?? "A \(entity)") was changed when it could not be read and seemed empty: "
        + "refresh the object, or roll back, and change it again. What was the matter: "
        + (cause?.userInfo["reason"] as? String ?? "\(unread.error)"),
      userInfo: [NSAffectedObjectsErrorKey: [owner]], underlying: unread.error)
  }
}

extension NSManagedObject {
  /// Loads a to-many that is about to be changed in a way that depends on its members; false if they
  /// cannot be read. Then, or if they could not be before, no save takes the change.
  final func loadsToChange(_ index: Int) -> Bool {
    if let context, context.reader.hasUnread {
      context.reader.noteChange(ofUnread: self, index)
    }
    guard loadedToMany(index).isPlaceholder else { return true }
    context?.reader.noteChange(ofUnread: self, index)
    noteChange(index)
    return false
  }
}
