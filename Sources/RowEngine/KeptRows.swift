// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// A source that keeps the rows that it has been asked for: paths of many rows lead to few. Used by
/// one thread, for one query.
package final class KeptRows: RowSource {
  private let source: any RowSource
  private var rows: [ObjectKey: Row?] = [:]

  package init(_ source: any RowSource) { self.source = source }

  /// Beyond this many rows the first are forgotten, all at once.
  private static let limit = 1 << 14

  package func row(for key: ObjectKey) throws(StoreError) -> Row? {
    if let known = rows[key] { return known }
    let found = try source.row(for: key)
    if rows.count >= KeptRows.limit { rows.removeAll(keepingCapacity: true) }
    rows[key] = .some(found)
    return found
  }

  package func related(
    _ relationship: RelationshipReference, of owner: ObjectKey
  ) throws(StoreError) -> [ObjectKey] {
    try source.related(relationship, of: owner)
  }
}
