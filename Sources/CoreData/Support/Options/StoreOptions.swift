// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

// Options of stores. Booleans are `Bool`, `NSNumber` or an integer; a value of the wrong kind is
// ignored and logged once.

/// Open the store read-only: `Bool`, default false.
public let NSReadOnlyPersistentStoreOption: String = "NSReadOnlyPersistentStoreOption"
/// Check an XML store against the model on open, unknown elements included: `Bool`, default false.
public let NSValidateXMLStoreOption: String = "NSValidateXMLStoreOption"
/// Seconds to wait for a connection or lock; 0 fails at once.
public let NSPersistentStoreTimeoutOption: String = "NSPersistentStoreTimeoutOption"
/// Pragmas for each SQLite connection: `[String: String]`.
public let NSSQLitePragmasOption: String = "NSSQLitePragmasOption"
/// Run `ANALYZE` when an SQLite store is added, unless somebody is writing to it: `Bool`, default
/// false.
public let NSSQLiteAnalyzeOption: String = "NSSQLiteAnalyzeOption"
/// Run `VACUUM` when an SQLite store is added, unless somebody is writing to it: `Bool`, default false.
public let NSSQLiteManualVacuumOption: String = "NSSQLiteManualVacuumOption"
/// Skip comparing version hashes: `Bool`, default false.
public let NSIgnorePersistentStoreVersioningOption: String =
  "NSIgnorePersistentStoreVersioningOption"
/// Migrate the store when its version does not match: `Bool`.
public let NSMigratePersistentStoresAutomaticallyOption: String =
  "NSMigratePersistentStoresAutomaticallyOption"
/// Infer a mapping model when none is found: `Bool`.
public let NSInferMappingModelAutomaticallyOption: String = "NSInferMappingModelAutomaticallyOption"
/// The manager of a staged migration.
public let NSPersistentStoreStagedMigrationManagerOptionKey: String =
  "NSPersistentStoreStagedMigrationManagerOptionKey"
/// Postpone the clean-up of a migration: `Bool`, default false.
public let NSPersistentStoreDeferredLightweightMigrationOptionKey: String =
  "NSPersistentStoreDeferredLightweightMigrationOptionKey"
/// Override locks when destroying or replacing a store: `Bool`.
public let NSPersistentStoreForceDestroyOption: String = "NSPersistentStoreForceDestroyOption"
/// Record persistent history: `Bool` or a dictionary.
public let NSPersistentHistoryTrackingKey: String = "NSPersistentHistoryTrackingKey"
/// Post remote-change notifications: `Bool`, default false. The text is another than the name, as
/// Apple's is: programs write it out.
public let NSPersistentStoreRemoteChangeNotificationPostOptionKey: String =
  "NSPersistentStoreRemoteChangeNotificationOptionKey"
/// How many requests an SQLite store serves at once: `Int`, by default any number. With 1 one waits for
/// the other, saves included; what waits for longer than ``NSPersistentStoreTimeoutOption`` fails.
public let NSPersistentStoreConnectionPoolMaxSizeKey: String =
  "NSPersistentStoreConnectionPoolMaxSizeKey"
/// Further classes with secure coding that a binary store may decode in transformable attributes:
/// an array or a set. What a file holds beyond them and those of the attributes' transformers fails
/// the opening.
public let NSBinaryStoreSecureDecodingClasses: String = "NSBinaryStoreSecureDecodingClasses"
/// Let a binary store decode any class with secure coding: `Bool`, default false. For files that
/// are trusted.
public let NSBinaryStoreInsecureDecodingCompatibilityOption: String =
  "NSBinaryStoreInsecureDecodingCompatibilityOption"
