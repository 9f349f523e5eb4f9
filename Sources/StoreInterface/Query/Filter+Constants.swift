// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// The constants of a filter in the order in which they stand, an object that a path is to lead to among
// them as a reference. Filters that differ in nothing else have one form.

extension Filter {
  /// Calls `body` with each constant. False for a filter with lists or conditional values, which have no
  /// form.
  package func forEachConstant(_ body: (AttributeValue) -> Void) -> Bool {
    switch self {
    case .constant, .isEntity: true
    case .and(let filters), .or(let filters): filters.allSatisfy { $0.forEachConstant(body) }
    case .not(let filter), .quantified(_, _, let filter): filter.forEachConstant(body)
    case .compare(let left, _, let right, _), .match(_, let left, let right, _):
      left.forEachConstant(body) && right.forEachConstant(body)
    case .isNull(let operand): operand.forEachConstant(body)
    case .between(let operand, let lower, let upper):
      operand.forEachConstant(body) && lower.forEachConstant(body) && upper.forEachConstant(body)
    case .isObject(_, let keys): keys.count == 1 && AttributeValue.visit(keys[0], body)
    case .isIn: false
    }
  }

  /// Returns the filter with other constants, which are asked for in their order; nil for one without a
  /// form, and where an object is to be replaced by something else.
  package func replacingConstants(_ next: (AttributeValue) -> AttributeValue) -> Filter? {
    switch self {
    case .constant, .isEntity: return self
    case .and(let filters): return Filter.replacing(filters, next).map { .and($0) }
    case .or(let filters): return Filter.replacing(filters, next).map { .or($0) }
    case .not(let filter): return filter.replacingConstants(next).map { .not($0) }
    case .quantified(let quantifier, let path, let filter):
      return filter.replacingConstants(next).map { .quantified(quantifier, path, $0) }
    case .compare(let left, let comparison, let right, let options):
      guard let left = left.replacingConstants(next), let right = right.replacingConstants(next)
      else { return nil }
      return .compare(left, comparison, right, options)
    case .match(let kind, let operand, let pattern, let options):
      guard let operand = operand.replacingConstants(next),
        let pattern = pattern.replacingConstants(next)
      else { return nil }
      return .match(kind, operand, pattern: pattern, options)
    case .isNull(let operand): return operand.replacingConstants(next).map { .isNull($0) }
    case .between(let operand, let lower, let upper):
      guard let operand = operand.replacingConstants(next),
        let lower = lower.replacingConstants(next), let upper = upper.replacingConstants(next)
      else { return nil }
      return .between(operand, lower: lower, upper: upper)
    case .isObject(let path, let keys):
      guard keys.count == 1, case .reference(let key) = next(.reference(keys[0])) else {
        return nil
      }
      return .isObject(path, [key])
    case .isIn: return nil
    }
  }

  private static func replacing(
    _ filters: [Filter], _ next: (AttributeValue) -> AttributeValue
  ) -> [Filter]? {
    var result: [Filter] = []
    result.reserveCapacity(filters.count)
    for filter in filters {
      guard let filter = filter.replacingConstants(next) else { return nil }
      result.append(filter)
    }
    return result
  }

