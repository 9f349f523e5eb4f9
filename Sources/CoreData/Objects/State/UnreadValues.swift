// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// An object, or a to-many relationship of one, that could not be read when somebody asked for it, and
/// was taken for an empty one. What is made of that must not be saved.
struct Unread {
  fileprivate weak var owner: NSManagedObject?
  /// The relationship's index; nil for the object's own values.
  fileprivate let index: Int?
  fileprivate let error: any Error
  /// Whether it has been changed since, perhaps because it seemed empty.
  fileprivate var isChanged = false
}

/// What could not be read: whoever reads it gets no values or members and a warning, since properties
/// cannot throw; but no save writes what was made of them (R-CTX-288).
extension NSManagedObjectContext {
  /// The row of a fault could not be loaded: it stays a fault.
  final func noteUnreadable(_ object: NSManagedObject, _ error: any Error) {
    WrongAnswer.report(error)
    Log.warning("Could not load \(object.currentID.uriRepresentation()): \(error)")
    loadingFailure = error
    noteUnread(object, nil, error)
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
      loadingFailure = error
      noteUnread(owner, index, error)
      return false
    }
  }

  private final func noteUnread(_ owner: NSManagedObject, _ index: Int?, _ error: any Error) {
    unread.removeAll { $0.owner == nil }
    guard place(owner, index) == nil else { return }
    unread.append(Unread(owner: owner, index: index, error: error))
  }

  private final func place(_ owner: NSManagedObject, _ index: Int?) -> Int? {
    unread.firstIndex { $0.owner === owner && $0.index == index }
  }

  /// Something is changed by somebody who may have taken it for empty.
  /// - Parameter index: a relationship; nil: the object's own values.
  final func noteChange(ofUnread owner: NSManagedObject, _ index: Int?) {
    if let place = place(owner, index) { unread[place].isChanged = true }
  }

  /// Values or members have been read: whoever asks from now on gets them.
  final func noteRead(_ owners: [NSManagedObject], _ index: Int?) {
    unread.removeAll { unread in
      !unread.isChanged && unread.index == index && owners.contains { $0 === unread.owner }
    }
  }

  /// The changes of an object are taken back.
  final func forgetUnread(of owner: NSManagedObject) {
    if !unread.isEmpty { unread.removeAll { $0.owner === owner } }
  }

  /// Throws what a save must not pass over: what it needed and could not read, or changes of what could
  /// not be read before.
  final func requireRead() throws {
    if let loadingFailure { throw loadingFailure }
    for unread in unread where unread.isChanged {
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
    if let context, !context.unread.isEmpty { context.noteChange(ofUnread: self, index) }
    guard loadedToMany(index).isPlaceholder else { return true }
    context?.noteChange(ofUnread: self, index)
    noteChange(index)
    return false
  }
}
