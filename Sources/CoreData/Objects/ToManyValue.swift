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
  /// What an ordered fault gained at its end, in that order: new members, and stored ones that
  /// left and came back.
  private var arrivals = ObjectList()
  /// The stored members in their order, kept from the first change on; nil while unchanged.
  private(set) var committed: [NSManagedObject]?
  /// Counts the changes of what `members` gives.
  private(set) var version: UInt32 = 0
  /// The live ordered set that follows the members, while there is one.
  weak var mirror: RelationshipOrderedSet?
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
    defer { membersChanged() }
    isFault = false
    list.replaceAll(stored)
    guard hasChanges else { return }
    committed = stored
    for object in removed.objects where !list.remove(object, keepingOrder: true) {
      removed.remove(object, keepingOrder: true)
    }
    if isOrdered { appendArrivals() } else { appendAdditions() }
  }

  private func appendAdditions() {
    for object in added.objects {
      if list.contains(object) {
        added.remove(object, keepingOrder: true)
      } else {
        list.append(object)
      }
    }
  }

  /// An addition that turns out to be stored keeps its place; what came back goes to the end.
  private func appendArrivals() {
    let earlier = added.objects.filter { !arrivals.contains($0) }
    for object in earlier + arrivals.objects {
      let isStored = list.contains(object)
      let isAddition = added.contains(object)
      if isStored, isAddition {
        added.remove(object, keepingOrder: true)
      } else {
        if isStored { list.remove(object, keepingOrder: true) }
        if !isStored, !isAddition { added.append(object) }
        list.append(object)
      }
    }
    arrivals = ObjectList()
  }

  func contains(_ object: NSManagedObject) -> Bool {
    isFault ? added.contains(object) || arrivals.contains(object) : list.contains(object)
  }

  /// Appends a member that is known to be absent.
  func add(_ object: NSManagedObject) {
    noteFirstChange()
    if !removed.remove(object, keepingOrder: true) {
      added.append(object)
    } else if isOrdered {
      isReordered = true
    }
    if !isFault {
      list.append(object)
      version &+= 1
      if isOrdered { mirror?.follow(appended: object) }
    } else if isOrdered, !arrivals.contains(object) {
      arrivals.append(object)
    }
  }

  /// Removes a member that is known to be present (or may be stored, for a fault).
  func remove(_ object: NSManagedObject) {
    noteFirstChange()
    if !added.remove(object, keepingOrder: true) { removed.append(object) }
    if isFault {
      arrivals.remove(object, keepingOrder: true)
    } else {
      list.remove(object, keepingOrder: isOrdered)
      membersChanged()
    }
  }

  /// Puts the current members, whose set is unchanged, in another order.
  func reorder(_ objects: [NSManagedObject]) {
    noteFirstChange()
    isReordered = true
    list.replaceAll(objects)
    membersChanged()
  }

  /// Puts the members, whose set is unchanged, in an order that may be the present one.
  func arrange(_ objects: [NSManagedObject]) {
    if !list.objects.elementsEqual(objects, by: ===) { reorder(objects) }
  }

  /// The current state is now the stored one.
  func commit() {
    if hasChanges { lastOrder = 0 }
    added = ObjectList()
    removed = ObjectList()
    arrivals = ObjectList()
    committed = nil
    isReordered = false
  }

  /// Goes back to the stored members.
  func revert() {
    if let committed { list.replaceAll(committed) }
    commit()
    membersChanged()
  }

  private func membersChanged() {
    version &+= 1
    if isOrdered { mirror?.follow() }
  }

  private func noteFirstChange() {
    if !isFault, committed == nil { committed = list.objects }
  }
}
