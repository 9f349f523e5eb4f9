// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import KeyedArchives
import ModelFormat
import StoreInterface
import StoreRouting
import Synchronization

/// Store metadata between its dictionary and the property list that stores keep.
enum StoreMetadataCoding {
  /// The version that Apple's framework writes; stores say which framework version made them.
  private static let frameworkVersion = 1344

  /// Returns the automatic entries for a store of some entities.
  static func automatic(
    type: String, identifier: String, model: NSManagedObjectModel, entityNames: [String]
  ) -> [String: Any] {
    let all = model.entityVersionHashesByName
    let hashes = Dictionary(
      uniqueKeysWithValues: entityNames.compactMap { name in all[name].map { (name, $0) } })
    return [
      NSStoreTypeKey: type, NSStoreUUIDKey: identifier,
      NSStoreModelVersionHashesKey: hashes,
      storeModelVersionHashesVersionKey: VersionHash.schemeVersion,
      NSStoreModelVersionIdentifiersKey: model.versionIdentifiers.map { "\($0.base)" }.sorted(),
      persistenceFrameworkVersionKey: frameworkVersion,
      storeModelVersionHashesDigestKey: VersionHash.hashesDigest(hashes),
      NSPersistentStoreModelVersionChecksumKey: model.versionChecksum,
      "_NSAutoVacuumLevel": "2",
    ]
  }

  /// Returns a client's dictionary with the automatic entries put back (R-PSC-482), and with its
  /// numbers as they are when they are read (R-PSC-487).
  static func completed(_ metadata: [String: Any], for store: NSPersistentStore) -> [String: Any] {
    var result = metadata
    // Another UUID counts from when the store is next added (R-PSC-482, 490).
    result[NSStoreUUIDKey] = identifier(in: metadata) ?? store.identifierToStore
    let notes = MetadataNotes.notes(in: store.metadata)
    if !notes.isEmpty { result[MetadataNotes.key] = notes }
    for (key, value) in store.automaticMetadata where key != NSStoreUUIDKey {
      result[key] = value
    }
    if result[NSStoreModelVersionHashesKey] == nil {
      result.merge(store.openingMetadata) { given, _ in given }
    }
    for (key, value) in result
    where !PropertyListSerialization.propertyList(value, isValidFor: .binary) {
      raise(
        .invalidArgument,
        "The metadata value under '\(key)' is not a property list value and cannot be stored.")
    }
    return result.mapValues(withObjectNumbers)
  }

  /// Returns a property list with every number and Boolean as an `NSNumber`: that can be read as
  /// any type that the number fits, as a property list that was decoded.
  private static func withObjectNumbers(_ value: Any) -> Any {
    if let number = value as? NSNumber { return number }
    // The hashes and the notes: a copy would be of another type.
    if value is [String: Data] { return value }
    if let list = value as? [Any] { return list.map(withObjectNumbers) }
    if let table = value as? [String: Any] { return table.mapValues(withObjectNumbers) }
    return value
  }

  /// Returns the UUID that metadata name; nil for none.
  static func identifier(in metadata: [String: Any]) -> String? {
    guard let identifier = metadata[NSStoreUUIDKey] as? String, !identifier.isEmpty else {
      return nil
    }
    return identifier
  }

  /// Returns true if two dictionaries hold the same; bridged ones are not equal where they are
  /// nested.
  static func areEqual(_ one: [String: Any], _ other: [String: Any]) -> Bool {
    one.count == other.count
      && one.allSatisfy { key, value in other[key].map { isEqual(value, $0) } ?? false }
  }

  private static func isEqual(_ one: Any, _ other: Any) -> Bool {
    if let one = one as? [String: Any], let other = other as? [String: Any] {
      return areEqual(one, other)
    }
    if let one = one as? [Any], let other = other as? [Any] {
      return one.count == other.count && zip(one, other).allSatisfy(isEqual)
    }
    guard let one = one as? AnyHashable, let other = other as? AnyHashable else { return false }
    return one == other
  }

