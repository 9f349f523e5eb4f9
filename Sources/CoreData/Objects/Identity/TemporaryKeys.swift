// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import Synchronization

/// Numbers for objects that no store knows yet; unique in the process.
enum TemporaryKeys {
  /// The process's part of temporary URIs.
  static let session = UUID().uuidString

  private static let counter = Atomic<Int64>(0)

  static func next(entity: Int) -> ObjectKey {
    let number = counter.add(1, ordering: .relaxed).newValue
    return ObjectKey(entity: entity, number: number, store: ObjectKey.unassignedStore)
  }
}
