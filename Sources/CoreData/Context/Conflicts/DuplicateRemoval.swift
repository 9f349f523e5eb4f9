// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Deleting objects in favour of others with the same unique values: what is related to one is related to
/// the other (R-CTX-643).
struct DuplicateRemoval {
  /// A changed relationship without an inverse.
  private typealias Reference = (owner: NSManagedObject, index: Int)

  /// References to objects, by what they lead to. One may have changed since it was entered.
  private var references: [ObjectIdentifier: [Reference]] = [:]
  /// Who took the place of what was deleted.
  private var removals: [(object: NSManagedObject, survivor: NSManagedObject)] = []
  /// The contexts whose references have been entered.
  private var contexts: Set<ObjectIdentifier> = []

  /// - Parameter replacing: true if the survivor is to have no destination where the object has none.
  mutating func remove(
    _ object: NSManagedObject, for survivor: NSManagedObject, replacing: Bool = false
  ) {
    guard let context = object.context else { return }
    enterReferences(in: context)
    for index in object.layout.relationships {
      let record = object.layout.properties[index]
      guard !record.isTransient, let target = survivor.layout.index(of: record.name) else {
        continue
      }
      if record.kind == .toOne {
        if replacing, object.toOne(index) == nil { survivor.setToOne(target, to: nil) }
        redirectOne(object, index: index, to: survivor, target: target)
      } else {
        redirectMany(object, index: index, to: survivor, target: target)
      }
    }
    redirectReferences(to: object, survivor)
    removals.append((object, survivor))
    context.delete(object)
  }

  /// A new object's destination counts more than the survivor's; that of a stored one does not.
  private mutating func redirectOne(
    _ object: NSManagedObject, index: Int, to survivor: NSManagedObject, target: Int
  ) {
    guard let destination = object.toOne(index) else { return }
    object.setToOne(index, to: nil)
    guard destination !== survivor, !destination.isDeleted,
      object.isInserted || survivor.toOne(target) == nil
    else { return }
    survivor.setToOne(target, to: destination)
    enter((survivor, target))
  }

  private mutating func redirectMany(
    _ object: NSManagedObject, index: Int, to survivor: NSManagedObject, target: Int
  ) {
    let members = object.members(index)
    guard !members.isEmpty else { return }
    object.setMembers(index, to: [])
    let moved = members.filter { $0 !== survivor && $0 !== object && !$0.isDeleted }
    guard !moved.isEmpty else { return }
    survivor.insert(moved, into: target, at: nil)
    guard survivor.layout.properties[target].inverse < 0 else { return }
    for member in moved {
      references[ObjectIdentifier(member), default: []].append((survivor, target))
    }
  }

  // MARK: - Relationships without an inverse

  private mutating func enterReferences(in context: NSManagedObjectContext) {
    guard contexts.insert(ObjectIdentifier(context)).inserted else { return }
    for owner in context.tracker.inserted + context.tracker.updated where !owner.cells.isEmpty {
      for index in owner.layout.relationships where owner.changed.contains(index) {
        enter((owner, index))
      }
    }
  }

  /// Redirects what has come to lead to deleted objects in the meantime: their `prepareForDeletion()` may have
  /// set it.
  mutating func finish() {
    (contexts, references) = ([], [:])
    for context in Set(removals.compactMap(\.survivor.context)) { enterReferences(in: context) }
    for (object, survivor) in removals { redirectReferences(to: object, survivor) }
  }

  private mutating func enter(_ reference: Reference) {
    let (owner, index) = reference
    guard owner.layout.properties[index].inverse < 0 else { return }
    switch owner.cells[index] {
    case .toOne(let destination):
      references[ObjectIdentifier(destination), default: []].append(reference)
    case .toMany(let value):
      for member in value.presentMembers {
        references[ObjectIdentifier(member), default: []].append(reference)
      }
    default: break
    }
  }

  private mutating func redirectReferences(to object: NSManagedObject, _ survivor: NSManagedObject)
  {
    for (owner, index) in references.removeValue(forKey: ObjectIdentifier(object)) ?? []
    where redirect(owner, index, from: object, to: survivor) {
      references[ObjectIdentifier(survivor), default: []].append((owner, index))
    }
  }

  /// Returns true if the relationship did lead to the object.
  private func redirect(
    _ owner: NSManagedObject, _ index: Int, from object: NSManagedObject,
    to survivor: NSManagedObject
  ) -> Bool {
    guard !owner.cells.isEmpty else { return false }
    switch owner.cells[index] {
    case .toOne(let destination) where destination === object:
      owner.setToOne(index, to: survivor)
    case .toMany(let value) where value.contains(object):
      owner.remove([object], from: index)
      owner.insert([survivor], into: index, at: nil)
    default: return false
    }
    return true
  }
}