  /// Returns the storable form; the UUID is kept beside it.
  static func encoded(_ metadata: [String: Any], identifier: String) throws -> StoreMetadata {
    var properties = metadata
    properties[NSStoreUUIDKey] = nil
    // The store says that itself while it is so.
    properties[NSPersistentStoreDeferredLightweightMigrationOptionKey] = nil
    let data = try PropertyListSerialization.data(
      fromPropertyList: properties, format: .binary, options: 0)
    return StoreMetadata(identifier: identifier, properties: data)
  }

  /// Property lists that were decoded last: a store that is opened again has the same. Immutable, so that
  /// many may have one.
  private static let known = OrderedMutex<[Transferable<(data: Data, list: [String: Any])>]>(
    [], .leaf)
  private static let knownLimit = 16

  /// Returns the dictionary of stored metadata, UUID included.
  ///
  /// - Parameter url: the store's file, for the error 259.
  static func decoded(
    _ metadata: StoreMetadata, at url: URL? = nil
  ) throws -> [String: Any] {
    guard var result = dictionary(metadata.properties) else {
      throw CocoaError.make(
        .fileReadCorruptFile,
        reason: "The metadata of the store \(url?.path ?? metadata.identifier) are no dictionary.",
        userInfo: url.map { [NSFilePathErrorKey: $0.path] } ?? [:])
    }
    result[NSStoreUUIDKey] = metadata.identifier
    return result
  }

  /// Returns the dictionary of a property list; nil for anything else.
  private static func dictionary(_ data: Data) -> [String: Any]? {
    let found = known.withLock { known in known.first { $0.value.data == data } }
    if let found { return found.value.list }
    guard var decoded = PropertyListReader.dictionary(data) ?? foundationDictionary(data) else {
      return nil
    }
    // Every opening asks for them, and a cast goes through them.
    if let hashes = decoded[NSStoreModelVersionHashesKey] as? [String: Data] {
      decoded[NSStoreModelVersionHashesKey] = hashes
    }
    let entry = Transferable((data: data, list: decoded))
    // Released outside of the lock, as what is freed there may take others.
    let former = known.withLock { known in
      known.append(entry)
      return known.count > knownLimit ? known.removeFirst() : nil
    }
    withExtendedLifetime(former) {}
    return decoded
  }

  /// The same by Foundation's reader, which knows every form of property lists. A small binary one may
  /// stand for an endless one.
  private static func foundationDictionary(_ data: Data) -> [String: Any]? {
    let isBinary = data.starts(with: Data("bplist".utf8))
    guard !isBinary || PropertyListCheck.isPlain(data) else { return nil }
    // What is no property list is no dictionary.
    let list = try? PropertyListSerialization.propertyList(from: data, format: nil)
    return list as? [String: Any]
  }
}

/// Changed metadata of a store, as a save has taken them: others may be set while it goes on.
struct PendingMetadata {
  let store: NSPersistentStore
  let entries: [String: Any]
  /// The number of the last setting that is in the entries for sure.
  let revision: Int

  /// Returns the storable form.
  func encoded() throws -> StoreMetadata {
    let identifier = StoreMetadataCoding.identifier(in: entries) ?? store.reference.identifier
    return try StoreMetadataCoding.encoded(entries, identifier: identifier)
  }
}

extension NSPersistentStore {
  /// The entries that clients cannot change.
  final var automaticMetadata: [String: Any] {
    guard let mount, let coordinator = persistentStoreCoordinator else { return [:] }
    let names = mount.entities.held.map { coordinator.schema.entities[$0].name }
    return StoreMetadataCoding.automatic(
      type: mount.type, identifier: mount.reference.identifier,
      model: coordinator.managedObjectModel, entityNames: names)
  }

  /// The same for a store that is being opened, which may keep its metadata as soon as it has set
  /// them; without the type, which whoever adds it says.
  fileprivate final var openingMetadata: [String: Any] {
    guard mount == nil, let model = persistentStoreCoordinator?.managedObjectModel,
      let entities = model.entities(forConfigurationName: configurationName)
    else { return [:] }
    var entries = StoreMetadataCoding.automatic(
      type: type, identifier: identifierToStore, model: model,
      entityNames: entities.compactMap(\.name))
    entries[NSStoreTypeKey] = nil
    return entries
  }
}
