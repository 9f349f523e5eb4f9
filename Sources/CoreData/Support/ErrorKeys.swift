// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

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
/// The objects that an error concerns: `[NSManagedObject]`.
public let NSAffectedObjectsErrorKey: String = "NSAffectedObjectsErrorKey"
/// The conflicts of a failed save: `[NSMergeConflict]`.
public let NSPersistentStoreSaveConflictsErrorKey: String = "conflictList"
/// The key of SQLite's own (extended) result code, an `NSNumber`.
public let NSSQLiteErrorDomain: String = "NSSQLiteErrorDomain"
/// The key of LMDB's own result code, an `NSNumber`. Our addition.
public let LMDBErrorDomain: String = "LMDBErrorDomain"
