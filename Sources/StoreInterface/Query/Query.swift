// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A question to one store.
package struct Query: Hashable, Sendable {
  /// The output for each match.
  package enum Output: Hashable, Sendable {
    case keys
    case rows
  }

  /// The entity whose columns the filter and the sort keys speak of.
  package var entity: Int
  /// The concrete entities asked for: the entity's subtree, or a part of it.
  package var concreteEntities: Range<Int>
  package var filter: Filter?
  /// Without sort keys the order is by concrete hierarchy number (the key's number), ascending;
  /// with them that is the final tie-break.
  package var sort: [SortKey] = []
  /// How many matches to skip; how many to return (0: all).
  package var offset = 0
  package var limit = 0
  package var output = Output.rows
  package var nullSemantics = NullSemantics.definite
  /// True if rows must come with the keys even of a store for which they are costly.
  package var needsRows = false
  /// True if rows need hold no other values than those that the sort keys' paths begin with. A store
  /// may leave the others out, which then are null.
  package var wantsSortColumnsOnly = false

  package init(entity: Int, concreteEntities: Range<Int>, filter: Filter? = nil) {
    self.entity = entity
    self.concreteEntities = concreteEntities
    self.filter = filter
  }
}

/// A to-many relationship: an entity and an index of its `toManys`.
package struct RelationshipReference: Hashable, Sendable {
  package var entity: Int
  package var toMany: Int

  package init(entity: Int, toMany: Int) {
    self.entity = entity
    self.toMany = toMany
  }
}
