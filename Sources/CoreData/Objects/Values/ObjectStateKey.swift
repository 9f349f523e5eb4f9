// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// A key by which objects tell of themselves beside their properties, to programs and to predicates that
/// are evaluated on objects. No property can have such a name (R-MOD-047).
enum ObjectStateKey: String {
  case objectID
  case `self`
  case entity
  case managedObjectContext
  case isInserted
  case isUpdated
  case isDeleted
  case isFault
  case hasChanges
  case hasPersistentChangedValues
  case faultingState
  case description

  func value(of object: NSManagedObject) -> Any? {
    switch self {
    case .objectID: object.objectID
    case .`self`: object
    case .entity: object.entity
    case .managedObjectContext: object.managedObjectContext
    case .isInserted: NSNumber(value: object.isInserted)
    case .isUpdated: NSNumber(value: object.isUpdated)
    case .isDeleted: NSNumber(value: object.isDeleted)
    case .isFault: NSNumber(value: object.isFault)
    case .hasChanges: NSNumber(value: object.hasChanges)
    case .hasPersistentChangedValues: NSNumber(value: object.hasPersistentChangedValues)
    case .faultingState: NSNumber(value: object.faultingState)
    case .description: object.description
    }
  }
}
