// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The model that is kept in a store's file (R-PSC-514).
package enum StoreModel {
  /// Reads the model; nil when the store keeps none. Changes nothing.
  ///
  /// - Parameter type: empty: by the file's content.
  /// - Throws: 259 for a model that is damaged, and what reading a store's metadata throws.
  package static func read(at url: URL, type: String) throws -> NSManagedObjectModel? {
    try archive(at: url, type: type).map { try ArchivedModel.model(fromDeflated: $0, file: url) }
  }

  private static func archive(at url: URL, type: String) throws -> Data? {
    let known = try StaticMetadata.resolved(type, url)
    switch try StoreRegistry.kind(of: known) {
    case .engine(let engine):
      do { return try engine.readModel(at: url) } catch {
        throw ErrorTranslation.cocoaError(error, url: url, engine: engine)
      }
    case .client(let storeClass):
      guard let files = storeClass as? FileStore.Type else { return nil }
      try StoreAssembly.requireType(known, at: url)
      return try files.modelArchive(at: url)
    }
  }
}
