// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// How the members of a to-many relationship differ from the stored ones.
final class ToManyDifference {
  var added = ObjectList()
  var removed = ObjectList()
  /// The members that an ordered fault gained at its end, in that order: new members, and stored
  /// ones that left and came back.
  var arrivals = ObjectList()
  /// The stored members in their order; nil while they are still the first ones of the list.
  private(set) var committed: [NSManagedObject]?
  /// How many there were before the first change; nil for a fault.
  private(set) var committedCount: Int?

  var isEmpty: Bool { added.isEmpty && removed.isEmpty }

  func copy() -> ToManyDifference {
    let copy = ToManyDifference()
    copy.added = added
    copy.removed = removed
    copy.arrivals = arrivals
    copy.committed = committed
    copy.committedCount = committedCount
    return copy
  }

  /// Remembers the stored members before the first change; what only appends copies nothing.
  func noteCommitted(count: Int) {
    if committedCount == nil { committedCount = count }
  }

  /// Keeps the stored members before a change that moves or removes some.
  func keepCommitted(of list: ObjectList) {
    guard committed == nil else { return }
    committed = Array(list.objects.prefix(committedCount ?? list.count))
  }

  /// Takes the former members as they were found out later.
  func keepFormer(_ members: [NSManagedObject]) {
    if committed == nil { committed = members }
  }

  /// Returns the stored members, given the present ones.
  func committedMembers(_ list: ObjectList) -> [NSManagedObject] {
    committed ?? Array(list.objects.prefix(committedCount ?? list.count))
  }

  /// Returns true if a fault is known to have a member.
  func contains(_ object: NSManagedObject) -> Bool {
    added.contains(object) || arrivals.contains(object)
  }

  /// Adds to the stored members what is not among them.
  func appendAdded(to list: inout ObjectList) {
    for object in added.objects {
      if list.contains(object) {
        added.remove(object, keepingOrder: true)
      } else {
        list.append(object)
      }
    }
  }

  /// An addition that turns out to be stored keeps its place; what came back goes to the end.
  func appendArrivals(to list: inout ObjectList) {
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
}

/// The part of a difference that only an ordered relationship needs.
final class ToManySequence {
  weak var mirror: RelationshipOrderedSet?
  var storedOrders: [Int64] = []
  var plannedOrders: [Int64] = []
}
