// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// The opposite of one object's changes in one event: that it came, that it went, or the former
/// values of what changed. Only the net effect: what came and went in one event leaves no record.
struct UndoRecord {
  enum Kind {
    case insertion
    case deletion
    case update
  }

  /// The former value of one property.
  enum Value {
    /// Of an attribute or to-one relationship.
    case cell(PropertyValue)
    /// Of a to-many relationship: what to take away and to bring back, and the former order of an
    /// ordered one.
    case members(gained: [NSManagedObject], lost: [NSManagedObject], order: [NSManagedObject]?)
  }

  let object: NSManagedObject
  let kind: Kind
  /// By the index of the property: for a deletion, of all.
  private(set) var values: [(index: Int, value: Value)] = []
  /// The store that a deleted object was assigned to.
  private(set) var store: NSPersistentStore?

  /// Compares an object with its state before the event; nil when there is nothing to undo. May
  /// load the relationships of an object that was deleted.
  init?(_ object: NSManagedObject, in context: NSManagedObjectContext) {
    guard object.flags.contains(.recorded), object.flags.isDisjoint(with: [.inaccessible, .orphan])
    else { return nil }
    self.object = object
    // An object without a state was either inserted in this event, or all states are kept.
    let state = context.tracker.event.state(of: object)
    let wasThere = state.map { !$0.flags.contains(.deleted) } ?? false
    switch (wasThere, !object.flags.contains(.deleted)) {
    case (false, false): return nil
    case (false, true): kind = .insertion
    case (true, false):
      kind = .deletion
      store = context.assignments[ObjectIdentifier(object)]
      if let state { addAll(.kept(state)) }
    case (true, true):
      kind = .update
      if let state { addChanges(.kept(state)) }
      if values.isEmpty { return nil }
    }
  }

  private mutating func addChanges(_ former: EventStates.Former) {
    for index in object.changes(since: former) {
      guard object.layout.access[index].kind == .toMany else {
        values.append((index, .cell(object.formerCell(index, former))))
        continue
      }
      let isOrdered = object.layout.access[index].isOrdered
      // The former order is known when the members are.
      let value = isOrdered ? object.loadedToMany(index) : object.toMany(index)
      let order = isOrdered ? value.formerMembers : nil
      values.append((index, .members(gained: value.gained, lost: value.lost, order: order)))
    }
  }

  private mutating func addAll(_ former: EventStates.Former) {
    for access in object.layout.accesses where access.kind != .fetched {
      let index = Int(access.index)
      guard access.kind == .toMany else {
        values.append((index, .cell(object.formerCell(index, former))))
        continue
      }
      let value = object.loadedToMany(index)
      let members = value.formerMembers
      values.append(
        (
          index,
          .members(
            gained: value.gained, lost: members, order: access.isOrdered ? members : nil)
        ))
    }
  }
}
