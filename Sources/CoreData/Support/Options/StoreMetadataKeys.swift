// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// Names in store metadata, and of store types, as other programs see them.

/// A store in an SQLite file.
public let NSSQLiteStoreType: String = "SQLite"
/// A store in an XML file, read and written as a whole.
public let NSXMLStoreType: String = "XML"
/// A store in a binary file, read and written as a whole.
public let NSBinaryStoreType: String = "Binary"
/// A store that lives as long as its coordinator.
public let NSInMemoryStoreType: String = "InMemory"
/// A store in an LMDB environment. Our addition.
public let LMDBStoreType: String = "LMDB"
/// The store's type.
public let NSStoreTypeKey: String = "NSStoreType"
/// The store's UUID.
public let NSStoreUUIDKey: String = "NSStoreUUID"
/// The version hashes of the store's entities: `[String: Data]`.
public let NSStoreModelVersionHashesKey: String = "NSStoreModelVersionHashes"
/// The model's version identifiers.
public let NSStoreModelVersionIdentifiersKey: String = "NSStoreModelVersionIdentifiers"
/// The checksum of the model.
public let NSPersistentStoreModelVersionChecksumKey: String = "NSStoreModelVersionChecksumKey"

/// The version of the hash algorithm in metadata.
let storeModelVersionHashesVersionKey = "NSStoreModelVersionHashesVersion"
/// The version of the framework that wrote a store.
let persistenceFrameworkVersionKey = "NSPersistenceFrameworkVersion"
/// The digest of all version hashes.
let storeModelVersionHashesDigestKey = "NSStoreModelVersionHashesDigest"
/// The name of the configuration of all entities.
let defaultConfigurationName = "PF_DEFAULT_CONFIGURATION_NAME"
/// The name that Xcode's editor shows for it: programs give it to their stores (R-PSC-053).
let shownConfigurationName = "Default"
