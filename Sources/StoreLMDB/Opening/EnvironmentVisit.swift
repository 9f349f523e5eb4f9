// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import StoreInterface

/// A look into a file whose environment stays open until the visit ends.
// Sendable: whoever opens a store has the visit to himself.
final class EnvironmentVisit: StoreVisit, @unchecked Sendable {
  let metadata: StoreMetadata
  private var file: SchemalessFile?

  init(_ file: SchemalessFile) throws(StoreError) {
    metadata = try file.readMetadata()
    self.file = file
  }

  func end() { file = nil }
}
#endif
