// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The state as everybody may read it.
extension NSManagedObject {
  final var row: Row? { @inline(__always) get { state.row } }
  final var rowStart: UnsafeRawPointer? { @inline(__always) get { state.rowStart } }
  final var cells: CellBuffer { @inline(__always) get { state.cells } }
  final var changed: SlotSet { @inline(__always) get { state.changed } }
  final var flags: ObjectFlags { @inline(__always) get { state.flags } }
  final var stamp: UInt32 { @inline(__always) get { state.stamp } }
}

/// State and registration: what the façade's simple members forward to.
extension NSManagedObject {
  /// The context, on the context's queue.
  final var context: NSManagedObjectContext? { flags.contains(.orphan) ? nil : map?.context }

  /// The ID, made when it is first asked for. On the context's queue.
  final var currentID: NSManagedObjectID { shared.id ?? shared.publish(makeID(key: namedKey)) }

  /// The ID, on any thread: the key may be changing.
  final var sharedID: NSManagedObjectID {
    if let id = shared.id { return id }
    guard let map else { return currentID }
    return map.withKey(of: self) { shared.publish(makeID(key: $0)) }
  }

  /// The key; a new object without a context gets one.
  final var namedKey: ObjectKey {
    if key.number == 0, key.isTemporary {
      rekey(TemporaryKeys.next(entity: layout.index))
    }
    return key
  }

  private final func makeID(key: ObjectKey) -> NSManagedObjectID {
    NSManagedObjectID(key: key, layout: layout, model: idModel, reference: store(of: key))
  }

  /// The key or the assigned store is another: an ID that was handed out is replaced.
  final func renewID() {
    guard let former = shared.id else { return }
    shared.replace(
      with: SucceedingID(
        key: key, layout: layout, model: idModel, reference: store(of: key), former: former))
  }

  private final var idModel: NSManagedObjectModel {
    map?.model ?? layout.entity.managedObjectModel
  }

  private final func store(of key: ObjectKey) -> StoreReference? {
    key.isTemporary
      ? map?.assignments[ObjectIdentifier(self)]?.reference : map?.references?[key.store]
  }

  final var isCurrentlyFault: Bool {
    if flags.contains(.orphan) { return !flags.contains(.realised) }
    return flags.contains(.registered) && !flags.contains(.realised)
  }

  /// Leaves the context's identity map, and those who observe it; called when the object dies, on
  /// whatever thread.
  final func forgetRegistration() {
    if flags.contains(.registered) { map?.forget(self, key: key) }
    if flags.contains(.observed) { PublisherTable.shared.remove(self) }
  }

  /// Returns the index of the relationship that a client's key names.
  final func relationshipIndex(_ name: String) -> Int {
    guard let index = layout.index(of: name), layout.access[index].kind != .attribute,
      layout.properties[index].isRelationship
    else {
      raise(
        .invalidArgument,
        "'\(name)' is not a relationship of entity \(layout.schema.name). Name one of its "
          + "relationships.")
    }
    return index
  }

  final func toManyIndex(_ name: String, ordered: Bool) -> Int {
    let index = relationshipIndex(name)
    let record = layout.properties[index]
    guard record.kind == .toMany, record.isOrdered == ordered else {
      raise(
        .invalidArgument,
        "'\(name)' of entity \(layout.schema.name) is not an \(ordered ? "ordered" : "unordered") "
          + "to-many relationship. Use the accessor of its kind.")
    }
    return index
  }

  final func hasRelationshipFault(_ name: String) -> Bool {
    let index = relationshipIndex(name)
    guard !isCurrentlyFault else { return true }
    guard layout.access[index].kind == .toMany else { return isDestinationMissing(index) }
    guard !cells.isEmpty, case .toMany(let value) = cells[index] else {
      return isStoredElsewhere
    }
    return value.isFault
  }

  /// Returns true if the destination of a to-one is neither realised nor has its row (R-CTX-225).
  private final func isDestinationMissing(_ index: Int) -> Bool {
    if !cells.isEmpty {
      switch cells[index] {
      case .toOne(let object): return object.isCurrentlyFault && object.rowStart == nil
      case .null: return false
      default: break
      }
    }
    let slot = Int(layout.access[index].slot)
    guard slot >= 0, let destination = row?.destination(slot, from: key.store) else {
      return false
    }
    guard let object = context?.registered(destination) else { return true }
    return object.isCurrentlyFault && object.rowStart == nil
  }

  /// True if a to-many that is not loaded has stored members to load.
  final var isStoredElsewhere: Bool {
    guard flags.isDisjoint(with: [.inserted, .orphan]), context != nil else { return false }
    return !key.isTemporary || isBelowParent
  }

  /// True if the object's context reads from another context.
  final var isBelowParent: Bool { context?.parentContext != nil }

  final func relatedIDs(_ name: String) -> [NSManagedObjectID] {
    let index = relationshipIndex(name)
    if layout.access[index].kind == .toOne { return toOne(index).map { [$0.objectID] } ?? [] }
    return members(index).map(\.objectID)
  }
}
