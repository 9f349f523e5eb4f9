// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// The weight of a filter for a store. SQLite's parser keeps at most 100 unfinished symbols, and
/// its planner takes time that grows with the square of the conditions.
extension Filter {
  /// The unfinished symbols that a filter may need, with room for the statement around it.
  private static let greatestNesting = 72
  /// The conditions that a filter may have.
  private static let greatestLength = 2_000

  /// True if a store should not be asked this. Cost: O(filter).
  var isExcessive: Bool {
    nesting > Filter.greatestNesting || length > Filter.greatestLength
  }

  fileprivate var nesting: Int {
    switch self {
    case .constant, .isObject, .isEntity: 2
    case .and(let filters), .or(let filters): 3 + (filters.map(\.nesting).max() ?? 0)
    case .not(let filter): 4 + filter.nesting
    case .compare(let left, _, let right, _): 7 + max(left.nesting, right.nesting)
    case .isNull(let operand), .isIn(let operand, _, _): 6 + operand.nesting
    case .between(let value, let lower, let upper):
      9 + max(value.nesting, lower.nesting, upper.nesting)
    case .match(_, let value, let pattern, _): 7 + max(value.nesting, pattern.nesting)
    case .quantified(_, _, let filter): 14 + filter.nesting
    }
  }

  fileprivate var length: Int {
    switch self {
    case .constant, .isObject, .isEntity: 1
    case .and(let filters), .or(let filters): filters.reduce(1) { $0 + $1.length }
    case .not(let filter), .quantified(_, _, let filter): 1 + filter.length
    case .compare(let left, _, let right, _), .match(_, let left, let right, _):
      left.length + right.length
    case .isNull(let operand), .isIn(let operand, _, _): operand.length
    case .between(let value, let lower, let upper): value.length + lower.length + upper.length
    }
  }
}

extension Operand {
  fileprivate var nesting: Int {
    switch self {
    case .value, .column, .aggregate: 2
    case .count(_, let filter): 12 + (filter?.nesting ?? 0)
    case .function(_, let operands): 6 + (operands.map(\.nesting).max() ?? 0)
    // The text of a condition may come several times over in what is made of it.
    case .conditional(let filter, let first, let second):
      16 + max(filter.nesting, first.nesting, second.nesting)
    }
  }

  fileprivate var length: Int {
    switch self {
    case .value, .column, .aggregate: 1
    case .count(_, let filter): 1 + (filter?.length ?? 0)
    case .function(_, let operands): operands.reduce(1) { $0 + $1.length }
    case .conditional(let filter, let first, let second):
      filter.length + first.length + second.length
    }
  }
}

/// The operand that an equality compares with a constant, and how.
private struct Subject: Hashable {
  let operand: Operand
  let options: StringOptions
}

extension [Filter] {
  /// Fewer alternatives than this stay as they are.
  private static let fewest = 8

  /// The alternatives, with equalities of one operand as one membership: `a == 1 OR a == 2 OR …` is
  /// `a IN {1, 2, …}`, which stores answer from an index. Cost: O(alternatives).
  var joiningEqualities: [Filter] {
    guard count >= Self.fewest else { return self }
    var result: [Filter] = []
    var subjects: [Subject] = []
    var values: [Subject: [AttributeValue]] = [:]
    for filter in self {
      guard case .compare(let operand, .equal, .value(let value), let options) = filter else {
        result.append(filter)
        continue
      }
      let subject = Subject(operand: operand, options: options)
      if values[subject] == nil { subjects.append(subject) }
      values[subject, default: []].append(value)
    }
    return result
      + subjects.map { subject in
        let values = values[subject] ?? []
        return values.count == 1
          ? .compare(subject.operand, .equal, .value(values[0]), subject.options)
          : .isIn(subject.operand, values, subject.options)
      }
  }
}
