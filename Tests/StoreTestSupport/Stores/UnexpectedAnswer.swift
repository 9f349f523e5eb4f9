// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// What a test did not count on.
package struct UnexpectedAnswer: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