/// A system version; kept, without effect.
public let NSPersistentStoreOSCompatibility: String = "NSPersistentStoreOSCompatibility"
/// File protection; kept, without effect on Linux.
public let NSPersistentStoreFileProtectionKey: String = "NSPersistentStoreFileProtectionKey"
/// A search index exporter; kept, without effect on Linux.
public let NSCoreDataCoreSpotlightExporter: String = "NSCoreDataCoreSpotlightExporter"
/// How many permanent IDs are reserved at once: `Int`, default 1. Our addition.
public let ObjectIDBlockSizeOption: String = "ObjectIDBlockSizeOption"
/// The key of the saves that a power failure may take of a store: a ``StoreDurability``, or its raw
/// value. By default nothing, but the last saves of an SQLite store that is the only durable one of
/// its coordinator. Our addition.
public let StoreDurabilityOption: String = "StoreDurabilityOption"
/// Keep an SQLite store for this process alone while it is open: `Bool`, default false. Our addition.
///
/// A save then asks the system for no lock, which is what small saves gain, and there is no file `-shm`.
/// The coordinators and contexts of the process share the store as always, those
/// that add it without the option too, once one has added it with it.
///
/// What another process does with the store meanwhile fails with 134090, which names the file and the
/// process, as adding it with the option does while another process, or a store of this one that was
/// added without the option, has it open. The death of the process leaves nothing behind that stands in
/// the way. Without effect on a store that is opened read-only, in memory, or of another type (R-PSC-143).
public let StoreExclusiveLockingOption: String = "StoreExclusiveLockingOption"
/// Go on with a store although a save that was decided in another may be missing in it: `Bool`,
/// default false. For a store whose home store is lost for good, or that was restored from a backup
/// too old to be brought forward; see ``StoreRecoveryError``. Our addition.
public let ForgetHomeOption: String = "ForgetHomeOption"
/// Read a store while a save that was decided in another is missing in it and cannot be completed:
/// `Bool`, default false. Our addition.
public let AllowStaleReadsOption: String = "AllowStaleReadsOption"
/// Count nil as a value in predicates, as in memory: `Bool`, default false. On an SQLite store
/// `name != 'a'` and `NOT name == 'a'` then match objects without a name too (R-REQ-094). Our addition.
public let InMemoryNullSemanticsOption: String = "InMemoryNullSemanticsOption"
/// Remove the history that a store has when it is opened without `NSPersistentHistoryTrackingKey`, and
/// write to the store: `Bool`, default false: such a store is opened read-only, since changes that its
/// history lacks would be missed by everybody who follows it (R-PSC-140). Our addition.
public let AllowDisablingHistoryOption: String = "AllowDisablingHistoryOption"
/// Give a store another UUID, for good, if one with the same is in the coordinator: `Bool`, default
/// false. For copies of stores that are added beside the original (R-PSC-056). Our addition.
public let StoreRegenerateUUIDOption: String = "StoreRegenerateUUIDOption"
/// Who may read and write the files of a new store: `Int`, permission bits, default `0o600`; the owner
/// always may. External and lock files have the same. Our addition.
public let StoreFileModeOption: String = "StoreFileModeOption"
/// The initial size of LMDB's map in bytes: `Int`, default 1 GiB. Our addition.
public let LMDBMapSizeOption: String = "LMDBMapSizeOption"
/// The number of LMDB's reader slots: `Int`. Our addition.
public let LMDBMaxReadersOption: String = "LMDBMaxReadersOption"

/// The saves of a store that a power failure may take. Our addition.
///
/// The death of the process takes no save that has returned, and a power failure damages no store
/// and leaves no half save in one, either way. Without a choice an SQLite store that is the only
/// durable one of its coordinator is relaxed, as Apple's is; each of several is full, so that they
/// do not lie apart after a power failure. LMDB stores are full. Binary and XML stores are full
/// always: they have nothing to gain.
public enum StoreDurability: String, Sendable, Hashable, CaseIterable {
  /// A save that has returned survives a power failure. Each waits for the disk.
  case full
  /// The last saves may be gone after a power failure, none of them in part.
  case relaxed

  var engine: Durability {
    switch self {
    case .full: .full
    case .relaxed: .relaxed
    }
  }
}
