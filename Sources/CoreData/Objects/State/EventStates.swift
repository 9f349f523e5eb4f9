// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// The states of objects before the current event, as far as their rows do not tell: for undo, and
/// for `changedValuesForCurrentEvent()`.
///
/// An object is noted once per event, before its first change; its flag `recorded` says so.
final class EventStates {
  /// An object's state before the event.
  enum Former {
    case kept(FormerState)
    /// The state that the row and the stored members tell.
    case committed
  }

  private struct Announcement {
    var objects: ObjectList
    let states: [ObjectIdentifier: FormerState]
  }

  @exclusivity(unchecked) private var states: [ObjectIdentifier: FormerState] = [:]
  /// The event that observers are being told of.
  private var announced: Announcement?
  /// True if every object's state is kept, because somebody may undo its change.
  @exclusivity(unchecked) var keepsAll = false

  /// Notes an object that is about to change. It has its values.
  func keep(_ object: NSManagedObject) {
    object.state.record()
    if keepsAll || object.differsFromItsRow {
      states[ObjectIdentifier(object)] = FormerState(object)
    }
  }

  /// Returns the state of an object that changed in this event, or in the one that observers are
  /// told of.
  func former(_ object: NSManagedObject) -> Former? {
    let id = ObjectIdentifier(object)
    if announced?.objects.contains(object) == true {
      return announced?.states[id].map(Former.kept) ?? .committed
    }
    guard object.flags.contains(.recorded) else { return nil }
    return states[id].map(Former.kept) ?? .committed
  }

  /// Returns the kept state of an object in this event.
  func state(of object: NSManagedObject) -> FormerState? {
    states.isEmpty ? nil : states[ObjectIdentifier(object)]
  }

  /// The event is over and observers are told of its objects: the next one begins.
  ///
  /// - Parameter keepsRest: true if there may be objects whose event goes on.
  func announce(_ objects: [NSManagedObject], keepsRest: Bool, _ body: () -> Void) {
    let outer = announced
    let over = states
    announced = Announcement(objects: ObjectList(objects), states: over)
    states = keepsRest ? over.filter { $0.value.object.flags.contains(.recorded) } : [:]
    body()
    announced = outer
    for state in over.values where state.object.flags.isDisjoint(with: .recorded) { state.end() }
  }

  /// An object's changes were dropped: its state before them does not matter.
  func forget(_ object: NSManagedObject) {
    object.state.forgetRecord()
    states.removeValue(forKey: ObjectIdentifier(object))?.end()
  }

  /// All changes were saved or dropped. Flags are the caller's business.
  func removeAll() {
    for state in states.values { state.end() }
    states = [:]
  }
}

extension NSManagedObject {
  /// True if values may differ from what the row says: those of transient attributes may always.
  fileprivate final var differsFromItsRow: Bool {
    !cells.isEmpty && (!changed.isEmpty || flags.contains(.written) || layout.hasTransients)
  }
}
