// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
package import StoreInterface

extension SQLiteStore {
  /// The description that a file gives of itself without a model.
  package struct Inspection: Sendable {
    /// An entity by its name in the file.
    package struct Entity: Sendable {
      package var name: String
      /// Objects of exactly this entity.
      package var rows: Int
      /// The number the next object of the hierarchy would get.
      package var nextNumber: Int64
    }

    package var metadata: StoreMetadata
    /// In the order of their numbers.
    package var entities: [Entity]
    /// Bytes on disk, with the log.
    package var bytes: Int
  }
}
#endif
