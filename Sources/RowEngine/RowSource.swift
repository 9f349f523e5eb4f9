// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// Where evaluation finds rows beyond the one it was given: destinations of to-one paths and
/// members of to-many relationships.
///
/// Used by one thread at a time. Throws only what reading the underlying store throws.
package protocol RowSource {
  /// Returns the row of a key, or nil. The key's entity may be an ancestor of the concrete one.
  func row(for key: ObjectKey) throws(StoreError) -> Row?

  /// Returns the concrete keys of the members of one owner's to-many, in any order.
  func related(_ relationship: RelationshipReference, of owner: ObjectKey)
    throws(StoreError) -> [ObjectKey]
}

/// A source without rows, for conditions that do not cross relationships.
package struct NoRows: RowSource {
  package init() {}

  package func row(for key: ObjectKey) throws(StoreError) -> Row? { nil }

  package func related(_ relationship: RelationshipReference, of owner: ObjectKey)
    throws(StoreError) -> [ObjectKey]
  { [] }
}

/// A store's snapshot as a source. Costs one store call per question.
package struct SnapshotRows: RowSource {
  private let snapshot: any StoreSnapshot

  package init(_ snapshot: any StoreSnapshot) { self.snapshot = snapshot }

  package func row(for key: ObjectKey) throws(StoreError) -> Row? { try snapshot.row(for: key) }

  package func related(_ relationship: RelationshipReference, of owner: ObjectKey)
    throws(StoreError) -> [ObjectKey]
  { try snapshot.related(relationship, of: [owner], withRows: false).keys }
}
