// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Follows key paths from names to columns.
struct KeyPathResolver {
  let model: any PredicateModel
  /// True if a path to a transient or fetched property is left for evaluation on objects; an
  /// error otherwise, since no store has such values.
  var leavesUnstoredKeys: Bool { leavesKeys() }
  private let leavesKeys: () -> Bool

  init(model: any PredicateModel, leavesUnstoredKeys: @escaping () -> Bool) {
    self.model = model
    leavesKeys = leavesUnstoredKeys
  }

  /// Follows a path. Throws an error that names path and entity for an unknown key, and
  /// `Untranslatable` for what only objects can tell.
  func resolve(_ path: [String], from entity: any NamedEntity) throws -> PathTarget {
    if let first = path.first, first.hasPrefix("@"), path.count > 1 {
      return try resolve(leadingOperator: first, path, from: entity)
    }
    var walk = Walk(path: path, origin: entity)
    while let key = walk.rest.popFirst() {
      if key == "self" || key == "SELF" { continue }
      guard let property = walk.entity.property(named: key) else {
        if let target = special(key, at: walk) { return target }
        throw walk.unknown
      }
      switch property {
      case .attribute(let column, let type, let number):
        return try attribute(column, of: type, number, at: walk)
      case .composite(let leaves, let number): return try leaf(of: leaves, number, at: walk)
      case .toOne(let column, let destination):
        walk.step(over: column, to: model.entity(destination))
      case .toMany(let column, let destination):
        return .toMany(
          ToManyPath(hops: walk.hops, toMany: column), model.entity(destination),
          rest: Array(walk.rest))
      case .unstored: throw leavesUnstoredKeys ? Untranslatable() : walk.unknown
      }
    }
    return .object(walk.object, walk.entity)
  }

  /// A walk over to-ones.
  private struct Walk {
    let path: [String]
    let origin: any NamedEntity
    var entity: any NamedEntity
    /// The names that are still to be followed.
    var rest: ArraySlice<String>
    var hops: [Int] = []

    init(path: [String], origin: any NamedEntity) {
      self.path = path
      self.origin = origin
      entity = origin
      rest = path[...]
    }

    /// The object reached: its key, or the to-one that holds it.
    var object: ColumnPath {
      guard let last = hops.last else { return ColumnPath(.key) }
      return ColumnPath(hops: hops.dropLast(), .toOne(last))
    }

    /// The error of a path with a name that is not known.
    var unknown: any Error {
      LoweringError.unknownKeyPath(path, entity: origin.schema.name)
    }

    mutating func step(over toOne: Int, to destination: any NamedEntity) {
      hops.append(toOne)
      entity = destination
    }
  }

  // MARK: - Steps

  /// Keys that every object has: its ID and its entity.
  private func special(_ key: String, at walk: Walk) -> PathTarget? {
    switch key {
    case "objectID" where walk.rest.isEmpty: .object(walk.object, walk.entity)
    case "entity" where walk.rest.isEmpty: .entity(walk.object, walk.entity)
    case "entity" where walk.rest.elementsEqual(["name"]): .entityName(walk.object, walk.entity)
    default: nil
    }
  }

  private func attribute(
    _ column: Int, of type: AttributeType, _ number: PropertyNumber, at walk: Walk
  ) throws -> PathTarget {
    let column = ColumnPath(hops: walk.hops, .attribute(column))
    guard let property = walk.rest.first else { return .attribute(column, type, number) }
    switch (property, type, walk.rest.count) {
    case ("length", .string, 1): return .computed(.length, column, .integer64)
    case ("uppercaseString", .string, 1), ("uppercased", .string, 1):
      return .computed(.uppercase, column, .string)
    case ("lowercaseString", .string, 1), ("lowercased", .string, 1):
      return .computed(.lowercase, column, .string)
    // An address is stored as its text.
    case ("absoluteString", .uri, 1): return .attribute(column, .string, number)
    case ("timeIntervalSinceReferenceDate", .date, 1), (_, .transformable, _):
      throw Untranslatable()
    // What `NSURL` has: objects are asked.
    case ("path", .uri, 1), ("host", .uri, 1), ("scheme", .uri, 1),
      ("lastPathComponent", .uri, 1), ("pathExtension", .uri, 1):
      throw Untranslatable()
    // What `NSNumber` has: objects are asked.
    case ("stringValue", _, 1) where type.isNumber: throw Untranslatable()
    default: throw walk.unknown
    }
  }

  private func leaf(
    of leaves: [NamedProperty.Leaf], _ number: PropertyNumber, at walk: Walk
  ) throws -> PathTarget {
    let names = Array(walk.rest)
    guard let leaf = leaves.first(where: { names.starts(with: $0.path) }),
      let column = walk.entity.schema.attributes.firstIndex(where: { $0.slot == leaf.slot })
    else {
      // A composite is no column: objects have it, as a dictionary.
      throw leaves.contains { $0.path.starts(with: names) } ? Untranslatable() : walk.unknown
    }
    var walk = walk
    walk.rest = walk.rest.dropFirst(leaf.path.count)
    return try attribute(column, of: leaf.type, number, at: walk)
  }

  /// `@sum.items.price` means `items.@sum.price`.
  private func resolve(
    leadingOperator name: String, _ path: [String], from entity: any NamedEntity
  ) throws -> PathTarget {
    let target = try resolve(Array(path.dropFirst()), from: entity)
    guard case .toMany(let toMany, let destination, let rest) = target else {
      throw Untranslatable()
    }
    return .toMany(toMany, destination, rest: [name] + rest)
  }
}

/// The end of a key path of a predicate or sort descriptor.
enum PathTarget {
  /// A stored attribute, or a leaf of a composite.
  case attribute(ColumnPath, AttributeType, PropertyNumber)
  /// A function of a stored string, as `name.length`.
  case computed(ScalarFunction, ColumnPath, AttributeType)
  /// An object: the one asked about or the destination of to-ones.
  case object(ColumnPath, any NamedEntity)
  /// An object's entity.
  case entity(ColumnPath, any NamedEntity)
  /// The name of an object's entity.
  case entityName(ColumnPath, any NamedEntity)
  /// A to-many relationship to objects of an entity, and what follows it in the path.
  case toMany(ToManyPath, any NamedEntity, rest: [String])
}

extension AttributeType {
  /// True if the attribute's values are numbers to the program.
  fileprivate var isNumber: Bool {
    self != .date && [.integer, .double, .decimal].contains(slotKind)
  }
}
