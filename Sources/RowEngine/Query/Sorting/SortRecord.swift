// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// A row that is being sorted, with what its sort keys need from elsewhere.
package struct SortRecord: Sendable {
  package var key: ObjectKey
  package var row: Row
  /// For each sort key that follows to-one relationships, in order: the row they lead to.
  var targets: [Row?]
  /// For each case-insensitive sort key, in order: its text, folded once.
  var texts: [[UInt8]?]
}
