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

  /// Looks for the loaded relationships that lead to objects whose owners nobody tells of. Those that have them
  /// by a to-one are read anew, together. Cost: O(registered objects and their loaded members).
  func leaveLoaded(_ gone: [NSManagedObject]) {
    guard !gone.isEmpty else { return }
    let keys = Set(gone.map(\.key))
    let kinds = Set(gone.map(\.layout.number))
    var outdated: [NSManagedObject] = []
    var paths: [ObjectIdentifier: [Int]] = [:]
    for owner in context.identityMap.objects()
    where owner.flags.contains(.realised) && owner.flags.isDisjoint(with: .deleted) {
      var isOutdated = false
      let layout = ObjectIdentifier(owner.layout)
      let leading =
        paths[layout]
        ?? owner.layout.relationships.filter { index in
          kinds.contains(where: owner.layout.access[index].destinations.contains)
        }
      paths[layout] = leading
      for index in leading {
        leaveMembers(of: owner, index, keys)
        isOutdated = isOutdated || owner.leads(by: index, toOneOf: keys)
      }
      if isOutdated { outdated.append(owner) }
    }
    read(outdated)
  }

  private func leaveMembers(of owner: NSManagedObject, _ index: Int, _ keys: Set<ObjectKey>) {
    guard !owner.cells.isEmpty, case .toMany(let value) = owner.cells[index], !value.isFault
    else { return }
    for member in value.members where keys.contains(member.key) { forget(member, in: owner, index) }
  }

  private func read(_ outdated: [NSManagedObject]) {
    guard !outdated.isEmpty, !context.isAskingForbidden else { return }
    for (object, row) in zip(outdated, context.readableRows(for: outdated.map(\.key))) {
      guard let row else { continue }
      object.announceChange()
      object.rebase(on: row)
      context.noteRefresh(of: object)
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

extension NSManagedObject {
  /// Returns true if the stored destination of a to-one is one of some objects, and was not changed here.
  fileprivate final func leads(by index: Int, toOneOf keys: Set<ObjectKey>) -> Bool {
    let access = layout.access[index]
    guard access.kind == .toOne, access.slot >= 0, flags.isDisjoint(with: .inserted),
      !changed.contains(index),
      let key = row?.destination(Int(access.slot), from: rowStore)
    else { return false }
    return keys.contains(key)
  }
}
