// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// The objects that a save moves, with the keys that they have before and after it.
struct MovingObjects {
  private(set) var objects: [NSManagedObject] = []
  private(set) var formerKeys: [ObjectKey] = []
  private(set) var keys: [ObjectKey] = []

  /// Nothing moves.
  init() {}

  /// Reads the marks of a context, and loads what is marked: rows name related objects by number,
  /// which means nothing any more as soon as the objects have their new keys.
  init(_ context: NSManagedObjectContext) throws {
    let tracker = context.tracker
    guard !tracker.moves.isEmpty else { return }
    for object in tracker.savedInserts + tracker.savedUpdates {
      guard let key = tracker.moves.destination(of: object) else { continue }
      objects.append(object)
      formerKeys.append(object.key)
      keys.append(key)
    }
    try RelationshipLoading(context).load(objects)
  }

  var isEmpty: Bool { objects.isEmpty }

  /// The stores that objects go from or to.
  var stores: Set<Int> { Set(formerKeys.map(\.store) + keys.map(\.store)) }

  /// True for an object that a store has: it is deleted there and inserted elsewhere. A new one only
  /// gets another number.
  func isStored(_ object: NSManagedObject) -> Bool { object.flags.isDisjoint(with: .inserted) }

  /// Those that are not in the stores that they were to come to, of which only these have the save.
  func objects(outside stores: [Int]) -> [NSManagedObject] {
    objects.indices.filter { !stores.contains(keys[$0].store) }.map { objects[$0] }
  }
}
