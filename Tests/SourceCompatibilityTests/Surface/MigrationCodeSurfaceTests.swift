// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Testing

/// Codes of errors that the list of validation and stores does not have.
@Suite struct MigrationCodeSurfaceTests {
  /// Apple's number, its constant, the code, and the shorthand.
  static let codes: [(Int, Int, CocoaError.Code, CocoaError.Code)] = [
    (
      1551, NSManagedObjectConstraintValidationError, .managedObjectConstraintValidation,
      CocoaError.managedObjectConstraintValidation
    ),
    (1690, NSValidationInvalidURIError, .validationInvalidURI, CocoaError.validationInvalidURI),
    (
      134_020, NSPersistentStoreIncompatibleSchemaError, .persistentStoreIncompatibleSchema,
      CocoaError.persistentStoreIncompatibleSchema
    ),
    (
      134_090, NSPersistentStoreTimeoutError, .persistentStoreTimeout,
      CocoaError.persistentStoreTimeout
    ),
    (
      134_091, NSPersistentStoreUnsupportedRequestTypeError,
      .persistentStoreUnsupportedRequestType,
      CocoaError.persistentStoreUnsupportedRequestType
    ),
    (134_110, NSMigrationError, .migration, CocoaError.migration),
    (
      134_111, NSMigrationConstraintViolationError, .migrationConstraintViolation,
      CocoaError.migrationConstraintViolation
    ),
    (134_120, NSMigrationCancelledError, .migrationCancelled, CocoaError.migrationCancelled),
    (
      134_130, NSMigrationMissingSourceModelError, .migrationMissingSourceModel,
      CocoaError.migrationMissingSourceModel
    ),
    (
      134_140, NSMigrationMissingMappingModelError, .migrationMissingMappingModel,
      CocoaError.migrationMissingMappingModel
    ),
    (
      134_150, NSMigrationManagerSourceStoreError, .migrationManagerSourceStore,
      CocoaError.migrationManagerSourceStore
    ),
    (
      134_160, NSMigrationManagerDestinationStoreError, .migrationManagerDestinationStore,
      CocoaError.migrationManagerDestinationStore
    ),
    (
      134_170, NSEntityMigrationPolicyError, .entityMigrationPolicy,
      CocoaError.entityMigrationPolicy
    ),
    (134_190, NSInferredMappingModelError, .inferredMappingModel, CocoaError.inferredMappingModel),
    (134_200, NSExternalRecordImportError, .externalRecordImport, CocoaError.externalRecordImport),
    (
      134_301, NSPersistentHistoryTokenExpiredError, .persistentHistoryTokenExpired,
      CocoaError.persistentHistoryTokenExpired
    ),
    (
      134_504, NSManagedObjectModelReferenceNotFoundError, .managedObjectModelReferenceNotFound,
      CocoaError.managedObjectModelReferenceNotFound
    ),
    (
      134_505, NSStagedMigrationFrameworkVersionMismatchError,
      .stagedMigrationFrameworkVersionMismatch,
      CocoaError.stagedMigrationFrameworkVersionMismatch
    ),
    (
      134_506, NSStagedMigrationBackwardMigrationError, .stagedMigrationBackwardMigration,
      CocoaError.stagedMigrationBackwardMigration
    ),
  ]

  // R-PSC-002
  @Test func codesOfMigrationsHaveTheirThreeNames() {
    for (number, constant, code, shorthand) in Self.codes {
      #expect(constant == number)
      #expect(code.rawValue == number)
      #expect(shorthand == code)
    }
  }
}
