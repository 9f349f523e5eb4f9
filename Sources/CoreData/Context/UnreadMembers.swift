// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// A to-many relationship that could not be read when somebody asked for it, and was taken for an
/// empty one. What is made of that must not be saved.
struct UnreadMembers {
  fileprivate weak var owner: NSManagedObject?
  fileprivate let index: Int
  fileprivate let error: any Error
  /// Whether it has been changed since, perhaps because it seemed empty.
  fileprivate var isChanged = false
}

/// Relationships that could not be read: whoever reads them gets no members and a warning, since
/// properties cannot throw; but no save writes what was made of them (R-CTX-288).
extension NSManagedObjectContext {
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
      loadingFailure = error
      noteUnread(owner, index, error)
      return false
    }
  }

  private final func noteUnread(_ owner: NSManagedObject, _ index: Int, _ error: any Error) {
    unreadMembers.removeAll { $0.owner == nil }
    guard place(owner, index) == nil else { return }
    unreadMembers.append(UnreadMembers(owner: owner, index: index, error: error))
  }

  private final func place(_ owner: NSManagedObject, _ index: Int) -> Int? {
    unreadMembers.firstIndex { $0.owner === owner && $0.index == index }
  }

  /// A relationship is changed by somebody who may have taken it for an empty one.
  final func noteChange(ofUnread owner: NSManagedObject, _ index: Int) {
    if let place = place(owner, index) { unreadMembers[place].isChanged = true }
  }

  /// Members have been read: whoever asks from now on gets them.
  final func noteRead(_ owners: [NSManagedObject], _ index: Int) {
    unreadMembers.removeAll { unread in
      !unread.isChanged && unread.index == index && owners.contains { $0 === unread.owner }
    }
  }

  /// The changes of an object are taken back.
  final func forgetUnread(of owner: NSManagedObject) {
    if !unreadMembers.isEmpty { unreadMembers.removeAll { $0.owner === owner } }
  }

  /// Throws what a save must not pass over: members that it needed and could not read, or changes of
  /// a relationship that could not be read before.
  final func requireRead() throws {
    if let loadingFailure { throw loadingFailure }
    guard !unreadMembers.isEmpty else { return }
    for unread in unreadMembers where unread.isChanged {
      guard let owner = unread.owner, owner.context === self,
        owner.flags.isDisjoint(with: .deleted), owner.flags.hasPendingChanges
      else { continue }
      throw refusal(of: owner, unread)
    }
  }

  private final func refusal(of owner: NSManagedObject, _ unread: UnreadMembers) -> CocoaError {
    let property = owner.layout.properties[unread.index].name
    let entity = owner.layout.schema.name
    let cause = unread.error as? CocoaError
    return CocoaError.make(
      cause?.code ?? .persistentStoreOperation,
      reason:
        "'\(property)' of a \(entity) was changed when its objects could not be read, so that "
        + "some might be lost: refresh the object, or roll back, and change it again. What was the "
        + "matter: \(cause?.userInfo["reason"] as? String ?? "\(unread.error)")",
      userInfo: [NSAffectedObjectsErrorKey: [owner]], underlying: unread.error)
  }
}

extension NSManagedObject {
  /// Loads a to-many that is about to be changed in a way that depends on its members; false if they
  /// cannot be read. Then, or if they could not be before, no save takes the change.
  final func loadsToChange(_ index: Int) -> Bool {
    if let context, !context.unreadMembers.isEmpty { context.noteChange(ofUnread: self, index) }
    guard loadedToMany(index).isPlaceholder else { return true }
    context?.noteChange(ofUnread: self, index)
    noteChange(index)
    return false
  }
}
