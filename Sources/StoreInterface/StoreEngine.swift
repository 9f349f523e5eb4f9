// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation

/// A kind of store of the library's own: what it is called, how its files are told from others,
/// how it is opened and looked into without a model.
///
/// Functions that take a URL may be called on any thread, also while stores of the process have
/// the file open.
package protocol StoreEngine: StoreBackend {
  /// The name of the store type, as clients write it and metadata have it.
  static var typeName: String { get }
  /// The key under which an API error carries an engine's result code; nil for an engine that has
  /// none.
  static var errorDomain: String? { get }
  /// Requests with blocks and with conditions on what is not stored are errors, as with SQL; false,
  /// the default: they are evaluated on objects.
  static var refusesBlocks: Bool { get }
  /// A store must have a URL; true by default.
  static var needsLocation: Bool { get }
  /// Files may be of Apple's framework, and show their structure, see
  /// ``StoreConfiguration/comparedEntities``; false by default.
  static var comparesStructure: Bool { get }
  /// Settings for filling a new store that is of no use before it is complete; none by default.
  static var bulkSettings: [String: String] { get }

  /// Opens the store of a configuration, or creates it. What a failed creation leaves is no store.
  static func open(_ configuration: StoreConfiguration) throws(StoreError) -> Self

  /// Returns true if a file's content is of the engine's format; false when it cannot be read.
  static func recognises(contentAt url: URL) -> Bool
  /// Returns true if there is more in a file that is not empty than an interrupted creation leaves;
  /// true by default.
  static func hasContent(at url: URL) -> Bool

  /// Reads the metadata of a store's file. Changes nothing and creates nothing.
  static func readMetadata(at url: URL) throws(StoreError) -> StoreMetadata
  /// Reads the metadata of the file that is about to be opened with a configuration, which then takes
  /// the visit along; see ``StoreConfiguration/visit``. Changes nothing and creates nothing. To be ended,
  /// whatever has become of the opening.
  static func visit(
    _ configuration: StoreConfiguration, at url: URL
  ) throws(StoreError) -> any StoreVisit
  /// Replaces the metadata of a store's file, in a transaction of its own.
  static func writeMetadata(_ metadata: StoreMetadata, at url: URL) throws(StoreError)
  /// Reads the notes of a store's file whose names begin with a prefix, ascending by name. Changes
  /// nothing and creates nothing.
  static func readNotes(at url: URL, under prefix: String) throws(StoreError) -> [StoreNote]
  /// Reads the figures of a store's file. Changes nothing; counts every row.
  static func inspect(at url: URL) throws(StoreError) -> StoreInspection

  /// Puts a closed store in the place of whatever is at another URL of the same folder, or leaves
  /// everything as it was. Throws `.timeout` when what is there is in use.
  static func moveFile(at source: URL, to destination: URL) throws(StoreError)
  /// Removes the files of a store that nobody has open.
  static func removeFile(at url: URL)
  /// Returns true if a store of this process or another has the file open; false, the default, for an
  /// engine that cannot tell. Waits for nobody; may leave the file without its log.
  static func isInUse(at url: URL) throws(StoreError) -> Bool

  /// Takes away the content of the store at a URL, and all that belongs to it: what stays counts as
  /// a new store. Others may have it open; they find out with their next transaction. What is damaged
  /// goes too; nothing there is no error. All or nothing, also when the process dies.
  ///
  /// - Throws: `.timeout` when a lock was not free in time; `.wrongType` for a store of another type.
  static func destroy(at url: URL, _ access: StoreFileAccess) throws(StoreError)
  /// Puts the newest committed state of one store in the place of another, or where there is nothing:
  /// content, metadata and UUID. Others may have both open; those of the replaced one find the new
  /// content with their next transaction, or an error if it is not theirs. All or nothing, also when
  /// the process dies.
  ///
  /// - Throws: `.missingFile` without a source; `.timeout` when a lock was not free in time;
  ///   `.wrongType` for stores of other types, `.corrupt` for a source that is damaged.
  static func replace(
    at destination: URL, withStoreAt source: URL, _ access: StoreFileAccess
  ) throws(StoreError)

  /// Brings a store's file to another version of its model, where it is, in one transaction: rows,
  /// indexes, metadata and the model that is kept with them. Waits for others to end what they do in
  /// the file. All or nothing, also when the process dies.
  ///
  /// - Throws: `.timeout` when somebody keeps the file open in a way that excludes it;
  ///   `.missingValue` and `.duplicates` for content that the new version does not allow.
  static func migrate(_ migration: StoreMigration) throws(StoreError) -> MigrationOutcome
  /// Reads the model that is kept with a store, as it was written: an archive, deflated; nil for a
  /// file without. Changes nothing.
  static func readModel(at url: URL) throws(StoreError) -> Data?
}

extension StoreEngine {
  package static func migrate(_ migration: StoreMigration) throws(StoreError) -> MigrationOutcome {
    .needsCopy
  }
  package static func readModel(at url: URL) throws(StoreError) -> Data? { nil }
  package static func visit(
    _ configuration: StoreConfiguration, at url: URL
  ) throws(StoreError) -> any StoreVisit {
    MetadataVisit(try readMetadata(at: url))
  }
  package static func isInUse(at url: URL) throws(StoreError) -> Bool { false }
  package static var refusesBlocks: Bool { false }
  package static var needsLocation: Bool { true }
  package static var comparesStructure: Bool { false }
  package static var bulkSettings: [String: String] { [:] }
  package static func hasContent(at url: URL) -> Bool { true }
}

/// The content of a store's file in figures, read without a model.
package struct StoreInspection: Sendable {
  package struct Entity: Sendable, Equatable {
    package var name: String
    /// Objects of exactly this entity.
    package var rows: Int
    /// The next number of the hierarchy; nil for an entity that the file has none for.
    package var nextNumber: Int64?

    package init(name: String, rows: Int, nextNumber: Int64?) {
      self.name = name
      self.rows = rows
      self.nextNumber = nextNumber
    }
  }

  package var metadata: StoreMetadata
  package var entities: [Entity]
  /// Bytes on disk, with logs.
  package var bytes: Int

  package init(metadata: StoreMetadata, entities: [Entity], bytes: Int) {
    self.metadata = metadata
    self.entities = entities
    self.bytes = bytes
  }
}
