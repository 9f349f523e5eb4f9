// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

// A filter may name objects of any store. For one store, its own lose their ordinal, and the others
// become objects that no store has: they match nothing and are no error (R-PSC-262).

extension Query {
  /// Returns the query as a store is asked it; nil when its filter can match nothing there.
  func localized(to ordinal: Int, _ nullSemantics: NullSemantics) -> Query? {
    var query = self
    query.nullSemantics = nullSemantics
    guard let filter, filter.mentionsObjects else { return query }
    guard !filter.isEmpty(in: ordinal) else { return nil }
    query.filter = filter.localized(to: ordinal)
    return query
  }
}

extension ObjectKey {
  /// Numbers begin at 1, so a negated one is nobody's, and stays different from others.
  fileprivate func localized(to ordinal: Int) -> ObjectKey {
    ObjectKey(entity: entity, number: store == ordinal || number < 0 ? number : -number)
  }
}

extension AttributeValue {
  fileprivate func localized(to ordinal: Int) -> AttributeValue {
    if case .reference(let key) = self { .reference(key.localized(to: ordinal)) } else { self }
  }

  fileprivate var isReference: Bool {
    if case .reference = self { true } else { false }
  }

  fileprivate func isForeign(to ordinal: Int) -> Bool {
    if case .reference(let key) = self { key.store != ordinal } else { false }
  }
}

extension Filter {
  fileprivate var mentionsObjects: Bool {
    switch self {
    case .constant, .isEntity: false
    case .isObject: true
    case .and(let parts), .or(let parts): parts.contains(where: \.mentionsObjects)
    case .not(let part): part.mentionsObjects
    case .compare(let left, _, let right, _): left.mentionsObjects || right.mentionsObjects
    case .isNull(let operand): operand.mentionsObjects
    case .between(let operand, let lower, let upper):
      operand.mentionsObjects || lower.mentionsObjects || upper.mentionsObjects
    case .isIn(let operand, let values, _):
      operand.mentionsObjects || values.contains(where: \.isReference)
    case .match(_, let operand, let pattern, _):
      operand.mentionsObjects || pattern.mentionsObjects
    case .quantified(_, _, let part): part.mentionsObjects
    }
  }

  /// Returns true if the filter asks for objects of other stores only, so that the store need not
  /// be asked.
  fileprivate func isEmpty(in ordinal: Int) -> Bool {
    switch self {
    case .isObject(_, let keys): keys.allSatisfy { $0.store != ordinal }
    case .compare(_, .equal, .value(let value), _): value.isForeign(to: ordinal)
    case .compare(.value(let value), .equal, _, _): value.isForeign(to: ordinal)
    case .isIn(_, let values, _):
      !values.isEmpty && values.allSatisfy { $0.isForeign(to: ordinal) }
    case .and(let parts): parts.contains { $0.isEmpty(in: ordinal) }
    case .or(let parts): parts.allSatisfy { $0.isEmpty(in: ordinal) }
    default: false
    }
  }

  /// Copies only the parts that mention objects.
  fileprivate func localized(to ordinal: Int) -> Filter {
    guard mentionsObjects else { return self }
    return switch self {
    case .constant, .isEntity: self
    case .isObject(let path, let keys): .isObject(path, Filter.localized(keys, to: ordinal))
    case .and(let parts): .and(parts.map { $0.localized(to: ordinal) })
    case .or(let parts): .or(parts.map { $0.localized(to: ordinal) })
    case .not(let part): .not(part.localized(to: ordinal))
    case .compare(let left, let comparison, let right, let options):
      .compare(
        left.localized(to: ordinal), comparison, right.localized(to: ordinal), options)
    case .isNull(let operand): .isNull(operand.localized(to: ordinal))
    case .between(let operand, let lower, let upper):
      .between(
        operand.localized(to: ordinal), lower: lower.localized(to: ordinal),
        upper: upper.localized(to: ordinal))
    case .isIn(let operand, let values, let options):
      .isIn(
        operand.localized(to: ordinal), values.map { $0.localized(to: ordinal) }, options)
    case .match(let comparison, let operand, let pattern, let options):
      .match(
        comparison, operand.localized(to: ordinal), pattern: pattern.localized(to: ordinal),
        options)
    case .quantified(let quantifier, let path, let part):
      .quantified(quantifier, path, part.localized(to: ordinal))
    }
  }

  /// Returns the store's own keys; when there is none, one that nobody has, so that a null path is
  /// treated as beside any other key.
  private static func localized(_ keys: [ObjectKey], to ordinal: Int) -> [ObjectKey] {
    let own = keys.filter { $0.store == ordinal }
    return own.isEmpty ? keys.prefix(1).map { $0.localized(to: ordinal) } : own.inStoreZero
  }
}

extension Operand {
  fileprivate var mentionsObjects: Bool {
    switch self {
    case .value(let value): value.isReference
    case .column, .aggregate: false
    case .count(_, let filter): filter?.mentionsObjects ?? false
    case .function(_, let arguments): arguments.contains(where: \.mentionsObjects)
    case .conditional(let filter, let first, let second):
      filter.mentionsObjects || first.mentionsObjects || second.mentionsObjects
    }
  }

  /// Returns the operand as a store is asked for it.
  func localized(to ordinal: Int) -> Operand {
    guard mentionsObjects else { return self }
    return switch self {
    case .value(let value): .value(value.localized(to: ordinal))
    case .column, .aggregate: self
    case .count(let path, let filter): .count(path, where: filter?.localized(to: ordinal))
    case .function(let function, let arguments):
      .function(function, arguments.map { $0.localized(to: ordinal) })
    case .conditional(let filter, let first, let second):
      .conditional(
        filter.localized(to: ordinal), first.localized(to: ordinal),
        second.localized(to: ordinal))
    }
  }
}
