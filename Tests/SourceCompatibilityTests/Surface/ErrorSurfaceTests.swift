// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Testing

/// Codes, keys and texts of errors.
@Suite struct ErrorSurfaceTests {
  /// Apple's number, its constant, the code, and the shorthand.
  static let codes: [(Int, Int, CocoaError.Code, CocoaError.Code)] = [
    (
      1550, NSManagedObjectValidationError, .managedObjectValidation,
      CocoaError.managedObjectValidation
    ),
    (
      1560, NSValidationMultipleErrorsError, .validationMultipleErrors,
      CocoaError.validationMultipleErrors
    ),
    (
      1570, NSValidationMissingMandatoryPropertyError, .validationMissingMandatoryProperty,
      CocoaError.validationMissingMandatoryProperty
    ),
    (
      1580, NSValidationRelationshipLacksMinimumCountError,
      .validationRelationshipLacksMinimumCount,
      CocoaError.validationRelationshipLacksMinimumCount
    ),
    (
      1590, NSValidationRelationshipExceedsMaximumCountError,
      .validationRelationshipExceedsMaximumCount,
      CocoaError.validationRelationshipExceedsMaximumCount
    ),
    (
      1600, NSValidationRelationshipDeniedDeleteError, .validationRelationshipDeniedDelete,
      CocoaError.validationRelationshipDeniedDelete
    ),
    (
      1610, NSValidationNumberTooLargeError, .validationNumberTooLarge,
      CocoaError.validationNumberTooLarge
    ),
    (
      1620, NSValidationNumberTooSmallError, .validationNumberTooSmall,
      CocoaError.validationNumberTooSmall
    ),
    (1630, NSValidationDateTooLateError, .validationDateTooLate, CocoaError.validationDateTooLate),
    (1640, NSValidationDateTooSoonError, .validationDateTooSoon, CocoaError.validationDateTooSoon),
    (1650, NSValidationInvalidDateError, .validationInvalidDate, CocoaError.validationInvalidDate),
    (
      1660, NSValidationStringTooLongError, .validationStringTooLong,
      CocoaError.validationStringTooLong
    ),
    (
      1670, NSValidationStringTooShortError, .validationStringTooShort,
      CocoaError.validationStringTooShort
    ),
    (
      1680, NSValidationStringPatternMatchingError, .validationStringPatternMatching,
      CocoaError.validationStringPatternMatching
    ),
    (
      132000, NSManagedObjectContextLockingError, .managedObjectContextLocking,
      CocoaError.managedObjectContextLocking
    ),
    (
      132010, NSPersistentStoreCoordinatorLockingError, .persistentStoreCoordinatorLocking,
      CocoaError.persistentStoreCoordinatorLocking
    ),
    (
      133000, NSManagedObjectReferentialIntegrityError, .managedObjectReferentialIntegrity,
      CocoaError.managedObjectReferentialIntegrity
    ),
    (
      133010, NSManagedObjectExternalRelationshipError, .managedObjectExternalRelationship,
      CocoaError.managedObjectExternalRelationship
    ),
    (133020, NSManagedObjectMergeError, .managedObjectMerge, CocoaError.managedObjectMerge),
    (
      133021, NSManagedObjectConstraintMergeError, .managedObjectConstraintMerge,
      CocoaError.managedObjectConstraintMerge
    ),
    (
      134000, NSPersistentStoreInvalidTypeError, .persistentStoreInvalidType,
      CocoaError.persistentStoreInvalidType
    ),
    (
      134040, NSPersistentStoreIncompleteSaveError, .persistentStoreIncompleteSave,
      CocoaError.persistentStoreIncompleteSave
    ),
    (
      134050, NSPersistentStoreSaveConflictsError, .persistentStoreSaveConflicts,
      CocoaError.persistentStoreSaveConflicts
    ),
    (134060, NSCoreDataError, .coreData, CocoaError.coreData),
    (134080, NSPersistentStoreOpenError, .persistentStoreOpen, CocoaError.persistentStoreOpen),
    (
      134100, NSPersistentStoreIncompatibleVersionHashError,
      .persistentStoreIncompatibleVersionHash,
      CocoaError.persistentStoreIncompatibleVersionHash
    ),
    (134180, NSSQLiteError, .sqlite, CocoaError.sqlite),
  ]

  // R-CTX-945
  @Test func codesHaveTheirThreeNames() {
    for (number, constant, code, shorthand) in Self.codes {
      #expect(constant == number)
      #expect(code.rawValue == number)
      #expect(shorthand == code)
    }
    #expect(CocoaError(.coreData).errorCode == 134060)
    #expect(CocoaError.errorDomain == NSCocoaErrorDomain)
  }

