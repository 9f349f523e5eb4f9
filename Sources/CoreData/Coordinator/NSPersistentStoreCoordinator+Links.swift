// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// The URIs by which links name an object.
extension NSPersistentStoreCoordinator {
  /// Returns the present URI of an object, and those under which it was known before its store took
  /// another's place.
  final func uris(of key: ObjectKey) -> [String] {
    let former = references.aliases(of: key.store).map { objectID(for: key, of: $0) }
    return ([objectID(for: key)] + former).map { $0.uriRepresentation().absoluteString }
  }

  /// Returns the key that a permanent URI stands for; nil when its store or its entity is not here.
  final func linkedKey(_ uri: String) -> ObjectKey? {
    URL(string: uri).flatMap(managedObjectID(forURIRepresentation:)).flatMap(key(of:))
  }

  /// Returns true if the store that a URI names is here.
  final func hasStore(ofURI uri: String) -> Bool {
    guard let host = URL(string: uri)?.host else { return false }
    return references.alias(host.uppercased()) != nil
      || persistentStores.contains {
        $0.reference.identifier.caseInsensitiveCompare(host) == .orderedSame
      }
  }

  /// Returns the rows of keys, nil for those that are gone: one query for each store.
  final func rows(for keys: [ObjectKey]) throws -> [Row?] {
    do {
      return try router.rows(for: keys)
    } catch {
      throw ErrorTranslation.cocoaError(error, coordinator: self, objects: [])
    }
  }
}
