// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Permanent object URIs: `x-coredata://STORE-UUID/Entity/p7` (R-PSC-090…094).
enum ObjectURI {
  static func id(_ url: URL, in coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectID? {
    guard url.scheme == "x-coredata", let identifier = url.host, !identifier.isEmpty else {
      return nil
    }
    let parts = url.path.split(separator: "/").map(String.init)
    guard parts.count == 2, parts[1].hasPrefix("p"), let number = Int64(parts[1].dropFirst()),
      number > 0, String(number) == parts[1].dropFirst(),
      let entity = coordinator.schema.entity(named: parts[0]),
      let store = coordinator.persistentStores.first(where: {
        $0.reference.identifier.caseInsensitiveCompare(identifier) == .orderedSame
      })
    else { return nil }
    return coordinator.objectID(
      for: ObjectKey(entity: entity.index, number: number, store: store.ordinal))
  }
}
