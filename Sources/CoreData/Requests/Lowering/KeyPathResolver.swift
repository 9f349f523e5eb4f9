// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Follows key paths through the layouts of a frozen model, from names to columns.
struct KeyPathResolver {
  /// By the numbers of their entities.
  let layouts: [PropertyLayout]
  /// True if a path to a transient or fetched property is left for evaluation on objects; an
  /// error otherwise, since no store has such values.
  let leavesUnstoredKeys: Bool

  init(model: NSManagedObjectModel, leavesUnstoredKeys: Bool = false) {
    layouts = model.orderedLayouts
    self.leavesUnstoredKeys = leavesUnstoredKeys
  }

  /// Where a path leads. Throws an error that names path and entity for an unknown key, and
  /// `Untranslatable` for what only objects can tell.
  func resolve(_ path: [String], from layout: PropertyLayout) throws -> PathTarget {
    var walk = Walk(layout: layout)
    var rest = path[...]
    if let first = path.first, first.hasPrefix("@"), path.count > 1 {
      return try resolve(leadingOperator: first, path, from: layout)
    }
    while let key = rest.popFirst() {
      if key == "self" || key == "SELF" { continue }
      if let target = try special(key, rest: &rest, walk: walk, path: path, layout: layout) {
        return target
      }
      guard let record = walk.layout.record(named: key) else {
        throw LoweringError.unknownKeyPath(path, in: layout)
      }
      guard isStored(record) else { throw unstored(path, layout) }
      switch record.kind {
      case .attribute:
        return try attribute(record, rest: rest, walk: walk, path: path, layout: layout)
      case .composite: return try leaf(record, rest: rest, walk: walk, path: path, layout: layout)
      case .toOne: walk.step(over: record.column, to: layouts[record.destination])
      case .toMany:
        return .toMany(
          ToManyPath(hops: walk.hops, toMany: record.column), layouts[record.destination],
          rest: Array(rest))
      case .fetched: throw unstored(path, layout)
      }
    }
    return .object(walk.object, walk.layout)
  }

  /// A walk over to-ones.
  private struct Walk {
    var layout: PropertyLayout
    var hops: [Int] = []

    /// The object reached: its key, or the to-one that holds it.
    var object: ColumnPath {
      guard let last = hops.last else { return ColumnPath(.key) }
      return ColumnPath(hops: hops.dropLast(), .toOne(last))
    }

    mutating func step(over toOne: Int, to destination: PropertyLayout) {
      hops.append(toOne)
      layout = destination
    }
  }

  // MARK: - Steps

  private func isStored(_ record: PropertyRecord) -> Bool {
    record.kind == .composite
      ? !record.isTransient && !record.leaves.isEmpty : record.column >= 0
  }

  private func unstored(_ path: [String], _ layout: PropertyLayout) -> any Error {
    leavesUnstoredKeys ? Untranslatable() : LoweringError.unknownKeyPath(path, in: layout)
  }

  /// Keys that every object has: its ID and its entity.
  private func special(
    _ key: String, rest: inout ArraySlice<String>, walk: Walk, path: [String],
    layout: PropertyLayout
  ) throws -> PathTarget? {
    guard walk.layout.index(of: key) == nil else { return nil }
    switch key {
    case "objectID" where rest.isEmpty: return .object(walk.object, walk.layout)
    case "entity" where rest.isEmpty: return .entity(walk.object, walk.layout)
    case "entity" where rest.elementsEqual(["name"]): return .entityName(walk.object, walk.layout)
    default: return nil
    }
  }

  private func attribute(
    _ record: PropertyRecord, rest: ArraySlice<String>, walk: Walk, path: [String],
    layout: PropertyLayout
  ) throws -> PathTarget {
    guard let type = record.type else { throw unstored(path, layout) }
    let column = ColumnPath(hops: walk.hops, .attribute(record.column))
    guard let property = rest.first else { return .attribute(column, type, record.description) }
    switch (property, type, rest.count) {
    case ("length", .string, 1): return .computed(.length, column, .integer64)
    case ("uppercaseString", .string, 1), ("uppercased", .string, 1):
      return .computed(.uppercase, column, .string)
    case ("lowercaseString", .string, 1), ("lowercased", .string, 1):
      return .computed(.lowercase, column, .string)
    case ("timeIntervalSinceReferenceDate", .date, 1), (_, .transformable, _):
      throw Untranslatable()
    default: throw LoweringError.unknownKeyPath(path, in: layout)
    }
  }

  private func leaf(
    _ record: PropertyRecord, rest: ArraySlice<String>, walk: Walk, path: [String],
    layout: PropertyLayout
  ) throws -> PathTarget {
    guard !rest.isEmpty else { throw Untranslatable() }
    guard let leaf = record.leaves.first(where: { rest.elementsEqual($0.path) }),
      let column = walk.layout.schema.attributes.firstIndex(where: { $0.slot == leaf.slot })
    else { throw LoweringError.unknownKeyPath(path, in: layout) }
    return .attribute(
      ColumnPath(hops: walk.hops, .attribute(column)), leaf.type, record.description)
  }

  /// `@sum.items.price` means `items.@sum.price`.
  private func resolve(
    leadingOperator name: String, _ path: [String], from layout: PropertyLayout
  ) throws -> PathTarget {
    let target = try resolve(Array(path.dropFirst()), from: layout)
    guard case .toMany(let toMany, let destination, let rest) = target else {
      throw Untranslatable()
    }
    return .toMany(toMany, destination, rest: [name] + rest)
  }
}
