// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// Written by .ci/api-ledger.py --update from docs/compatibility.tsv.

extension AbsentSymbols {
  /// A name and a note on each line, with a tab between; names of members begin with a dot.
  static let table = """
    NSCoreDataCoreSpotlightDelegate	Spotlight exists on Apple's platforms only
    NSCustomMigrationStage	Migration is not there yet
    NSEntityMapping	Migration is not there yet
    .addEntityMappingType	Migration is not there yet
    .copyEntityMappingType	Migration is not there yet
    .customEntityMappingType	Migration is not there yet
    .removeEntityMappingType	Migration is not there yet
    .transformEntityMappingType	Migration is not there yet
    NSEntityMigrationPolicy	Migration is not there yet
    NSLightweightMigrationStage	Migration is not there yet
    .keyPathsForValuesAffectingValue	No key-value observing on Linux
    .checksumsForVersionedModel	Not there yet
    NSManagedObjectModelReference	Migration is not there yet
    NSMappingModel	Migration is not there yet
    NSMigrationManager	Migration is not there yet
    NSMigrationStage	Migration is not there yet
    NSPersistentCloudKitContainer	CloudKit and iCloud exist on Apple's platforms only
    NSPersistentCloudKitContainerOptions	CloudKit exists on Apple's platforms only
    NSPersistentStoreUbiquitousContainerIdentifierKey	CloudKit and iCloud exist on Apple's platforms only
    NSPersistentStoreUbiquitousContentNameKey	CloudKit and iCloud exist on Apple's platforms only
    NSPersistentStoreUbiquitousContentURLKey	CloudKit and iCloud exist on Apple's platforms only
    NSPropertyMapping	Migration is not there yet
    NSStagedMigrationManager	Migration is not there yet
    """
}
