// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The value of a to-many relationship of one object: its members, or a fault that remembers what
/// has been added and removed since (R-CTX-378).
final class ToManyValue {
  /// Whether the stored members are not loaded. Then `members` means nothing.
  private(set) var isFault: Bool
  let isOrdered: Bool
  private var list = ObjectList()
  /// What differs from the stored members.
  private(set) var added = ObjectList()
  private(set) var removed = ObjectList()
  /// The stored members in their order, kept from the first change on; nil while unchanged.
  private(set) var committed: [NSManagedObject]?
  /// Whether an ordered relationship's order may differ from the stored one.
  private(set) var isReordered = false
  /// The order key of the last stored member of an ordered relationship; 0 when it is not known,
  /// and the next change of the order numbers all members.
  var lastOrder: Int64 = 0

  /// A fault, or the empty relationship of a new object.
  init(isFault: Bool, isOrdered: Bool) {
    self.isFault = isFault
    self.isOrdered = isOrdered
  }

  /// The current members. Only for a realised value.
  var members: [NSManagedObject] { list.objects }

  var hasChanges: Bool { !added.isEmpty || !removed.isEmpty || isReordered }

  /// The members as stored; nil while a fault.
  var committedMembers: [NSManagedObject]? { isFault ? nil : committed ?? list.objects }

  /// Takes the stored members and applies what was changed meanwhile.
  func fulfil(_ stored: [NSManagedObject]) {
    isFault = false
    list.replaceAll(stored)
    guard hasChanges else { return }
    committed = stored
    for object in removed.objects where !list.remove(object, keepingOrder: true) {
      removed.remove(object, keepingOrder: true)
    }
    for object in added.objects {
      if list.contains(object) { added.remove(object, keepingOrder: true) } else { list.append(object) }
    }
  }

  func contains(_ object: NSManagedObject) -> Bool {
    isFault ? added.contains(object) : list.contains(object)
  }

  /// Appends a member that is known to be absent.
  func add(_ object: NSManagedObject) {
    noteFirstChange()
    if !removed.remove(object, keepingOrder: true) {
      added.append(object)
    } else if isOrdered {
      isReordered = true
    }
    if !isFault { list.append(object) }
  }

  /// Removes a member that is known to be present (or may be stored, for a fault).
  func remove(_ object: NSManagedObject) {
    noteFirstChange()
    if !added.remove(object, keepingOrder: true) { removed.append(object) }
    if !isFault { list.remove(object, keepingOrder: isOrdered) }
  }

  /// Puts the current members, whose set is unchanged, in another order.
  func reorder(_ objects: [NSManagedObject]) {
    noteFirstChange()
    isReordered = true
    list.replaceAll(objects)
  }

  /// The current state is now the stored one.
  func commit() {
    if hasChanges { lastOrder = 0 }
    added = ObjectList()
    removed = ObjectList()
    committed = nil
    isReordered = false
  }

  /// Goes back to the stored members.
  func revert() {
    if let committed { list.replaceAll(committed) }
    commit()
  }

  private func noteFirstChange() {
    if !isFault, committed == nil { committed = list.objects }
  }
}
