// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Resolves the URIs of links to objects of a context.
extension NSManagedObjectContext {
  /// Returns the objects that URIs lead to: of the link's destination entity, existing and not going
  /// to be deleted. One query for each store of those that are not loaded; nothing, and a warning,
  /// where a store cannot be read.
  final func linked(_ uris: [String], to record: PropertyRecord) -> [NSManagedObject] {
    do {
      return try existing(uris.compactMap(linkedKey)).compactMap { $0 }.filter {
        record.destinations.contains($0.layout.number)
          && $0.flags.isDisjoint(with: [.deleted, .orphan, .inaccessible])
      }
    } catch {
      WrongAnswer.report(error)
      Log.warning("The link '\(record.name)' cannot be resolved now: \(error)")
      return []
    }
  }

  /// Returns the key that a URI stands for here; nil when its store or its entity is not.
  final func linkedKey(_ uri: String) -> ObjectKey? {
    temporaryKey(uri).map(permanent) ?? rootCoordinator?.linkedKey(uri)
  }

  /// Returns the ID that a URI stands for here; nil when its store or its entity is not.
  final func linkedID(_ uri: String) -> NSManagedObjectID? {
    linkedKey(uri).flatMap { key in
      key.isTemporary ? registered(key)?.objectID : rootCoordinator?.objectID(for: key)
    }
  }

  /// Returns the key of a temporary URI; nil for any other.
  final func temporaryKey(_ uri: String) -> ObjectKey? {
    guard let coordinator = rootCoordinator, let url = URL(string: uri) else { return nil }
    return ObjectURI.temporaryKey(url, in: coordinator.schema)
  }

  /// Returns a URI as stores keep it: that of a new object which is being saved is its permanent one
  /// by now. Nil for a new object that will not be saved.
  final func permanentURI(_ uri: String) -> String? {
    guard let coordinator = rootCoordinator, let temporary = temporaryKey(uri) else { return uri }
    if let object = registered(temporary) {
      let isGone = !object.flags.isDisjoint(with: [.deleted, .orphan])
      return isGone || object.key.isTemporary
        ? nil : object.objectID.uriRepresentation().absoluteString
    }
    let key = permanent(temporary)
    return key.isTemporary
      ? nil : coordinator.objectID(for: key).uriRepresentation().absoluteString
  }

  /// Returns the objects of keys, nil for those whose rows are gone. The rows of objects that are not
  /// loaded are read together.
  final func existing(_ keys: [ObjectKey]) throws -> [NSManagedObject?] {
    var objects = keys.map(registered)
    let missing = keys.indices.filter { objects[$0]?.flags.contains(.realised) != true }
    guard !missing.isEmpty else { return objects }
    let asked = missing.filter { parentContext != nil || !keys[$0].isTemporary }
    for place in missing { objects[place] = nil }
    let stamp = commitStamp
    let rows = try storedRows(for: asked.map { keys[$0] })
    for (place, row) in zip(asked, rows) {
      guard let row else { continue }
      let key = ObjectKey(
        entity: row.entity, number: keys[place].number, store: keys[place].store)
      objects[place] = adopt(key, row, stamp: stamp)
    }
    return objects
  }
}
