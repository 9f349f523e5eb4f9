// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The file of a store that is to be brought to another version of its model.
struct MigrationSubject {
  let url: URL
  let type: String
  /// Nil for the whole model.
  let configuration: String?
  /// As the store is added with them afterwards.
  let options: StoreOptionValues
  /// Entities that go with their objects, although the model has them.
  var dropped: Set<String> = []
  /// The name in messages of a file that lies in another place for a while.
  var givenName: String?

  /// The file's name, for messages.
  var name: String { givenName ?? url.lastPathComponent }

  /// Reads what the file says of itself now.
  func metadata() throws -> [String: Any] { try StaticMetadata.read(type: type, at: url) }

  /// Returns true if the file is of a model's version.
  func isCompatible(_ metadata: [String: Any], with model: NSManagedObjectModel) -> Bool {
    guard let stored = VersionHashing.storedHashes(in: metadata),
      let held = model.heldEntities(ofConfiguration: configuration, in: stored)
    else { return false }
    return model.areHashes(stored, of: held.filter { !dropped.contains($0.name ?? "") })
  }

  /// The error for an entity with objects that becomes abstract.
  func becomingAbstract(_ entity: String, count: Int) -> CocoaError {
    error(
      .migration,
      "The store \(name) has \(count) object(s) of the entity \(entity), which becomes abstract. "
        + "Delete them first, or make them objects of another entity by a mapping model.")
  }

  /// An error about the file.
  func error(
    _ code: CocoaError.Code, _ reason: String, underlying: (any Error)? = nil
  ) -> CocoaError {
    CocoaError.make(
      code, reason: reason, userInfo: [NSFilePathErrorKey: url.path], underlying: underlying)
  }
}
