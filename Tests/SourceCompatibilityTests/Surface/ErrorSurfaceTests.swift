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
}
