// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Finds the version of the model that a store was written with (R-PSC-513, R-PSC-530).
enum SourceModels {
  /// Returns the model that is kept in the store, a registered one, or one of the program's.
  ///
  /// - Throws: 134130 when nobody has it.
  static func model(
    of subject: MigrationSubject, _ metadata: [String: Any]
  ) throws -> NSManagedObjectModel {
    if let model = kept(in: subject, metadata) ?? RegisteredVersions.model(for: metadata)
      ?? NSManagedObjectModel.mergedModel(from: nil, forStoreMetadata: metadata)
    {
      return model
    }
    let names = VersionHashing.storedHashes(in: metadata).map { $0.keys.sorted() } ?? []
    throw subject.error(
      .migrationMissingSourceModel,
      "The version of the model that \(subject.name) was written with was not found: it is not kept in "
        + "the store, and no model of the program has its entities \(names.joined(separator: ", ")) as "
        + "they were.")
  }

  /// Nil for a model that is damaged, or of another version than the store: others may be of it.
  private static func kept(
    in subject: MigrationSubject, _ metadata: [String: Any]
  ) -> NSManagedObjectModel? {
    do {
      guard let model = try StoreModel.read(at: subject.url, type: subject.type) else { return nil }
      if VersionFit.fits(model, metadata) { return model }
      Log.migration("The model kept in \(subject.url.path) is of another version than its content.")
    } catch {
      Log.warning(
        "Cannot read the model kept in \(subject.url.path): \(error.localizedDescription)")
    }
    return nil
  }
}
