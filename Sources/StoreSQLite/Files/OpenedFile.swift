// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// What opening a file yields.
struct OpenedFile {
  var file: DatabaseFile
  /// The connection that will write, or for a read-only store one that reads.
  var connection: Connection
  var layout: StoreLayout
  var metadata: StoreMetadata
  var isUniquenessIndexed: Bool
}
#endif
