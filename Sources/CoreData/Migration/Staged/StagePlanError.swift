// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The reason for which stages lead no store of a version to a model.
package enum StagePlanError: Error, Equatable {
  /// A version stands in several stages.
  case repeated(String)
  /// The store does not say of which version it is.
  case noChecksum
  /// No stage names the store's version.
  case unknownVersion(String)
  /// The model's version comes before the store's.
  case backwards(from: String, to: String)
  /// The stages end with another version than the model's.
  case otherEnd(String?, model: String)

  private var code: CocoaError.Code {
    switch self {
    case .repeated: .coreData
    case .noChecksum: .stagedMigrationFrameworkVersionMismatch
    case .unknownVersion: .migrationMissingMappingModel
    case .backwards: .stagedMigrationBackwardMigration
    case .otherEnd: .migration
    }
  }

  private var sentence: String {
    switch self {
    case .repeated(let version):
      "Duplicate version checksums: several stages name \(version). A version stands in one "
        + "lightweight stage, or at the end of a custom stage and the beginning of the next."
    case .noChecksum:
      "The store has no version checksum, and none can be told from the model that is kept in it."
    case .unknownVersion(let version):
      "The store is of the version \(version), which no stage names."
    case .backwards(let store, let model):
      "The store is of the version \(store), which comes behind that of the model, \(model), in the "
        + "stages."
    case .otherEnd(let end?, let model):
      "The stages end with the version \(end), and the model is of the version \(model)."
    case .otherEnd(nil, let model):
      "There are no stages, and the model is of the version \(model)."
    }
  }

  /// The error of the API about a store.
  package func cocoaError(_ store: String) -> CocoaError {
    CocoaError.make(code, reason: "The staged migration of \(store) cannot run. \(sentence)")
  }
}
