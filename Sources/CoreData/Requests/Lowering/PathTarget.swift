// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Where a key path of a predicate or sort descriptor leads.
enum PathTarget {
  /// A stored attribute, or a leaf of a composite.
  case attribute(ColumnPath, AttributeType, NSPropertyDescription)
  /// A function of a stored string, as `name.length`.
  case computed(ScalarFunction, ColumnPath, AttributeType)
  /// An object: the one asked about or the destination of to-ones.
  case object(ColumnPath, PropertyLayout)
  /// An object's entity.
  case entity(ColumnPath, PropertyLayout)
  /// The name of an object's entity.
  case entityName(ColumnPath, PropertyLayout)
  /// A to-many relationship to objects of an entity, and what follows it in the path.
  case toMany(ToManyPath, PropertyLayout, rest: [String])
}
