// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// Properties for the entries that errors of Core Data have in their `userInfo`.
extension CocoaError {
  /// The name of the property that a validation refused; nil for other errors.
  public var validationKey: String? { userInfo[NSValidationKeyErrorKey] as? String }

  /// The object that a validation refused; nil for other errors.
  public var validationObject: Any? { userInfo[NSValidationObjectErrorKey] }

  /// The predicate of the model that a value did not meet; nil for other errors.
  public var validationPredicate: NSPredicate? {
    userInfo[NSValidationPredicateErrorKey] as? NSPredicate
  }

  /// The value that a validation refused; nil for other errors, and for a value that is missing.
  public var validationValue: Any? { userInfo[NSValidationValueErrorKey] }

  /// The objects concerned; nil where the error names none.
  public var affectedObjects: [AnyObject]? {
    userInfo[NSAffectedObjectsErrorKey] as? [AnyObject]
  }

  /// The stores concerned; nil where the error names none.
  public var affectedStores: [AnyObject]? {
    userInfo[NSAffectedStoresErrorKey] as? [AnyObject]
  }

  /// The conflicts that a save was refused for; nil for other errors.
  public var persistentStoreSaveConflicts: [NSMergeConflict]? {
    userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
  }
}
