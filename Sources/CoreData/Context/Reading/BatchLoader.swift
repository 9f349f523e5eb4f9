// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// The result of a fetch with `fetchBatchSize`, whose rows are loaded in batches (R-CTX-501).
///
/// It knows keys, never objects, so that it keeps none alive: 16 bytes for each, 4 more when they are
/// not in ascending order.
final class BatchLoader {
  private let keys: [ObjectKey]
  private let size: Int
  /// The positions of the keys in ascending order of the keys; empty when that is their order.
  private let order: [Int32]
  private var isLoaded: [Bool]
  private var left: Int

  init(_ keys: [ObjectKey], size: Int) {
    self.keys = keys
    self.size = size
    let isAscending = zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }
    order = isAscending ? [] : keys.indices.map(Int32.init).sorted { keys[Int($0)] < keys[Int($1)] }
    left = (keys.count + size - 1) / size
    isLoaded = Array(repeating: false, count: left)
  }

  /// True if every batch has been taken.
  var isDone: Bool { left == 0 }

  /// Returns the keys of the batch with a key, the first time; nil afterwards, and for another's
  /// key.
  func take(_ key: ObjectKey) -> ArraySlice<ObjectKey>? {
    guard let position = position(of: key), !isLoaded[position / size] else { return nil }
    let batch = position / size
    isLoaded[batch] = true
    left -= 1
    return keys[batch * size..<min((batch + 1) * size, keys.count)]
  }

  private func position(of key: ObjectKey) -> Int? {
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if place(middle).key < key { low = middle + 1 } else { high = middle }
    }
    guard low < keys.count, case let found = place(low), found.key == key else { return nil }
    return found.position
  }

  private func place(_ rank: Int) -> (key: ObjectKey, position: Int) {
    let position = order.isEmpty ? rank : Int(order[rank])
    return (keys[position], position)
  }
}

extension NSManagedObjectContext {
  final func addBatchLoader(_ keys: [ObjectKey], size: Int) {
    reader.add(BatchLoader(keys, size: size))
  }

  /// Loads the batch that a fault belongs to and realises its other objects; returns the fault's own
  /// row. Nil when it belongs to none that is yet to be loaded.
  final func loadBatch(with fault: NSManagedObject) throws -> Row? {
    guard let batch = reader.takeBatch(with: fault.key) else { return nil }
    return try load(batch.filter { identityMap.contains($0) }, with: fault)
  }

  private final func load(_ keys: [ObjectKey], with fault: NSManagedObject) throws -> Row? {
    let stamp = commitStamp
    let rows = try readRows(for: keys)
    coordinator?.staleRows.drop(keys)
    var own: Row?
    for (key, row) in zip(keys, rows) {
      guard let row else { continue }
      if key == fault.key {
        own = row
      } else if let object = identityMap.object(for: key),
        object.flags.isDisjoint(with: [.realised, .untracked])
      {
        object.take(row, at: stamp)
        object.finishFiring()
      }
    }
    return own
  }
}
