// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import CLMDB
import Foundation
import StoreInterface

/// The database that says what a file is: values by name, all of them here.
struct MetadataDatabase {
  /// The version of everything in this folder.
  static let formatVersion: UInt8 = 1

  let database: Database
  let transaction: OpaquePointer
  let store: String

  private static let format = "format"
  private static let identifier = "identifier"
  private static let properties = "properties"
  private static let entities = "entities"
  private static let indexes = "indexes"
  private static let replacement = "replacement"

  // MARK: - Reading

  /// Throws unless the file has the format of this version.
  func checkFormat() throws(StoreError) {
    guard let value = try bytes(MetadataDatabase.format), value.count == 1 else {
      guard database.handle == nil || database.entryCount(in: transaction) > 0 else {
        throw StoreError(
          .missingStore, store: store, message: "there is no store in the file any more")
      }
      throw StoreError(.wrongType, store: store, message: "the LMDB file is not a store")
    }
    guard value[0] == MetadataDatabase.formatVersion else {
      throw StoreError(
        .corrupt, store: store, message: "the store's format \(value[0]) is not known")
    }
  }

  func metadata() throws(StoreError) -> StoreMetadata {
    guard let identifier = try bytes(MetadataDatabase.identifier),
      let properties = try bytes(MetadataDatabase.properties)
    else {
      throw StoreError(.corrupt, store: store, message: "the store has no metadata")
    }
    return StoreMetadata(
      identifier: String(decoding: identifier, as: UTF8.self), properties: Data(properties))
  }

  /// Returns the store's UUID; nil in a file that was emptied.
  func identifier() throws(StoreError) -> String? {
    try bytes(MetadataDatabase.identifier).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the mark of the last time that another file's content was written over this one's.
  func replacement() throws(StoreError) -> String {
    try bytes(MetadataDatabase.replacement).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Returns the names of entities by the file's numbers.
  func entityNames() throws(StoreError) -> [UInt32: String] {
    guard let value = try bytes(MetadataDatabase.entities) else { return [:] }
    guard let names = EntityRegister.decode(value) else {
      throw StoreError(.corrupt, store: store, message: "the table of entities is damaged")
    }
    return names
  }

  /// Returns the names of the index databases that are kept up to date.
  func indexNames() throws(StoreError) -> Set<String> {
    guard let value = try bytes(MetadataDatabase.indexes) else { return [] }
    return Set(String(decoding: value, as: UTF8.self).split(separator: "\n").map(String.init))
  }

  /// Returns the description of the slots of an entity's rows from when the entity came into the
  /// file.
  func columns(of entity: EntitySchema) throws(StoreError) -> String? {
    try bytes(MetadataDatabase.columnsName(entity)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns true if an index has, or once had, entries that were cut.
  func hasCutEntries(_ index: String) throws(StoreError) -> Bool {
    try bytes(MetadataDatabase.cutName(index)) != nil
  }

  // MARK: - Writing

  func writeHasCutEntries(_ index: String) throws(StoreError) {
    guard try !hasCutEntries(index) else { return }
    try put([1], MetadataDatabase.cutName(index))
  }

  /// Tells those who have the file open that its content is another one.
  func markReplacement() throws(StoreError) {
    try put(Array(UUID().uuidString.utf8), MetadataDatabase.replacement)
  }

  func writeFormat() throws(StoreError) {
    try put([MetadataDatabase.formatVersion], MetadataDatabase.format)
  }

  func write(_ metadata: StoreMetadata) throws(StoreError) {
    try put(Array(metadata.identifier.utf8), MetadataDatabase.identifier)
    try put(Array(metadata.properties), MetadataDatabase.properties)
  }

  func write(_ numbers: EntityRegister) throws(StoreError) {
    try put(Array(numbers.encoded), MetadataDatabase.entities)
  }

  func write(indexNames: Set<String>) throws(StoreError) {
    try put(Array(indexNames.sorted().joined(separator: "\n").utf8), MetadataDatabase.indexes)
  }

  func writeColumns(of entity: EntitySchema) throws(StoreError) {
    let description = MetadataDatabase.description(of: entity)
    try put(Array(description.utf8), MetadataDatabase.columnsName(entity))
  }

  func removeColumns(of entity: EntitySchema) throws(StoreError) {
    try remove(MetadataDatabase.columnsName(entity))
  }

  // MARK: - Parts

  /// Returns the columns of an entity by slot, with names and types: rows can be read only when it
  /// agrees.
  static func description(of entity: EntitySchema) -> String {
    var parts = entity.attributes.map { "\($0.slot):\($0.name):\($0.type.rawValue)" }
    for toOne in entity.toOnes {
      parts.append("\(toOne.slot):\(toOne.name):to-one:\(toOne.orderSlot ?? -1)")
    }
    return (["\(entity.slotCount)"] + parts).joined(separator: "\n")
  }

  /// Returns the names of the properties in a description.
  static func names(in description: String) -> [String] {
    description.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: ":", omittingEmptySubsequences: false)
      return parts.count > 1 ? String(parts[1]) : nil
    }
  }

  private static func columnsName(_ entity: EntitySchema) -> String {
    KeySpace.name("columns", [entity.name])
  }

  private static func cutName(_ index: String) -> String { KeySpace.name("cut", [index]) }

  func bytes(_ name: String) throws(StoreError) -> UnsafeRawBufferPointer? {
    var name = name
    return try withTypedErrors {
      try name.withUTF8 { key in
        try database.value(of: UnsafeRawBufferPointer(key), in: transaction, store: store)
      }
    }
  }

  func put(_ value: [UInt8], _ name: String) throws(StoreError) {
    let key = Array(name.utf8)
    var content = MDB_val()
    let code = key.withUnsafeBytes { key in
      value.withUnsafeBytes { value in
        var name = MDB_val(key)
        content = MDB_val(value)
        return database.handle.map { mdb_put(transaction, $0, &name, &content, 0) }
      }
    }
    try ReturnCode.check(code ?? MDB_NOTFOUND, store: store, "writing the metadata \(name)")
  }
}
#endif
