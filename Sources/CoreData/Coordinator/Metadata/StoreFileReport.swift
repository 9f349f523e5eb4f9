// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The description that a store's file gives of itself, without a model. Reading it changes
/// nothing.
package struct StoreFileReport {
  /// The registered type, found by the file's content.
  package let type: String
  /// The store's UUID.
  package let identifier: String
  package let metadata: [String: Any]
  /// Ascending by name.
  package let entities: [StoreEntityFigures]
  /// Bytes on disk, with logs.
  package let bytes: Int

  /// Looks into a file.
  ///
  /// - Throws: `CocoaError` when it is missing, of no known type, or damaged.
  package static func inspect(_ url: URL) throws -> StoreFileReport {
    let type = try StoreAssembly.existingType(at: url)
    guard let engine = StoreAssembly.engine(type) else { return try custom(type, url) }
    do {
      let inspection = try engine.inspect(at: url)
      let metadata = try StoreMetadataCoding.decoded(inspection.metadata)
      return StoreFileReport(
        type: type, identifier: inspection.metadata.identifier, metadata: metadata,
        entities: inspection.entities.sorted { $0.name < $1.name }.map {
          StoreEntityFigures(name: $0.name, rows: $0.rows, nextID: Int($0.nextNumber ?? 1))
        }, bytes: inspection.bytes)
    } catch let error as StoreError {
      throw ErrorTranslation.cocoaError(error, url: url, engine: engine)
    }
  }

  /// Of a store that is written like a user's, the metadata is all there is without a model.
  private static func custom(_ type: String, _ url: URL) throws -> StoreFileReport {
    let metadata = try StaticMetadata.read(type: type, at: url)
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
    return StoreFileReport(
      type: type, identifier: metadata[NSStoreUUIDKey] as? String ?? "", metadata: metadata,
      entities: [], bytes: (attributes[.size] as? NSNumber)?.intValue ?? 0)
  }
}
