// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// A value that a copy could not take along, since the file in which it lies is missing.
package struct MissingValue: Sendable, Equatable {
  package let entityName: String
  package let attributeName: String
  package let path: String

  /// Hands out the missing values of a row. Looks for each file.
  static func find(in row: Row, _ entity: EntitySchema, _ body: (MissingValue) -> Void) {
    for attribute in entity.attributes
    where attribute.allowsExternalStorage && !row.isNull(attribute.slot) {
      guard let path = row.externalPath(attribute.slot), access(path, R_OK) != 0 else { continue }
      body(MissingValue(entityName: entity.name, attributeName: attribute.name, path: path))
    }
  }
}

/// Is told of missing values.
package typealias MissingValueHandler = (MissingValue) -> Void
