// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// The objects of rows, as they come from stores.
struct AdoptedObjects {
  var objects: [NSManagedObject] = []
  /// True if each is an instance of its entity's class; objects that were made before may be of
  /// another.
  var areOfEntityClass = true
}

/// The objects of a batch's rows until they are in the map.
private typealias ObjectBuffer = UnsafeMutableBufferPointer<Unmanaged<NSManagedObject>?>

/// Rows become objects, many at once: two holds of the map's lock for a batch.
extension NSManagedObjectContext {
  /// Appends the objects of keys in their order; faults get their rows, if there are any, for when
  /// they fire. The hot path of every fetch.
  final func adopt(
    _ keys: ArraySlice<ObjectKey>, _ rows: ArraySlice<Row>, stamp: UInt32,
    into adopted: inout AdoptedObjects
  ) {
    keys.withUnsafeBufferPointer { keys in
      rows.withUnsafeBufferPointer { rows in
        withUnsafeTemporaryAllocation(of: Unmanaged<NSManagedObject>?.self, capacity: keys.count) {
          identityMap.find(keys, into: $0)
          let new = complete(
            $0, keys: keys, rows: rows, stamp: stamp, areOfEntityClass: &adopted.areOfEntityClass)
          if !new.isEmpty {
            register(new, of: $0, keys: keys, areOfEntityClass: &adopted.areOfEntityClass)
          }
          for object in $0 {
            if let object { adopted.objects.append(object.takeRetainedValue()) }
          }
        }
      }
    }
  }

  final func adopt(_ batch: RowBatch, stamp: UInt32, into adopted: inout AdoptedObjects) {
    adopt(batch.keys[...], batch.rows[...], stamp: stamp, into: &adopted)
  }

  /// Gives rows to the faults that were found and makes the objects that were not; returns the
  /// positions of the latter. Runs client code: initialisers.
  private final func complete(
    _ objects: ObjectBuffer, keys: UnsafeBufferPointer<ObjectKey>,
    rows: UnsafeBufferPointer<Row>, stamp: UInt32, areOfEntityClass: inout Bool
  ) -> [Int] {
    var new: [Int] = []
    for position in keys.indices {
      let key = keys[position]
      let factory = factory(of: key.entity)
      if let found = objects[position] {
        found._withUnsafeGuaranteedRef { object in
          if type(of: object) != factory.type { areOfEntityClass = false }
          if !rows.isEmpty, !object.flags.contains(.realised) {
            object.take(rows[position], at: stamp)
          }
        }
      } else {
        let made = Unmanaged.passRetained(factory.make())
        made._withUnsafeGuaranteedRef { object in
          object.enter(identityMap, as: key)
          if !rows.isEmpty { object.state.take(rows[position], at: stamp) }
        }
        objects[position] = made
        if new.isEmpty { new.reserveCapacity(keys.count - position) }
        new.append(position)
      }
    }
    return new
  }

  /// Puts new objects into the map. A key that was listed twice has one object all the same.
  private final func register(
    _ new: [Int], of objects: ObjectBuffer, keys: UnsafeBufferPointer<ObjectKey>,
    areOfEntityClass: inout Bool
  ) {
    for surplus in identityMap.insert(new, of: objects, keys) {
      areOfEntityClass = false
      surplus.release()
    }
    guard retainsRegisteredObjects else { return }
    for position in new {
      if let object = objects[position] { registry.retained.append(object.takeUnretainedValue()) }
    }
  }

  // MARK: - Instances

  /// Returns what makes objects of the entity with an index.
  @inline(__always)
  final func factory(of index: Int) -> ObjectFactory {
    registry.factory(of: index) ?? addFactories(index)
  }

  private final func addFactories(_ index: Int) -> ObjectFactory {
    let entities = requiredCoordinator.entities
    registry.makeFactories(of: entities)
    let entity = entities[index]
    return ObjectFactory(entity: Unmanaged.passUnretained(entity), type: entity.objectClass)
  }
}
