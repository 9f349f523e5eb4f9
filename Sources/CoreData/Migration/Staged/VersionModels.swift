// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The models of the versions that stages name.
final class VersionModels {
  private let references: [NSManagedObjectModelReference]
  private let destination: NSManagedObjectModel
  /// Those of the bundles; nil while nobody has asked.
  private var inBundles: [NSManagedObjectModel]?

  /// - Parameter destination: the model of the last version.
  init(of stages: [NSMigrationStage], _ destination: NSManagedObjectModel) {
    self.destination = destination
    references = stages.compactMap { $0 as? NSCustomMigrationStage }.flatMap {
      [$0.currentModel, $0.nextModel]
    }
  }

  /// Returns the model of a version: one that a stage refers to, a registered one, or one of the program's
  /// and of the bundles that stages name; nil when there is none.
  func model(_ checksum: String) -> NSManagedObjectModel? {
    if destination.versionChecksum == checksum { return destination }
    // A reference that leads nowhere is an error only where a stage needs it.
    let referred = references.first { $0.versionChecksum == checksum }.flatMap { try? $0.resolve() }
    return referred ?? bundled().first { $0.versionChecksum == checksum }
  }

  private func bundled() -> [NSManagedObjectModel] {
    if let inBundles { return inBundles }
    let bundles = references.compactMap(\.bundle)
    let models =
      RegisteredVersions.all + ModelLoading.allVersions(in: nil)
      + (bundles.isEmpty ? [] : ModelLoading.allVersions(in: bundles))
    inBundles = models
    return models
  }
}
