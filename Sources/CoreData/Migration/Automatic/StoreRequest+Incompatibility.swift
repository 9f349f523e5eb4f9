// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The words about a store of another version of the model: what differs, and what would migrate it.
extension StoreRequest {
  /// The error of a store of another version. The model that is kept in the store, if it is to be read,
  /// says which properties differ, and whether a mapping can be inferred.
  func incompatible(_ metadata: [String: Any]) -> CocoaError {
    let kept = keptDifference(from: metadata)
    let difference = kept?.sentences ?? difference(from: metadata)
    Log.migration("The store \(name) is of another version of the model. \(difference)")
    var info: [String: Any] = ["metadata": metadata]
    info[NSFilePathErrorKey] = url?.path
    return CocoaError.make(
      .persistentStoreIncompatibleVersionHash,
      reason:
        "The model used to open the store \(name) is incompatible with the one used to create "
        + "the store. \(difference) \(advice(kept))",
      userInfo: info)
  }

  /// Nil for a store without its model, and for one that is migrated now: nobody reads the error.
  private func keptDifference(from metadata: [String: Any]) -> ModelDifference? {
    guard AutomaticMigration(self) == nil, let url,
      // What cannot be read does not say more than the hashes.
      let model = try? StoreModel.read(at: url, type: type), VersionFit.fits(model, metadata)
    else { return nil }
    return ModelDifference(
      MappingInference(
        from: model, to: coordinator.managedObjectModel,
        sourceNames: VersionHashing.storedHashes(in: metadata).map { Set($0.keys) },
        configuration: configuration))
  }

  private func difference(from metadata: [String: Any]) -> String {
    let model = coordinator.managedObjectModel
    guard let stored = VersionHashing.storedHashes(in: metadata) else {
      return "The store does not say which entities it has."
    }
    return VersionDifference(
      model.heldEntities(ofConfiguration: configuration, in: stored) ?? [],
      hashes: model.entityVersionHashesByName, stored: stored
    ).description
  }

  /// The way to a store that can be opened.
  private func advice(_ difference: ModelDifference?) -> String {
    if options.flag(NSReadOnlyPersistentStoreOption) || isUnwritable {
      return "A store that is opened for reading only is not migrated."
    }
    guard !options.flag(NSMigratePersistentStoresAutomaticallyOption) else {
      return "The store needs a migration, or the version of the model that it was made with."
    }
    guard let difference else {
      return "It needs a migration: add it with NSMigratePersistentStoresAutomaticallyOption and, "
        + "for a mapping that is inferred, NSInferMappingModelAutomaticallyOption; or it needs the "
        + "version of the model that it was made with."
    }
    if difference.obstacles.isEmpty {
      return "It needs a migration, which can be inferred: add it with "
        + "NSMigratePersistentStoresAutomaticallyOption and NSInferMappingModelAutomaticallyOption."
    }
    return
      "It needs a migration: add it with NSMigratePersistentStoresAutomaticallyOption, and give "
      + "the program a mapping model, since none can be inferred. "
      + difference.obstacles.joined(separator: " ")
  }
}
