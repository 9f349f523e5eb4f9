// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Keeps both sides of a relationship in step, at once and without loading more than it must.
enum InverseMaintenance {
  /// A to-one of `object` went from one destination to another.
  static func relate(
    _ object: NSManagedObject, _ index: Int, from old: NSManagedObject?, to new: NSManagedObject?
  ) {
    let inverse = Int(object.layout.access[index].inverse)
    if let new { spreadAgain(object, new) }
    guard inverse >= 0 else { return }
    if let old { drop(object, from: old, inverse) }
    if let new { take(object, into: new, inverse) }
  }

  /// `member` was added to a to-many of `owner`.
  static func added(_ member: NSManagedObject, to owner: NSManagedObject, _ index: Int) {
    spreadAgain(owner, member)
    let inverse = Int(owner.layout.access[index].inverse)
    guard inverse >= 0 else { return }
    if owner === member, inverse == index { return }
    if member.layout.access[inverse].kind == .toOne {
      steal(member, from: owner, index, inverse)
    } else {
      take(owner, into: member, inverse)
    }
  }

  /// A new relationship of an object whose deletion has spread already must be undone by the next
  /// spreading (R-CTX-382).
  private static func spreadAgain(_ a: NSManagedObject, _ b: NSManagedObject) {
    if a.flags.contains(.deleted) { a.state.markPropagated(false) }
    if b.flags.contains(.deleted) { b.state.markPropagated(false) }
  }

  /// `member` was removed from a to-many of `owner`.
  static func removed(_ member: NSManagedObject, from owner: NSManagedObject, _ index: Int) {
    let inverse = Int(owner.layout.access[index].inverse)
    guard inverse >= 0 else { return }
    if owner === member, inverse == index { return }
    drop(owner, from: member, inverse)
  }

  /// The member of a one-to-many leaves its former owner and points to the new one.
  private static func steal(
    _ member: NSManagedObject, from owner: NSManagedObject, _ index: Int, _ inverse: Int
  ) {
    let former = member.toOne(inverse)
    if former === owner { return }
    member.placeToOne(inverse, owner)
    if let former { drop(member, from: former, index) }
  }

  /// `object` becomes a value of `target`'s relationship, which is not its own doing.
  private static func take(_ object: NSManagedObject, into target: NSManagedObject, _ index: Int) {
    if target.layout.access[index].kind == .toOne {
      let former = target.toOne(index)
      guard former !== object else { return }
      target.placeToOne(index, object)
      if let former { drop(target, from: former, Int(target.layout.access[index].inverse)) }
    } else {
      target.prepareChange()
      let value = target.toMany(index)
      if !value.mayHold(object) { value.add(object) }
      target.noteChange(index)
    }
  }

  /// A deleted object leaves the relationship of an object that stays (R-CTX-411, 415).
  static func leave(_ object: NSManagedObject, from target: NSManagedObject, _ index: Int) {
    guard !target.flags.contains(.deleted), target !== object else { return }
    drop(object, from: target, index)
  }

  /// `object` is no longer a value of `target`'s relationship.
  private static func drop(_ object: NSManagedObject, from target: NSManagedObject, _ index: Int) {
    if target.layout.access[index].kind == .toOne {
      guard target.toOne(index) === object else { return }
      target.placeToOne(index, nil)
    } else {
      let value = target.toMany(index)
      guard value.isFault || value.contains(object) else { return }
      target.prepareChange()
      value.remove(object)
      target.noteChange(index)
    }
  }
}
