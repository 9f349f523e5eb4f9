// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Undoes, or redoes, one event: brings objects back, then values, then takes away what had come.
/// All are tracked changes without client setters, so that the opposite is recorded like any event.
struct UndoReplay {
  private let context: NSManagedObjectContext
  /// The objects that are there again.
  private var restored: [UndoRecord] = []
  /// Of these, the ones that have lost all values meanwhile.
  private var revived = Set<ObjectIdentifier>()
  private var updated: [UndoRecord] = []

  private init(_ context: NSManagedObjectContext) { self.context = context }

  static func run(
    _ records: [UndoRecord], in context: NSManagedObjectContext, isRedo: Bool
  ) {
    var replay = UndoReplay(context)
    replay.restore(records.filter { $0.kind == .deletion })
    for record in replay.restored { replay.assign(record) }
    for record in records where record.kind == .update && replay.isUsable(record.object) {
      replay.assign(record)
      replay.updated.append(record)
    }
    for record in replay.restored + replay.updated { replay.arrange(record) }
    for record in records where record.kind == .insertion { replay.remove(record.object) }
    // The opposite of an undone insertion is a deletion: redoing brings the insertion back.
    let event: NSSnapshotEventType = isRedo ? .undoInsertion : .undoDeletion
    for record in replay.restored { record.object.awake(fromSnapshotEvents: event) }
    for record in replay.updated { record.object.awake(fromSnapshotEvents: .undoUpdate) }
  }

  private func isUsable(_ object: NSManagedObject) -> Bool {
    object.map === context.identityMap && object.flags.contains(.registered)
      && object.flags.isDisjoint(with: .orphan)
  }

  // MARK: - Objects

  /// Objects whose deletion is pending stay; those that are gone are inserted again.
  private mutating func restore(_ records: [UndoRecord]) {
    var pending: [NSManagedObject] = []
    for record in records {
      if record.object.flags.contains(.orphan) {
        guard isStoreThere(record.object) else { continue }
        record.object.announceChange()
        context.revive(record.object, store: record.store)
        revived.insert(ObjectIdentifier(record.object))
      } else if record.object.flags.contains(.deleted) {
        record.object.announceChange()
        record.object.prepareEvent()
        pending.append(record.object)
      } else {
        continue
      }
      restored.append(record)
    }
    if !pending.isEmpty { context.tracker.cancelDeletions(of: pending) }
  }

  /// The objects of a store that was removed are gone for good (R-CTX-346).
  private func isStoreThere(_ object: NSManagedObject) -> Bool {
    let stores = context.requiredCoordinator.persistentStores
    return object.key.isTemporary || stores.contains { $0.ordinal == object.key.store }
  }

  private func remove(_ object: NSManagedObject) {
    guard isUsable(object), !object.flags.contains(.deleted) else { return }
    object.announceChange()
    object.prepareEvent()
    // Loading may have found out that it is gone.
    guard !object.flags.contains(.deleted) else { return }
    leaveDestinations(of: object)
    context.tracker.noteDeletion(of: object)
  }

  /// The records of destinations have parted them from the object, but where these know nothing of it: the
  /// deletion is not to spread to them (R-CTX-685).
  private func leaveDestinations(of object: NSManagedObject) {
    for index in object.layout.relationships {
      let access = object.layout.access[index]
      guard access.inverse < 0, access.deleteRule == .cascadeDeleteRule else { continue }
      if access.kind == .toOne {
        object.setToOne(index, to: nil)
      } else {
        object.setMembers(index, to: [])
      }
    }
  }

  // MARK: - Values

  private func assign(_ record: UndoRecord) {
    for (index, value) in record.values {
      switch value {
      case .cell(let cell): assign(cell, to: record.object, at: index)
      case .members(let gained, let lost, _):
        assign(gained: gained, lost: lost, of: record, at: index)
      }
    }
  }

  private func assign(_ cell: PropertyValue, to object: NSManagedObject, at index: Int) {
    guard !object.settledCell(index).isSame(as: cell) else { return }
    guard object.layout.access[index].kind == .toOne else { return object.change(index, to: cell) }
    if case .toOne(let destination) = cell {
      guard isUsable(destination) else { return }
      lookForIt(in: destination, Int(object.layout.access[index].inverse))
      object.setToOne(index, to: destination)
    } else {
      object.setToOne(index, to: nil)
    }
  }

  /// Members are looked for on this side alone: the other side may say already what this one will.
  private func assign(
    gained: [NSManagedObject], lost: [NSManagedObject], of record: UndoRecord, at index: Int
  ) {
    let object = record.object
    if record.kind == .deletion {
      // What a pending deletion left unloaded and unchanged, it left as it was.
      let value = object.toMany(index)
      if value.isFault, !value.hasChanges { return }
      _ = object.loadedToMany(index)
    }
    for member in gained where isUsable(member) { remove(member, from: object, index) }
    for member in lost where isUsable(member) { add(member, to: object, index) }
  }

  private func remove(_ member: NSManagedObject, from owner: NSManagedObject, _ index: Int) {
    let value = owner.toMany(index)
    guard value.holds(member) != false else { return }
    owner.prepareChange()
    value.remove(member)
    owner.maintainInverse(index, removed: member)
    owner.noteChange(index)
  }

  private func add(_ member: NSManagedObject, to owner: NSManagedObject, _ index: Int) {
    let value = owner.toMany(index)
    guard value.holds(member) != true else { return }
    owner.prepareChange()
    value.add(member)
    lookForIt(in: member, Int(owner.layout.access[index].inverse))
    owner.maintainInverse(index, added: member)
    owner.noteChange(index)
  }

  /// The other side of a relationship is to look whether it has an object already, which its own record
  /// may have brought back.
  private func lookForIt(in other: NSManagedObject, _ inverse: Int) {
    guard inverse >= 0, other.layout.access[inverse].kind == .toMany else { return }
    other.prepareChange(of: inverse)
    other.toMany(inverse).mayBeOneSided = true
  }

  /// Puts the members of ordered relationships in their former order, after all are there.
  private func arrange(_ record: UndoRecord) {
    for case (let index, .members(_, _, let order?)) in record.values {
      let value = record.object.loadedToMany(index)
      var known = ObjectList(order)
      let members =
        order.filter { value.contains($0) } + value.members.filter { !known.contains($0) }
      guard !members.elementsEqual(value.members, by: ===) else { continue }
      record.object.prepareChange()
      value.arrange(members)
      record.object.noteChange(index)
    }
  }
}

extension NSManagedObjectContext {
  /// Inserts an object again that has left the context: the same instance, under its old ID unless
  /// another object has taken that. No `awakeFromInsert`. Its values are the default ones.
  final func revive(_ object: NSManagedObject, store: NSPersistentStore?) {
    if identityMap.object(for: object.key) != nil {
      identityMap.rename([object], to: [TemporaryKeys.next(entity: object.layout.index)])
      object.renewID()
    }
    object.state.dropCells(object.layout.count)
    object.shared.endOrphanage()
    enrol(object, as: object.key, newWith: object.layout.defaultRow)
    if let store { assignments[ObjectIdentifier(object)] = store }
    tracker.noteInsertion(of: object)
  }
}
