// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation

/// A value that an archive holds as it is, not as an object with parts.
package enum ArchivedValue: Hashable, Sendable {
  case boolean(Bool)
  case integer(Int64)
  case real(Double)
  case text(String)
  case data(Data)
  case date(Date)
}

/// A part of an object of an archive.
package enum ArchivedField: Hashable, Sendable {
  case value(ArchivedValue)
  /// Another object, by its number; 0 is no object.
  case reference(Int)
  case references([Int])
}

/// An object with parts, of a class by name that need not exist.
package struct ArchivedInstance: Hashable, Sendable {
  /// The class and those above it.
  package let classNames: [String]
  package let fields: [String: ArchivedField]

  package init(classNames: [String], fields: [String: ArchivedField]) {
    self.classNames = classNames
    self.fields = fields
  }
}
