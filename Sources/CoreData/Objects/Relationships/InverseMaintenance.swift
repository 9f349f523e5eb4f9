// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Keeping both sides of a relationship in step, at once and without loading more than it must.
extension NSManagedObject {
  /// Follows a to-one of this object from one destination to another.
  final func maintainInverse(_ index: Int, from old: NSManagedObject?, to new: NSManagedObject?) {
    let inverse = Int(layout.access[index].inverse)
    if let new { spreadAgain(with: new) }
    guard inverse >= 0, maintainsInverses else { return }
    if let old { old.drop(self, inverse) }
    guard let new else { return }
    new.take(self, inverse)
    // Taking may have found that its row is gone.
    spreadAgain(with: new)
  }

  /// Follows the arrival of a member in a to-many of this object.
  final func maintainInverse(_ index: Int, added member: NSManagedObject) {
    spreadAgain(with: member)
    let inverse = Int(layout.access[index].inverse)
    guard inverse >= 0, maintainsInverses else { return }
    if self === member, inverse == index { return }
    if member.layout.access[inverse].kind == .toOne {
      steal(member, index: index, inverse: inverse)
    } else {
      member.take(self, inverse)
    }
    spreadAgain(with: member)
  }

  /// Follows the departure of a member from a to-many of this object.
  final func maintainInverse(_ index: Int, removed member: NSManagedObject) {
    let inverse = Int(layout.access[index].inverse)
    guard inverse >= 0, maintainsInverses else { return }
    if self === member, inverse == index { return }
    member.drop(self, inverse)
  }

  /// False while the object is being loaded: what `awakeFromFetch()` sets does not reach the other side
  /// (R-CTX-242).
  private final var maintainsInverses: Bool { flags.isDisjoint(with: .untracked) }

  /// Takes this object, which is deleted, out of the relationship of one that stays (R-CTX-411,
  /// 415).
  final func leave(_ target: NSManagedObject, _ index: Int) {
    guard !target.flags.contains(.deleted), target !== self else { return }
    target.drop(self, index)
  }

  /// A new relationship of an object whose deletion has spread already must be undone by the next
  /// spreading (R-CTX-382).
  private final func spreadAgain(with other: NSManagedObject) {
    if flags.contains(.deleted) { spreadAgain() }
    if other.flags.contains(.deleted) { other.spreadAgain() }
  }

  private final func spreadAgain() {
    state.markPropagated(false)
    context?.tracker.spreadAgain()
  }

  /// The member of a one-to-many leaves its former owner and points to this one.
  private final func steal(_ member: NSManagedObject, index: Int, inverse: Int) {
    let former = member.toOne(inverse)
    if former === self { return }
    member.placeToOne(inverse, self)
    if let former { former.drop(member, index) }
  }

  /// `object` becomes a value of this object's relationship, which is not its own doing.
  private final func take(_ object: NSManagedObject, _ index: Int) {
    if layout.access[index].kind == .toOne {
      let former = toOne(index)
      guard former !== object else { return }
      placeToOne(index, object)
      if let former { former.drop(self, Int(layout.access[index].inverse)) }
    } else {
      prepareChange(of: index)
      let value = toMany(index)
      if !value.mayHold(object) { value.add(object) }
      noteChange(index)
    }
  }

  /// `object` is no longer a value of this object's relationship.
  private final func drop(_ object: NSManagedObject, _ index: Int) {
    if layout.access[index].kind == .toOne {
      guard toOne(index) === object else { return }
      placeToOne(index, nil)
    } else {
      let value = toMany(index)
      guard value.isFault || value.contains(object) else { return }
      prepareChange(of: index)
      value.remove(object)
      noteChange(index)
    }
  }
}
