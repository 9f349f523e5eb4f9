// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// Written by .ci/api-ledger.py --update from docs/compatibility.tsv.

extension AbsentSymbols {
  /// A name and a note on each line, with a tab between; names of members begin with a dot.
  static let table = """
    NSCoreDataCoreSpotlightDelegate	Spotlight exists on Apple's platforms only
    .keyPathsForValuesAffectingValue	No key-value observing on Linux
    NSPersistentCloudKitContainer	CloudKit and iCloud exist on Apple's platforms only
    NSPersistentCloudKitContainerOptions	CloudKit exists on Apple's platforms only
    NSPersistentStoreUbiquitousContainerIdentifierKey	CloudKit and iCloud exist on Apple's platforms only
    NSPersistentStoreUbiquitousContentNameKey	CloudKit and iCloud exist on Apple's platforms only
    NSPersistentStoreUbiquitousContentURLKey	CloudKit and iCloud exist on Apple's platforms only
    """
}
