// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import Synchronization

/// A list of stores as reads look at it: made once for a list, so that a read costs nothing for the
/// stores that it does not concern. Any thread.
final class StoreDirectory: Sendable {
  let stores: [MountedStore]
  let ordinals: [Int]
  /// The ordinals of the stores whose snapshots end with each read: in them readers would keep others
  /// from writing.
  let passing: Set<Int>
  /// The positions of the stores that hold one of some entities, ascending; by the bounds of the entities
  /// as one number: the first dictionary with keys of a type costs a process 0.1 ms.
  private let holders = Mutex<[Int: [Int]]>([:])

  init(_ stores: [MountedStore]) {
    self.stores = stores
    ordinals = stores.map(\.ordinal)
    passing = Set(
      stores.lazy.filter { !$0.backend.capabilities.contains(.keepableSnapshots) }.map(\.ordinal))
  }

  /// Returns the positions of the stores that hold one of a range of entities, in add order.
  func holders(of entities: Range<Int>) -> [Int] {
    let bounds = entities.lowerBound << 32 | entities.upperBound
    return holders.withLock { holders in
      if let known = holders[bounds] { return known }
      let found = stores.indices.filter { stores[$0].entities.holdsOne(of: entities) }
      holders[bounds] = found
      return found
    }
  }
}
