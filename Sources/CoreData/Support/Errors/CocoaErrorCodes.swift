// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

extension CocoaError.Code {
  /// Generic validation failure.
  public static var managedObjectValidation: CocoaError.Code {
    .init(rawValue: NSManagedObjectValidationError)
  }
  /// Uniqueness violation at validation level.
  public static var managedObjectConstraintValidation: CocoaError.Code {
    .init(rawValue: NSManagedObjectConstraintValidationError)
  }
  /// Container of several errors.
  public static var validationMultipleErrors: CocoaError.Code {
    .init(rawValue: NSValidationMultipleErrorsError)
  }
  /// Required property nil.
  public static var validationMissingMandatoryProperty: CocoaError.Code {
    .init(rawValue: NSValidationMissingMandatoryPropertyError)
  }
  /// Too few destinations.
  public static var validationRelationshipLacksMinimumCount: CocoaError.Code {
    .init(rawValue: NSValidationRelationshipLacksMinimumCountError)
  }
  /// Too many destinations.
  public static var validationRelationshipExceedsMaximumCount: CocoaError.Code {
    .init(rawValue: NSValidationRelationshipExceedsMaximumCountError)
  }
  /// Deny rule non-empty.
  public static var validationRelationshipDeniedDelete: CocoaError.Code {
    .init(rawValue: NSValidationRelationshipDeniedDeleteError)
  }
  /// Above maximum.
  public static var validationNumberTooLarge: CocoaError.Code {
    .init(rawValue: NSValidationNumberTooLargeError)
  }
  /// Below minimum.
  public static var validationNumberTooSmall: CocoaError.Code {
    .init(rawValue: NSValidationNumberTooSmallError)
  }
  /// Date after the allowed maximum.
  public static var validationDateTooLate: CocoaError.Code {
    .init(rawValue: NSValidationDateTooLateError)
  }
  /// Date before the allowed minimum.
  public static var validationDateTooSoon: CocoaError.Code {
    .init(rawValue: NSValidationDateTooSoonError)
  }
  /// Invalid date.
  public static var validationInvalidDate: CocoaError.Code {
    .init(rawValue: NSValidationInvalidDateError)
  }
  /// String longer than allowed.
  public static var validationStringTooLong: CocoaError.Code {
    .init(rawValue: NSValidationStringTooLongError)
  }
  /// String shorter than allowed.
  public static var validationStringTooShort: CocoaError.Code {
    .init(rawValue: NSValidationStringTooShortError)
  }
  /// String does not match its pattern.
  public static var validationStringPatternMatching: CocoaError.Code {
    .init(rawValue: NSValidationStringPatternMatchingError)
  }
  /// Invalid URI.
  public static var validationInvalidURI: CocoaError.Code {
    .init(rawValue: NSValidationInvalidURIError)
  }
  /// Could not lock context.
  public static var managedObjectContextLocking: CocoaError.Code {
    .init(rawValue: NSManagedObjectContextLockingError)
  }
  /// Could not lock coordinator.
  public static var persistentStoreCoordinatorLocking: CocoaError.Code {
    .init(rawValue: NSPersistentStoreCoordinatorLockingError)
  }
  /// Object for ID not found.
  public static var managedObjectReferentialIntegrity: CocoaError.Code {
    .init(rawValue: NSManagedObjectReferentialIntegrityError)
  }
  /// Relation into another store.
  public static var managedObjectExternalRelationship: CocoaError.Code {
    .init(rawValue: NSManagedObjectExternalRelationshipError)
  }
  /// Unresolved merge conflicts.
  public static var managedObjectMerge: CocoaError.Code {
    .init(rawValue: NSManagedObjectMergeError)
  }
  /// Unresolved uniqueness conflicts.
  public static var managedObjectConstraintMerge: CocoaError.Code {
    .init(rawValue: NSManagedObjectConstraintMergeError)
  }
  /// Unknown store type/format.
  public static var persistentStoreInvalidType: CocoaError.Code {
    .init(rawValue: NSPersistentStoreInvalidTypeError)
  }
  /// Store not of requested type.
  public static var persistentStoreTypeMismatch: CocoaError.Code {
    .init(rawValue: NSPersistentStoreTypeMismatchError)
  }
  /// Schema incompatible.
  public static var persistentStoreIncompatibleSchema: CocoaError.Code {
    .init(rawValue: NSPersistentStoreIncompatibleSchemaError)
  }
  /// Store refused the save (permissions…).
  public static var persistentStoreSave: CocoaError.Code {
    .init(rawValue: NSPersistentStoreSaveError)
  }
  /// Some stores failed.
  public static var persistentStoreIncompleteSave: CocoaError.Code {
    .init(rawValue: NSPersistentStoreIncompleteSaveError)
  }
  /// Unresolved conflict during save.
  public static var persistentStoreSaveConflicts: CocoaError.Code {
    .init(rawValue: NSPersistentStoreSaveConflictsError)
  }
  /// General.
  public static var coreData: CocoaError.Code {
    .init(rawValue: NSCoreDataError)
  }
  /// Store operation failed.
  public static var persistentStoreOperation: CocoaError.Code {
    .init(rawValue: NSPersistentStoreOperationError)
  }
  /// Could not open.
  public static var persistentStoreOpen: CocoaError.Code {
    .init(rawValue: NSPersistentStoreOpenError)
  }
  /// No connection or lock within the timeout.
  public static var persistentStoreTimeout: CocoaError.Code {
    .init(rawValue: NSPersistentStoreTimeoutError)
  }
  /// The store does not understand the request.
  public static var persistentStoreUnsupportedRequestType: CocoaError.Code {
    .init(rawValue: NSPersistentStoreUnsupportedRequestTypeError)
  }
  /// Model/store mismatch.
  public static var persistentStoreIncompatibleVersionHash: CocoaError.Code {
    .init(rawValue: NSPersistentStoreIncompatibleVersionHashError)
  }
  /// General migration failure.
  public static var migration: CocoaError.Code {
    .init(rawValue: NSMigrationError)
  }
  /// Migrated data breaks a uniqueness constraint.
  public static var migrationConstraintViolation: CocoaError.Code {
    .init(rawValue: NSMigrationConstraintViolationError)
  }
  /// The caller cancelled the migration.
  public static var migrationCancelled: CocoaError.Code {
    .init(rawValue: NSMigrationCancelledError)
  }
  /// No model found for the store's data.
  public static var migrationMissingSourceModel: CocoaError.Code {
    .init(rawValue: NSMigrationMissingSourceModelError)
  }
  /// No mapping model found.
  public static var migrationMissingMappingModel: CocoaError.Code {
    .init(rawValue: NSMigrationMissingMappingModelError)
  }
  /// Trouble with the source store.
  public static var migrationManagerSourceStore: CocoaError.Code {
    .init(rawValue: NSMigrationManagerSourceStoreError)
  }
  /// Trouble with the destination store.
  public static var migrationManagerDestinationStore: CocoaError.Code {
    .init(rawValue: NSMigrationManagerDestinationStoreError)
  }
  /// An entity migration policy failed.
  public static var entityMigrationPolicy: CocoaError.Code {
    .init(rawValue: NSEntityMigrationPolicyError)
  }
  /// SQLite failed; its code is in the user info.
  public static var sqlite: CocoaError.Code {
    .init(rawValue: NSSQLiteError)
  }
  /// A mapping could not be inferred.
  public static var inferredMappingModel: CocoaError.Code {
    .init(rawValue: NSInferredMappingModelError)
  }
  /// Importing external records failed.
  public static var externalRecordImport: CocoaError.Code {
    .init(rawValue: NSExternalRecordImportError)
  }
  /// The token points before purged history.
  public static var persistentHistoryTokenExpired: CocoaError.Code {
    .init(rawValue: NSPersistentHistoryTokenExpiredError)
  }
  /// A model reference cannot be resolved.
  public static var managedObjectModelReferenceNotFound: CocoaError.Code {
    .init(rawValue: NSManagedObjectModelReferenceNotFoundError)
  }
  /// The store's metadata cannot support staged migration.
  public static var stagedMigrationFrameworkVersionMismatch: CocoaError.Code {
    .init(rawValue: NSStagedMigrationFrameworkVersionMismatchError)
  }
  /// The staged migration would go backwards.
  public static var stagedMigrationBackwardMigration: CocoaError.Code {
    .init(rawValue: NSStagedMigrationBackwardMigrationError)
  }
}
