// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import Synchronization

/// The copies of models that a migration works with (R-PSC-572).
///
/// Their entities have no classes of the client's. The rules of values are left in: they count in the
/// version hashes, and the saves of a migration do not look at them.
enum MigrationModel {
  static func copies(
    _ source: NSManagedObjectModel, _ destination: NSManagedObjectModel
  ) -> (source: NSManagedObjectModel, destination: NSManagedObjectModel) {
    let names = unknownTransformers(in: source) + unknownTransformers(in: destination)
    let filled = copy(of: destination, Set(names))
    keepArchive(of: destination, in: filled)
    return (copy(of: source, Set(names)), filled)
  }

  /// The new store keeps the model that it is of, not the copy that it is filled with.
  private static func keepArchive(
    of model: NSManagedObjectModel, in copy: NSManagedObjectModel
  ) {
    let archive = ModelArchiver.deflatedArchive(of: model)
    copy.archive.withLock { $0 = archive }
  }

  private static func copy(
    of model: NSManagedObjectModel, _ transformers: Set<String>
  ) -> NSManagedObjectModel {
    let copy = ModelCopying.copy(of: model)
    for entity in copy.entities {
      entity.managedObjectClassName = "NSManagedObject"
      for attribute in transformables(of: entity)
      where transformers.contains(attribute.valueTransformerName ?? "") {
        attribute.valueTransformerName = StoredBytes.register()
      }
    }
    return copy
  }

  /// The transformers that nobody has registered: their values are brought over as they are stored.
  private static func unknownTransformers(in model: NSManagedObjectModel) -> [String] {
    model.entities.flatMap(transformables).compactMap(\.valueTransformerName).filter {
      !$0.isEmpty && ValueTransformer.valueTransformer(forName: .init($0)) == nil
    }
  }

  private static func transformables(of entity: NSEntityDescription) -> [NSAttributeDescription] {
    entity.properties.compactMap { $0 as? NSAttributeDescription }
      .filter { $0.type == .transformable }
  }
}

/// Stands for a transformer that is not there: an attribute's value is what is stored.
private final class StoredBytes: ValueTransformer, @unchecked Sendable {
  private static let name = "CDStoredBytes"

  static func register() -> String {
    setValueTransformer(StoredBytes(), forName: NSValueTransformerName(name))
    return name
  }
}
