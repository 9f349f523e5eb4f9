// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// Error codes of the domain `NSCocoaErrorDomain`, as global constants (values are fixed).

/// Generic validation failure.
public let NSManagedObjectValidationError: Int = 1550
/// Uniqueness violation at validation level.
public let NSManagedObjectConstraintValidationError: Int = 1551
/// Container of several errors.
public let NSValidationMultipleErrorsError: Int = 1560
/// Required property nil.
public let NSValidationMissingMandatoryPropertyError: Int = 1570
/// Too few destinations.
public let NSValidationRelationshipLacksMinimumCountError: Int = 1580
/// Too many destinations.
public let NSValidationRelationshipExceedsMaximumCountError: Int = 1590
/// Deny rule non-empty.
public let NSValidationRelationshipDeniedDeleteError: Int = 1600
/// Above maximum.
public let NSValidationNumberTooLargeError: Int = 1610
/// Below minimum.
public let NSValidationNumberTooSmallError: Int = 1620
/// Date after the allowed maximum.
public let NSValidationDateTooLateError: Int = 1630
/// Date before the allowed minimum.
public let NSValidationDateTooSoonError: Int = 1640
/// Invalid date.
public let NSValidationInvalidDateError: Int = 1650
/// String longer than allowed.
public let NSValidationStringTooLongError: Int = 1660
/// String shorter than allowed.
public let NSValidationStringTooShortError: Int = 1670
/// String does not match its pattern.
public let NSValidationStringPatternMatchingError: Int = 1680
/// Invalid URI.
public let NSValidationInvalidURIError: Int = 1690
/// Could not lock context.
public let NSManagedObjectContextLockingError: Int = 132_000
/// Could not lock coordinator.
public let NSPersistentStoreCoordinatorLockingError: Int = 132_010
/// Object for ID not found.
public let NSManagedObjectReferentialIntegrityError: Int = 133_000
/// Relation into another store.
public let NSManagedObjectExternalRelationshipError: Int = 133_010
/// Unresolved merge conflicts.
public let NSManagedObjectMergeError: Int = 133_020
/// Unresolved uniqueness conflicts.
public let NSManagedObjectConstraintMergeError: Int = 133_021
/// Unknown store type/format.
public let NSPersistentStoreInvalidTypeError: Int = 134_000
/// Store not of requested type.
public let NSPersistentStoreTypeMismatchError: Int = 134_010
/// Schema incompatible.
public let NSPersistentStoreIncompatibleSchemaError: Int = 134_020
/// Store refused the save (permissions…).
public let NSPersistentStoreSaveError: Int = 134_030
/// Some stores failed.
public let NSPersistentStoreIncompleteSaveError: Int = 134_040
/// Unresolved conflict during save.
public let NSPersistentStoreSaveConflictsError: Int = 134_050
/// General.
public let NSCoreDataError: Int = 134_060
/// Store operation failed.
public let NSPersistentStoreOperationError: Int = 134_070
/// Could not open.
public let NSPersistentStoreOpenError: Int = 134_080
/// No connection or lock within the timeout.
public let NSPersistentStoreTimeoutError: Int = 134_090
/// The store does not understand the request.
public let NSPersistentStoreUnsupportedRequestTypeError: Int = 134_091
/// Model/store mismatch.
public let NSPersistentStoreIncompatibleVersionHashError: Int = 134_100
/// General migration failure.
public let NSMigrationError: Int = 134_110
/// Migrated data breaks a uniqueness constraint.
public let NSMigrationConstraintViolationError: Int = 134_111
/// The caller cancelled the migration.
public let NSMigrationCancelledError: Int = 134_120
/// No model found for the store's data.
public let NSMigrationMissingSourceModelError: Int = 134_130
/// No mapping model found.
public let NSMigrationMissingMappingModelError: Int = 134_140
/// Trouble with the source store.
public let NSMigrationManagerSourceStoreError: Int = 134_150
/// Trouble with the destination store.
public let NSMigrationManagerDestinationStoreError: Int = 134_160
/// An entity migration policy failed.
public let NSEntityMigrationPolicyError: Int = 134_170
/// SQLite failed; its code is in the user info.
public let NSSQLiteError: Int = 134_180
/// A mapping could not be inferred.
public let NSInferredMappingModelError: Int = 134_190
/// Importing external records failed.
public let NSExternalRecordImportError: Int = 134_200
/// The token points before purged history.
public let NSPersistentHistoryTokenExpiredError: Int = 134_301
/// A model reference cannot be resolved.
public let NSManagedObjectModelReferenceNotFoundError: Int = 134_504
/// The store's metadata cannot support staged migration.
public let NSStagedMigrationFrameworkVersionMismatchError: Int = 134_505
/// The staged migration would go backwards.
public let NSStagedMigrationBackwardMigrationError: Int = 134_506

// Keys of the user info of errors; the texts are those that other programs see.

/// Several errors behind one: `[any Error]`.
public let NSDetailedErrorsKey: String = "NSDetailedErrors"
/// The object that failed validation.
public let NSValidationObjectErrorKey: String = "NSValidationErrorObject"
/// The name of the property that failed validation.
public let NSValidationKeyErrorKey: String = "NSValidationErrorKey"
/// The validation predicate that was not met.
public let NSValidationPredicateErrorKey: String = "NSValidationErrorPredicate"
/// The value that failed validation; `NSNull` for `nil`.
public let NSValidationValueErrorKey: String = "NSValidationErrorValue"
/// The stores that an error concerns: `[NSPersistentStore]`.
public let NSAffectedStoresErrorKey: String = "NSAffectedStoresErrorKey"
/// The fate of each store's part of a save over several stores that has failed:
/// `[NSPersistentStore: StoreSaveOutcome]`. Our addition.
public let StoreSaveOutcomesErrorKey: String = "StoreSaveOutcomesErrorKey"
/// The objects that an error concerns: `[NSManagedObject]`.
public let NSAffectedObjectsErrorKey: String = "NSAffectedObjectsErrorKey"
/// The conflicts of a failed save: `[NSMergeConflict]`.
public let NSPersistentStoreSaveConflictsErrorKey: String = "conflictList"
/// The key of SQLite's own (extended) result code, an `NSNumber`.
public let NSSQLiteErrorDomain: String = "NSSQLiteErrorDomain"
/// The key of LMDB's own result code, an `NSNumber`. Our addition.
public let LMDBErrorDomain: String = "LMDBErrorDomain"
