// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The state of an object before the current event.
extension NSManagedObject {
  /// Before a change: tells subscribers, loads the values and has the state before the event kept.
  /// One flag test after the first change of an event, for objects that nobody observes.
  @inline(__always)
  final func prepareChange(of index: Int? = nil) {
    if !flags.isReadyToChange { beginChange(of: index) }
  }

  /// The first change of an event: marks the object as changed too. Subscribers come first, since
  /// they may do what ends an event.
  private final func beginChange(of index: Int?) {
    announceChange(of: index)
    guard let tracker = beginEvent() else { return }
    tracker.noteChange(of: self)
  }

  /// Has the state before the event kept, for something that may not change the object.
  final func prepareEvent() {
    guard let tracker = beginEvent() else { return }
    tracker.noteUnprocessed(self)
  }

  /// Loads the values and keeps the state; nil when that was done, or nothing is tracked.
  private final func beginEvent() -> ChangeTracker? {
    if !flags.isReadable { realiseToChange() }
    guard flags.isDisjoint(with: [.recorded, .untracked, .orphan]), let tracker = context?.tracker
    else { return nil }
    tracker.keepTransients(of: self)
    tracker.event.keep(self)
    return tracker
  }

  /// Loads the values of an object that is going to be changed. If they could not be read, now or when
  /// they were asked for, no save takes the change.
  private final func realiseToChange() {
    if !flags.contains(.realised), let context, context.reader.hasUnread {
      context.reader.noteChange(ofUnread: self, nil)
    }
    realise()
    if !flags.contains(.realised) { context?.reader.noteChange(ofUnread: self, nil) }
  }

  /// Returns the stored properties that have changed since changes were last announced, with their
  /// former values.
  final func eventDictionary() -> [String: Any] {
    guard let former = context?.tracker.event.former(self), flags.contains(.realised) else {
      return [:]
    }
    var result: [String: Any] = [:]
    for index in changes(since: former) where layout.access[index].isPersistent {
      result[layout.properties[index].name] = formerValue(index, former) ?? NSNull()
    }
    return result
  }

  /// Returns the properties whose values differ from those before an event.
  final func changes(since former: EventStates.Former) -> [Int] {
    var candidates = changed
    if case .kept(let state) = former { state.changed.forEach { candidates.insert($0) } }
    return candidates.slots.filter { differs($0, from: former) }
  }

  private final func differs(_ index: Int, from former: EventStates.Former) -> Bool {
    guard layout.access[index].kind == .toMany else {
      return !settledCell(index).isSame(as: formerCell(index, former))
    }
    guard case .toMany(let value) = loadedOrUnset(index) else { return false }
    return value.differsFromEvent
  }

  /// Returns the settled cell of an attribute or to-one relationship before an event.
  final func formerCell(_ index: Int, _ former: EventStates.Former) -> PropertyValue {
    if case .kept(let state) = former { return state.cell(index) }
    return committedCell(index)
  }

  private final func formerValue(_ index: Int, _ former: EventStates.Former) -> Any? {
    let record = layout.properties[index]
    if record.kind == .toMany {
      return RelationshipValue.client(
        loadedToMany(index).formerMembers, isOrdered: record.isOrdered)
    }
    let cell = formerCell(index, former)
    if case .toOne(let object) = cell { return object }
    return clientValue(of: cell, record)
  }
}
