// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

// The same names on `CocoaError` itself, as Apple's platforms have them, so that
// `catch let error as CocoaError where error.code == CocoaError.coreData` compiles.
extension CocoaError {
  /// Generic validation failure.
  public static var managedObjectValidation: CocoaError.Code { .managedObjectValidation }
  /// Uniqueness violation at validation level.
  public static var managedObjectConstraintValidation: CocoaError.Code {
    .managedObjectConstraintValidation
  }
  /// Container of several errors.
  public static var validationMultipleErrors: CocoaError.Code { .validationMultipleErrors }
  /// Required property nil.
  public static var validationMissingMandatoryProperty: CocoaError.Code {
    .validationMissingMandatoryProperty
  }
  /// Too few destinations.
  public static var validationRelationshipLacksMinimumCount: CocoaError.Code {
    .validationRelationshipLacksMinimumCount
  }
  /// Too many destinations.
  public static var validationRelationshipExceedsMaximumCount: CocoaError.Code {
    .validationRelationshipExceedsMaximumCount
  }
  /// Deny rule non-empty.
  public static var validationRelationshipDeniedDelete: CocoaError.Code {
    .validationRelationshipDeniedDelete
  }
  /// Above maximum.
  public static var validationNumberTooLarge: CocoaError.Code { .validationNumberTooLarge }
  /// Below minimum.
  public static var validationNumberTooSmall: CocoaError.Code { .validationNumberTooSmall }
  /// Date after the allowed maximum.
  public static var validationDateTooLate: CocoaError.Code { .validationDateTooLate }
  /// Date before the allowed minimum.
  public static var validationDateTooSoon: CocoaError.Code { .validationDateTooSoon }
  /// Invalid date.
  public static var validationInvalidDate: CocoaError.Code { .validationInvalidDate }
  /// String longer than allowed.
  public static var validationStringTooLong: CocoaError.Code { .validationStringTooLong }
  /// String shorter than allowed.
  public static var validationStringTooShort: CocoaError.Code { .validationStringTooShort }
  /// String does not match its pattern.
  public static var validationStringPatternMatching: CocoaError.Code {
    .validationStringPatternMatching
  }
  /// Invalid URI.
  public static var validationInvalidURI: CocoaError.Code { .validationInvalidURI }
  /// Could not lock context.
  public static var managedObjectContextLocking: CocoaError.Code { .managedObjectContextLocking }
  /// Could not lock coordinator.
  public static var persistentStoreCoordinatorLocking: CocoaError.Code {
    .persistentStoreCoordinatorLocking
  }
  /// Object for ID not found.
  public static var managedObjectReferentialIntegrity: CocoaError.Code {
    .managedObjectReferentialIntegrity
  }
  /// Relation into another store.
  public static var managedObjectExternalRelationship: CocoaError.Code {
    .managedObjectExternalRelationship
  }
  /// Unresolved merge conflicts.
  public static var managedObjectMerge: CocoaError.Code { .managedObjectMerge }
  /// Unresolved uniqueness conflicts.
  public static var managedObjectConstraintMerge: CocoaError.Code { .managedObjectConstraintMerge }
  /// Unknown store type/format.
  public static var persistentStoreInvalidType: CocoaError.Code { .persistentStoreInvalidType }
  /// Store not of requested type.
  public static var persistentStoreTypeMismatch: CocoaError.Code { .persistentStoreTypeMismatch }
  /// Schema incompatible.
  public static var persistentStoreIncompatibleSchema: CocoaError.Code {
    .persistentStoreIncompatibleSchema
  }
  /// Store refused the save (permissions…).
  public static var persistentStoreSave: CocoaError.Code { .persistentStoreSave }
  /// Some stores failed.
  public static var persistentStoreIncompleteSave: CocoaError.Code {
    .persistentStoreIncompleteSave
  }
  /// Unresolved conflict during save.
  public static var persistentStoreSaveConflicts: CocoaError.Code { .persistentStoreSaveConflicts }
  /// General.
  public static var coreData: CocoaError.Code { .coreData }
  /// Store operation failed.
  public static var persistentStoreOperation: CocoaError.Code { .persistentStoreOperation }
  /// Could not open.
  public static var persistentStoreOpen: CocoaError.Code { .persistentStoreOpen }
  /// No connection or lock within the timeout.
  public static var persistentStoreTimeout: CocoaError.Code { .persistentStoreTimeout }
  /// The store does not understand the request.
  public static var persistentStoreUnsupportedRequestType: CocoaError.Code {
    .persistentStoreUnsupportedRequestType
  }
  /// Model/store mismatch.
  public static var persistentStoreIncompatibleVersionHash: CocoaError.Code {
    .persistentStoreIncompatibleVersionHash
  }
  /// General migration failure.
  public static var migration: CocoaError.Code { .migration }
  /// Migrated data breaks a uniqueness constraint.
  public static var migrationConstraintViolation: CocoaError.Code { .migrationConstraintViolation }
  /// The caller cancelled the migration.
  public static var migrationCancelled: CocoaError.Code { .migrationCancelled }
  /// No model found for the store's data.
  public static var migrationMissingSourceModel: CocoaError.Code { .migrationMissingSourceModel }
  /// No mapping model found.
  public static var migrationMissingMappingModel: CocoaError.Code { .migrationMissingMappingModel }
  /// Trouble with the source store.
  public static var migrationManagerSourceStore: CocoaError.Code { .migrationManagerSourceStore }
  /// Trouble with the destination store.
  public static var migrationManagerDestinationStore: CocoaError.Code {
    .migrationManagerDestinationStore
  }
  /// An entity migration policy failed.
  public static var entityMigrationPolicy: CocoaError.Code { .entityMigrationPolicy }
  /// SQLite failed; its code is in the user info.
  public static var sqlite: CocoaError.Code { .sqlite }
  /// A mapping could not be inferred.
  public static var inferredMappingModel: CocoaError.Code { .inferredMappingModel }
  /// Importing external records failed.
  public static var externalRecordImport: CocoaError.Code { .externalRecordImport }
  /// The token points before purged history.
  public static var persistentHistoryTokenExpired: CocoaError.Code {
    .persistentHistoryTokenExpired
  }
  /// A model reference cannot be resolved.
  public static var managedObjectModelReferenceNotFound: CocoaError.Code {
    .managedObjectModelReferenceNotFound
  }
  /// The store's metadata cannot support staged migration.
  public static var stagedMigrationFrameworkVersionMismatch: CocoaError.Code {
    .stagedMigrationFrameworkVersionMismatch
  }
  /// The staged migration would go backwards.
  public static var stagedMigrationBackwardMigration: CocoaError.Code {
    .stagedMigrationBackwardMigration
  }
}