  // R-CTX-946, R-PSC-006
  @Test func keysHaveApplesTexts() {
    let keys = [
      NSDetailedErrorsKey, NSValidationObjectErrorKey, NSValidationKeyErrorKey,
      NSValidationPredicateErrorKey, NSValidationValueErrorKey, NSAffectedStoresErrorKey,
      NSAffectedObjectsErrorKey, NSPersistentStoreSaveConflictsErrorKey, NSSQLiteErrorDomain,
    ]
    #expect(
      keys == [
        "NSDetailedErrors", "NSValidationErrorObject", "NSValidationErrorKey",
        "NSValidationErrorPredicate", "NSValidationErrorValue", "NSAffectedStoresErrorKey",
        "NSAffectedObjectsErrorKey", "conflictList", "NSSQLiteErrorDomain",
      ])
  }

  private func failure(_ items: Int) -> CocoaError? {
    let context = ShoppingContainer().newBackgroundContext()
    return context.performAndWait {
      for _ in 0..<items { _ = ShoppingItem(context: context) }
      do {
        try context.save()
        return nil
      } catch {
        return error as? CocoaError
      }
    }
  }

  // R-CTX-947, R-CTX-948
  @Test func errorsSayWhatIsWrong() {
    let one = failure(1)
    #expect(one?.code == .validationMissingMandatoryProperty)
    #expect(one?.localizedDescription.contains("name") == true)
    let several = failure(2)
    #expect(several?.code == .validationMultipleErrors)
    #expect(
      several?.localizedDescription.lowercased().contains("multiple validation errors") == true)
    let details = several?.userInfo[NSDetailedErrorsKey] as? [any Error]
    #expect(details?.count == 2)
  }

  // As Apple's overlay has them
  @available(*, deprecated)
  @Test func formerNamesStandForTheCodes() {
    let names: [(CocoaError.Code, CocoaError.Code, CocoaError.Code)] = [
      (
        CocoaError.Code.managedObjectValidationError,
        CocoaError.managedObjectValidationError, .managedObjectValidation
      ),
      (
        CocoaError.Code.validationMultipleErrorsError,
        CocoaError.validationMultipleErrorsError, .validationMultipleErrors
      ),
      (
        CocoaError.Code.validationMissingMandatoryPropertyError,
        CocoaError.validationMissingMandatoryPropertyError, .validationMissingMandatoryProperty
      ),
      (
        CocoaError.Code.validationRelationshipLacksMinimumCountError,
        CocoaError.validationRelationshipLacksMinimumCountError,
        .validationRelationshipLacksMinimumCount
      ),
      (
        CocoaError.Code.validationRelationshipExceedsMaximumCountError,
        CocoaError.validationRelationshipExceedsMaximumCountError,
        .validationRelationshipExceedsMaximumCount
      ),
      (
        CocoaError.Code.validationRelationshipDeniedDeleteError,
        CocoaError.validationRelationshipDeniedDeleteError, .validationRelationshipDeniedDelete
      ),
      (
        CocoaError.Code.validationNumberTooLargeError,
        CocoaError.validationNumberTooLargeError, .validationNumberTooLarge
      ),
      (
        CocoaError.Code.validationNumberTooSmallError,
        CocoaError.validationNumberTooSmallError, .validationNumberTooSmall
      ),
      (
        CocoaError.Code.validationDateTooLateError,
        CocoaError.validationDateTooLateError, .validationDateTooLate
      ),
      (
        CocoaError.Code.validationDateTooSoonError,
        CocoaError.validationDateTooSoonError, .validationDateTooSoon
      ),
      (
        CocoaError.Code.validationInvalidDateError,
        CocoaError.validationInvalidDateError, .validationInvalidDate
      ),
      (
        CocoaError.Code.validationStringTooLongError,
        CocoaError.validationStringTooLongError, .validationStringTooLong
      ),
      (
        CocoaError.Code.validationStringTooShortError,
        CocoaError.validationStringTooShortError, .validationStringTooShort
      ),
      (
        CocoaError.Code.validationStringPatternMatchingError,
        CocoaError.validationStringPatternMatchingError, .validationStringPatternMatching
      ),
      (
        CocoaError.Code.managedObjectContextLockingError,
        CocoaError.managedObjectContextLockingError, .managedObjectContextLocking
      ),
      (
        CocoaError.Code.persistentStoreCoordinatorLockingError,
        CocoaError.persistentStoreCoordinatorLockingError, .persistentStoreCoordinatorLocking
      ),
      (
        CocoaError.Code.managedObjectReferentialIntegrityError,
        CocoaError.managedObjectReferentialIntegrityError, .managedObjectReferentialIntegrity
      ),
      (
        CocoaError.Code.managedObjectExternalRelationshipError,
        CocoaError.managedObjectExternalRelationshipError, .managedObjectExternalRelationship
      ),
      (
        CocoaError.Code.managedObjectMergeError,
        CocoaError.managedObjectMergeError, .managedObjectMerge
      ),
      (
        CocoaError.Code.managedObjectConstraintMergeError,
        CocoaError.managedObjectConstraintMergeError, .managedObjectConstraintMerge
      ),
      (
        CocoaError.Code.persistentStoreInvalidTypeError,
        CocoaError.persistentStoreInvalidTypeError, .persistentStoreInvalidType
      ),
      (
        CocoaError.Code.persistentStoreTypeMismatchError,
        CocoaError.persistentStoreTypeMismatchError, .persistentStoreTypeMismatch
      ),
      (
        CocoaError.Code.persistentStoreIncompatibleSchemaError,
        CocoaError.persistentStoreIncompatibleSchemaError, .persistentStoreIncompatibleSchema
      ),
      (
        CocoaError.Code.persistentStoreSaveError,
        CocoaError.persistentStoreSaveError, .persistentStoreSave
      ),
      (
        CocoaError.Code.persistentStoreIncompleteSaveError,
        CocoaError.persistentStoreIncompleteSaveError, .persistentStoreIncompleteSave
      ),
      (
        CocoaError.Code.persistentStoreSaveConflictsError,
        CocoaError.persistentStoreSaveConflictsError, .persistentStoreSaveConflicts
      ),
      (
        CocoaError.Code.coreDataError,
        CocoaError.coreDataError, .coreData
      ),
      (
        CocoaError.Code.persistentStoreOperationError,
        CocoaError.persistentStoreOperationError, .persistentStoreOperation
      ),
      (
        CocoaError.Code.persistentStoreOpenError,
        CocoaError.persistentStoreOpenError, .persistentStoreOpen
      ),
      (
        CocoaError.Code.persistentStoreTimeoutError,
        CocoaError.persistentStoreTimeoutError, .persistentStoreTimeout
      ),
      (
        CocoaError.Code.persistentStoreUnsupportedRequestTypeError,
        CocoaError.persistentStoreUnsupportedRequestTypeError,
        .persistentStoreUnsupportedRequestType
      ),
      (
        CocoaError.Code.persistentStoreIncompatibleVersionHashError,
        CocoaError.persistentStoreIncompatibleVersionHashError,
        .persistentStoreIncompatibleVersionHash
      ),
      (
        CocoaError.Code.migrationError,
        CocoaError.migrationError, .migration
      ),
      (
        CocoaError.Code.migrationCancelledError,
        CocoaError.migrationCancelledError, .migrationCancelled
      ),
      (
        CocoaError.Code.migrationMissingSourceModelError,
        CocoaError.migrationMissingSourceModelError, .migrationMissingSourceModel
      ),
      (
        CocoaError.Code.migrationMissingMappingModelError,
        CocoaError.migrationMissingMappingModelError, .migrationMissingMappingModel
      ),
      (
        CocoaError.Code.migrationManagerSourceStoreError,
        CocoaError.migrationManagerSourceStoreError, .migrationManagerSourceStore
      ),
      (
        CocoaError.Code.migrationManagerDestinationStoreError,
        CocoaError.migrationManagerDestinationStoreError, .migrationManagerDestinationStore
      ),
      (
        CocoaError.Code.entityMigrationPolicyError,
        CocoaError.entityMigrationPolicyError, .entityMigrationPolicy
      ),
      (
        CocoaError.Code.sqliteError,
        CocoaError.sqliteError, .sqlite
      ),
      (
        CocoaError.Code.inferredMappingModelError,
        CocoaError.inferredMappingModelError, .inferredMappingModel
      ),
      (
        CocoaError.Code.externalRecordImportError,
        CocoaError.externalRecordImportError, .externalRecordImport
      ),
    ]
    for (former, shorthand, present) in names {
      #expect(former == present)
      #expect(shorthand == present)
    }
  }

  @Test func anErrorHasPropertiesForWhatIsInIt() {
    let object = NSObject()
    let error = CocoaError(
      .managedObjectValidation,
      userInfo: [
        NSValidationKeyErrorKey: "age", NSValidationObjectErrorKey: object,
        NSValidationValueErrorKey: 3, NSValidationPredicateErrorKey: NSPredicate(value: true),
        NSAffectedObjectsErrorKey: [object],
        NSPersistentStoreSaveConflictsErrorKey: [NSMergeConflict](),
      ])
    #expect(error.validationKey == "age")
    #expect(error.validationObject as? NSObject === object)
    #expect(error.validationValue as? Int == 3)
    #expect(error.validationPredicate == NSPredicate(value: true))
    #expect(error.affectedObjects?.count == 1)
    #expect(error.affectedStores == nil)
    #expect(error.persistentStoreSaveConflicts?.isEmpty == true)
  }

  // R-CTX-444
  @Test func aRefusedValueIsToldByProperties() {
    let context = ShoppingContainer().newBackgroundContext()
    context.performAndWait {
      let item = ShoppingItem(name: "Milk", in: context)
      var value: Any? = nil
      let error = #expect(throws: CocoaError.self) {
        try item.validateValue(&value, forKey: "name")
      }
      #expect(error?.validationKey == "name")
      #expect(error?.validationObject as? NSManagedObject === item)
      #expect(error?.validationValue == nil)
    }
  }
}
