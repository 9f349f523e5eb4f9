// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Loading to-many relationships.
extension NSManagedObjectContext {
  /// Loads the members of a to-many fault: one query for the owner (R-CTX-278).
  final func fulfil(_ value: ToManyValue, of owner: NSManagedObject, _ index: Int) {
    do {
      try fulfil([owner], index)
    } catch {
      let name = owner.layout.properties[index].name
      Log.warning("Could not load '\(name)' of \(owner.currentID.uriRepresentation()): \(error)")
      value.fulfil([])
    }
  }

  /// Loads the members of one relationship of several owners, whose values are faults, together.
  final func fulfil(_ owners: [NSManagedObject], _ index: Int) throws {
    let groups = Dictionary(grouping: owners) { ObjectIdentifier($0.layout) }
    for group in groups.values { try fulfilGroup(group, index) }
  }

  /// Owners of one entity.
  private final func fulfilGroup(_ owners: [NSManagedObject], _ index: Int) throws {
    guard let first = owners.first, let coordinator else { return }
    let column = first.layout.properties[index].column
    guard column >= 0 else { return owners.forEach { $0.toMany(index).fulfil([]) } }
    let reference = RelationshipReference(entity: first.layout.index, toMany: column)
    let stamp = commitStamp
    let batch = try coordinator.related(reference, of: owners.map(\.key), withRows: true)
    let members = adopt(batch, stamp: stamp)
    var start = 0
    for (position, owner) in owners.enumerated() {
      var end = start
      while end < members.count, batch.owners[end] == position { end += 1 }
      let value = owner.toMany(index)
      value.lastOrder = end > start && !batch.orders.isEmpty ? batch.orders[end - 1] : 0
      value.fulfil(Array(members[start..<end]))
      start = end
    }
  }

  private final func adopt(_ batch: RelatedBatch, stamp: UInt32) -> [NSManagedObject] {
    batch.keys.indices.map { position in
      let key = batch.keys[position]
      guard position < batch.rows.count else { return materialise(key) }
      return adopt(key, batch.rows[position], stamp: stamp)
    }
  }
}
