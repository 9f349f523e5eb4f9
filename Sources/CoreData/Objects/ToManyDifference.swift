// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// How the members of a to-many relationship differ from the stored ones.
final class ToManyDifference {
  var added = ObjectList()
  var removed = ObjectList()
  /// What an ordered fault gained at its end, in that order: new members, and stored ones that
  /// left and came back.
  var arrivals = ObjectList()
  /// The stored members in their order, as they were before the first change; nil for a fault.
  var committed: [NSManagedObject]?

  var isEmpty: Bool { added.isEmpty && removed.isEmpty }

  /// Whether a fault is known to have a member.
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

/// What only an ordered relationship needs.
final class ToManySequence {
  weak var mirror: RelationshipOrderedSet?
  var lastOrder: Int64 = 0
}
