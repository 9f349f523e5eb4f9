// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Names that a property must not have, since `NSManagedObject` has members of these names. Not
/// `version` and `new`: those are members of the class only, and models in use have such properties.
package enum ReservedPropertyName {
  private static let names: Set<String> = [
    "class", "copy", "debugDescription", "description", "entity", "faultingState",
    "hasChanges", "hasPersistentChangedValues", "hash", "init", "isDeleted", "isFault",
    "isInserted", "isProxy", "isUpdated", "managedObjectContext", "mutableCopy",
    "objectID", "observationInfo", "prepareForDeletion", "self", "superclass",
    "changedValues", "changedValuesForCurrentEvent", "awakeFromFetch",
    "awakeFromInsert", "willSave", "didSave", "willTurnIntoFault", "didTurnIntoFault",
    "contextShouldIgnoreUnmodeledPropertyChanges",
  ]

  /// Returns true if a model with such a property cannot be loaded (R-MOD-047).
  package static func contains(_ name: String) -> Bool { names.contains(name) }
}
