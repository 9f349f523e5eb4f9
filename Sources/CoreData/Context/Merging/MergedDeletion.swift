// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// The deletion, in a context, of an object whose row somebody else has removed (R-CTX-763).
///
/// It is pending like any deletion, but there is no row to remove. Whoever deleted it has applied
/// the delete rules to what is stored; here they apply to what this context has related to it
/// since, and loaded relationships that hold it are loaded anew.
struct MergedDeletion {
  private let context: NSManagedObjectContext

  init(_ context: NSManagedObjectContext) { self.context = context }

  func run(_ object: NSManagedObject) {
    if !object.flags.contains(.deleted) { context.delete(object) }
    object.state.markInaccessible()
    object.state.markPropagated()
    guard object.flags.contains(.realised), !object.cells.isEmpty else {
      return leaveStored(object)
    }
    for index in object.layout.relationships {
      switch object.cells[index] {
      case .toOne(let destination):
        let isOwn = object.changed.contains(index)
        part(object, index, own: isOwn ? [destination] : [], stored: isOwn ? [] : [destination])
      case .toMany(let value):
        let own = value.added
        var known = ObjectList(own)
        let stored = value.isFault ? [] : value.members.filter { !known.contains($0) }
        part(object, index, own: own, stored: stored + value.removed)
      default: break
      }
    }
    leaveStored(object)
  }

  /// Parts an object from what this context related to it and from what is stored so.
  private func part(
    _ object: NSManagedObject, _ index: Int, own: [NSManagedObject], stored: [NSManagedObject]
  ) {
    let access = object.layout.access[index]
    if access.deleteRule == .cascadeDeleteRule {
      for destination in own where destination.context === context {
        context.delete(destination)
      }
    }
    guard access.inverse >= 0 else { return }
    if access.deleteRule == .nullifyDeleteRule {
      for destination in own {
        object.leave(destination, Int(access.inverse))
      }
    }
    for destination in stored { forget(object, in: destination, Int(access.inverse)) }
  }

  /// The destinations that the object's row names, as far as they are registered.
  private func leaveStored(_ object: NSManagedObject) {
    for index in object.layout.relationships {
      let record = object.layout.properties[index]
      guard record.kind == .toOne, record.inverse >= 0,
        let destination = object.registered(object.row, record)
      else { continue }
      forget(object, in: destination, record.inverse)
    }
  }

  /// Looks for the loaded relationships that have objects of which nothing was read, so that these tell
  /// nothing. Cost: O(registered objects and their loaded members).
  func leaveLoaded(_ unread: [NSManagedObject]) {
    guard !unread.isEmpty else { return }
    let gone = Set(unread.map(ObjectIdentifier.init))
    let kinds = Set(unread.map(\.layout.number))
    for owner in context.identityMap.objects() where owner.flags.contains(.realised) {
      for index in owner.layout.relationships {
        guard !owner.cells.isEmpty, case .toMany(let value) = owner.cells[index], !value.isFault,
          kinds.contains(where: owner.layout.access[index].destinations.contains)
        else { continue }
        for member in value.members where gone.contains(ObjectIdentifier(member)) {
          forget(member, in: owner, index)
        }
      }
    }
  }

  /// The other side is read anew, without a change of its own.
  private func forget(_ object: NSManagedObject, in other: NSManagedObject, _ index: Int) {
    guard other.flags.contains(.realised), !other.cells.isEmpty,
      other.flags.isDisjoint(with: .deleted)
    else { return }
    switch other.cells[index] {
    case .toMany: other.forgetChange(of: object, index)
    case .toOne(let value) where value === object && !other.changed.contains(index):
      other.announceChange()
      other.state.clear(index)
    default: break
    }
  }
}
