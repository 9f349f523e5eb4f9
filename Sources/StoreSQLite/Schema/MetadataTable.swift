// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface

/// The one row of `Z_METADATA`.
enum MetadataTable {
  static func read(_ connection: Connection) throws(StoreError) -> StoreMetadata {
    let statement = try connection.statement(
      "SELECT Z_UUID, Z_PLIST FROM Z_METADATA ORDER BY Z_VERSION LIMIT 1")
    defer { statement.finish() }
    guard try statement.step(), let identifier = statement.text(0) else {
      throw StoreError(
        .corrupt, store: connection.store, message: "the file has no metadata")
    }
    guard let properties = statement.blob(1) else {
      throw StoreError(
        .corrupt, store: connection.store,
        message: "the file's metadata are empty (there is no Z_PLIST)")
    }
    return StoreMetadata(identifier: identifier, properties: properties)
  }

  static func write(_ metadata: StoreMetadata, _ connection: Connection) throws(StoreError) {
    let statement = try connection.statement(
      "INSERT INTO Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST) VALUES (1, ?1, ?2) "
        + "ON CONFLICT (Z_VERSION) DO UPDATE SET Z_UUID = ?1, Z_PLIST = ?2")
    defer { statement.finish() }
    statement.bind(text: metadata.identifier, 1)
    statement.bind(blob: metadata.properties, 2)
    try statement.run()
  }
}
#endif
