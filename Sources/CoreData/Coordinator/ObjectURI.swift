// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Permanent object URIs: `x-coredata://STORE-UUID/Entity/p7` (R-PSC-090…094).
enum ObjectURI {
  static func id(_ url: URL, in coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectID? {
    let parts = url.absoluteString.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0] == "x-coredata:", parts[1].isEmpty, !parts[2].isEmpty,
      parts[4].first == "p",
      let entity = coordinator.schema.entity(named: URIPart.decoded(parts[3])),
      let reference = reference(URIPart.decoded(parts[2]), in: coordinator),
      let number = number(
        URIPart.decoded(parts[4].dropFirst()), in: reference,
        root: coordinator.schema.entities[entity.root].name)
    else { return nil }
    return coordinator.objectID(
      for: ObjectKey(entity: entity.index, number: number, store: reference.ordinal))
  }

  /// What IDs of an added store refer to, by its UUID or one that it had before it was migrated.
  private static func reference(
    _ identifier: String, in coordinator: NSPersistentStoreCoordinator
  ) -> StoreReference? {
    let stores = coordinator.persistentStores
    let exactly = stores.first { $0.reference.identifier == identifier }
    let present =
      exactly
      ?? stores.first {
        $0.reference.identifier.caseInsensitiveCompare(identifier) == .orderedSame
      }
    if let present { return present.reference }
    guard let alias = coordinator.references.alias(identifier.uppercased()),
      stores.contains(where: { $0.ordinal == alias.ordinal })
    else { return nil }
    return alias
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
