// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Loads objects with all their stored relationships, a query for each relationship and not for
/// each object.
struct RelationshipLoading {
  private let context: NSManagedObjectContext

  init(_ context: NSManagedObjectContext) { self.context = context }

  /// Throws 133000 for an object whose row is gone, and what stores throw.
  func load(_ objects: [NSManagedObject]) throws {
    try loadValues(objects)
    for group in Dictionary(grouping: objects, by: \.layout.number).values {
      guard let layout = group.first?.layout else { continue }
      for index in layout.relationships where !layout.access[index].isTransient {
        try load(index, of: group)
      }
    }
    try context.requireRead()
  }

  private func loadValues(_ objects: [NSManagedObject]) throws {
    let stamp = context.commitStamp
    let faults = objects.filter {
      $0.flags.isDisjoint(with: [.realised, .inserted]) && ($0.row == nil || $0.isStale(at: stamp))
    }
    for (object, row) in zip(faults, try context.storedRows(for: faults.map(\.key))) {
      if let row { object.take(row, at: stamp) }
    }
    for object in objects {
      object.realise()
      if object.flags.contains(.inaccessible) { throw context.missing(object.currentID) }
    }
    try context.requireRead()
  }

  private func load(_ index: Int, of group: [NSManagedObject]) throws {
    guard let access = group.first?.layout.access[index] else { return }
    if access.kind == .toOne {
      for object in group { _ = object.toOne(index) }
    } else {
      let owners = group.filter { $0.toMany(index).isFault }
      if !owners.isEmpty { try context.fulfil(owners, index) }
    }
  }
}
