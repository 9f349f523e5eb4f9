// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Permanent object URIs: `x-coredata://STORE-UUID/Entity/p7` (R-PSC-090…094).
enum ObjectURI {
  static func id(_ url: URL, in coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectID? {
    guard url.scheme == "x-coredata", let identifier = url.host(percentEncoded: false),
      !identifier.isEmpty
    else {
      return nil
    }
    let parts = url.path(percentEncoded: true).split(separator: "/").map {
      String($0).removingPercentEncoding ?? ""
    }
    guard parts.count == 2, parts[1].hasPrefix("p"),
      let entity = coordinator.schema.entity(named: parts[0]),
      let store = coordinator.persistentStores.first(where: {
        $0.reference.identifier.caseInsensitiveCompare(identifier) == .orderedSame
      }),
      let number = number(
        String(parts[1].dropFirst()), in: store.reference,
        root: coordinator.schema.entities[entity.root].name)
    else { return nil }
    return coordinator.objectID(
      for: ObjectKey(entity: entity.index, number: number, store: store.ordinal))
  }

  private static func number(
    _ text: String, in reference: StoreReference, root: String
  ) -> Int64? {
    if let numbers = reference.numbers {
      return text.isEmpty ? nil : numbers.number(forText: text, root: root)
    }
    guard let number = Int64(text), number > 0, String(number) == text else { return nil }
    return number
  }
}