  /// Returns true if two filters have one form, and `areAlike` says so of each two constants.
  package func hasForm(
    of other: Filter, _ areAlike: (AttributeValue, AttributeValue) -> Bool
  ) -> Bool {
    switch (self, other) {
    case (.constant(let a), .constant(let b)): a == b
    case (.and(let a), .and(let b)), (.or(let a), .or(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.hasForm(of: $1, areAlike) }
    case (.not(let a), .not(let b)): a.hasForm(of: b, areAlike)
    case (.isNull(let a), .isNull(let b)): a.hasForm(of: b, areAlike)
    case (.isEntity(let a, let some), .isEntity(let b, let others)): a == b && some == others
    case (.isObject(let a, let some), .isObject(let b, let others)):
      a == b && some.count == 1 && others.count == 1
        && areAlike(.reference(some[0]), .reference(others[0]))
    case (.quantified(let a, let one, let test), .quantified(let b, let other, let check)):
      a == b && one == other && test.hasForm(of: check, areAlike)
    default: hasFormOfComparison(other, areAlike)
    }
  }

  private func hasFormOfComparison(
    _ other: Filter, _ areAlike: (AttributeValue, AttributeValue) -> Bool
  ) -> Bool {
    switch (self, other) {
    case (.compare(let a, let one, let b, let some), .compare(let c, let two, let d, let others)):
      one == two && some == others && a.hasForm(of: c, areAlike) && b.hasForm(of: d, areAlike)
    case (.match(let one, let a, let b, let some), .match(let two, let c, let d, let others)):
      one == two && some == others && a.hasForm(of: c, areAlike) && b.hasForm(of: d, areAlike)
    case (.between(let a, let b, let c), .between(let d, let e, let f)):
      a.hasForm(of: d, areAlike) && b.hasForm(of: e, areAlike) && c.hasForm(of: f, areAlike)
    default: false
    }
  }

  /// Feeds what tells forms apart: not all of it, but enough for most.
  package func hashForm(into hasher: inout Hasher) {
    switch self {
    case .constant(let value): hasher.combine(value)
    case .and(let filters), .or(let filters):
      hasher.combine(filters.count)
      for filter in filters { filter.hashForm(into: &hasher) }
    case .not(let filter), .quantified(_, _, let filter): filter.hashForm(into: &hasher)
    case .compare(let operand, let comparison, _, _):
      hasher.combine(comparison)
      operand.hashForm(into: &hasher)
    case .match(let kind, let operand, _, _):
      hasher.combine(kind)
      operand.hashForm(into: &hasher)
    case .isNull(let operand), .between(let operand, _, _), .isIn(let operand, _, _):
      operand.hashForm(into: &hasher)
    case .isObject(let path, _), .isEntity(let path, _): hasher.combine(path)
    }
  }
}

extension AttributeValue {
  fileprivate static func visit(_ key: ObjectKey, _ body: (AttributeValue) -> Void) -> Bool {
    body(.reference(key))
    return true
  }
}

extension Operand {
  fileprivate func forEachConstant(_ body: (AttributeValue) -> Void) -> Bool {
    switch self {
    case .value(let value):
      body(value)
      return true
    case .column, .aggregate, .count(_, where: nil): return true
    case .count(_, let filter?): return filter.forEachConstant(body)
    case .function(_, let operands): return operands.allSatisfy { $0.forEachConstant(body) }
    case .conditional: return false
    }
  }

  fileprivate func replacingConstants(_ next: (AttributeValue) -> AttributeValue) -> Operand? {
    switch self {
    case .value(let value): return .value(next(value))
    case .column, .aggregate, .count(_, where: nil): return self
    case .count(let path, let filter?):
      return filter.replacingConstants(next).map { .count(path, where: $0) }
    case .function(let function, let operands):
      var arguments: [Operand] = []
      for operand in operands {
        guard let argument = operand.replacingConstants(next) else { return nil }
        arguments.append(argument)
      }
      return .function(function, arguments)
    case .conditional: return nil
    }
  }

  fileprivate func hasForm(
    of other: Operand, _ areAlike: (AttributeValue, AttributeValue) -> Bool
  ) -> Bool {
    switch (self, other) {
    case (.value(let a), .value(let b)): areAlike(a, b)
    case (.column(let a), .column(let b)): a == b
    case (.aggregate, .aggregate), (.count(_, where: nil), .count(_, where: nil)): self == other
    case (.count(let a, let test?), .count(let b, let check?)):
      a == b && test.hasForm(of: check, areAlike)
    case (.function(let a, let some), .function(let b, let others)):
      a == b && some.count == others.count
        && zip(some, others).allSatisfy { $0.hasForm(of: $1, areAlike) }
    default: false
    }
  }

  fileprivate func hashForm(into hasher: inout Hasher) {
    if case .column(let path) = self { hasher.combine(path) }
  }
}
