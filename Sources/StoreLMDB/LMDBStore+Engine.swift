// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import CLMDB
package import Foundation
package import StoreInterface

/// The work on a store's file that needs no schema.
extension LMDBStore: StoreEngine {
  package static var typeName: String { "LMDB" }
  package static var errorDomain: String? { "LMDBErrorDomain" }

  /// Never opens the environment.
  package static func recognises(contentAt url: URL) -> Bool {
    // A file that cannot be read is none that can be recognised.
    switch try? EnvironmentContent(path: url.path) {
    case .environment, .unfinished: return true
    default: return false
    }
  }

  /// Returns true if something else is at a URL than an environment in which nothing was ever
  /// stored, which is what an interrupted creation leaves.
  package static func hasContent(at url: URL) -> Bool {
    // What cannot be read is there all the same.
    switch try? EnvironmentContent(path: url.path) {
    case .missing, .empty, .unfinished: return false
    default: return true
    }
  }

  /// Returns the metadata of a store's file. Changes nothing and creates nothing.
  package static func readMetadata(at url: URL) throws(StoreError) -> StoreMetadata {
    try reading(url) { file throws(StoreError) in try file.metadata.metadata() }
  }

  package static func readModel(at url: URL) throws(StoreError) -> Data? {
    try reading(url) { file throws(StoreError) in try file.metadata.model() }
  }

  package static func readNotes(
    at url: URL, under prefix: String
  ) throws(StoreError) -> [StoreNote] {
    try reading(url) { file throws(StoreError) in try file.metadata.notes(under: prefix) }
  }

  /// Replaces the metadata of a store's file, in a transaction of its own. Waits for another writer
  /// up to a minute.
  package static func writeMetadata(
    _ metadata: StoreMetadata, at url: URL
  ) throws(StoreError) {
    let path = try FilePath.resolved(url.path)
    try LMDBFile.checkContent(path, isReadOnly: true)
    try SchemalessFile(path, isReadOnly: false).write(metadata)
  }

  /// Reads metadata, entities with their rows and counters, ascending by name, and the size.
  package static func inspect(at url: URL) throws(StoreError) -> StoreInspection {
    try reading(url) { file throws(StoreError) in
      let names = try file.metadata.entityNames()
      let rows = try file.counts.all()
      let numbers = try file.allocator.all()
      let entities = names.compactMap { number, name in
        rows[number].map { count in
          let isOfDatabase = count == CounterTable.ofDatabase
          return StoreInspection.Entity(
            name: name, rows: isOfDatabase ? file.rows[name] ?? 0 : Int(count),
            nextNumber: numbers[number])
        }
      }
      return StoreInspection(
        metadata: try file.metadata.metadata(),
        entities: entities.sorted { $0.name < $1.name },
        bytes: LMDBFile.byteCount(url.path))
    }
  }

  private static func reading<T>(
    _ url: URL, _ body: (SchemalessFile.Tables) throws(StoreError) -> T
  ) throws(StoreError) -> T {
    let path = try FilePath.resolved(url.path)
    try LMDBFile.checkContent(path, isReadOnly: true)
    return try SchemalessFile(path, isReadOnly: true).read(body)
  }
}
#endif
