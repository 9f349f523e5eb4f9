// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// A query as the key of its answer. Queries are equal whose texts are canonically equivalent, and
/// have different answers; questions are not.
struct Question: Hashable {
  private(set) var query: Query
  private var texts: [UInt8] = []

  /// - Parameter query: a query whose output does not matter.
  init(_ query: Query) {
    self.query = query
    self.query.output = .keys
    if let filter = query.filter { add(filter) }
  }

  private mutating func add(_ filter: Filter) {
    switch filter {
    case .constant, .isObject, .isEntity: break
    case .and(let parts), .or(let parts): for part in parts { add(part) }
    case .not(let part), .quantified(_, _, let part): add(part)
    case .compare(let left, _, let right, _), .match(_, let left, pattern: let right, _):
      add([left, right])
    case .isNull(let operand): add([operand])
    case .between(let operand, let lower, let upper): add([operand, lower, upper])
    case .isIn(let operand, let values, _):
      add([operand])
      for value in values { add(value) }
    }
  }

  private mutating func add(_ operands: [Operand]) {
    for operand in operands {
      switch operand {
      case .value(let value): add(value)
      case .column, .aggregate, .count(_, where: nil): break
      case .count(_, where: let filter?): add(filter)
      case .function(_, let parts): add(parts)
      case .conditional(let filter, let first, let second):
        add(filter)
        add([first, second])
      }
    }
  }

  private mutating func add(_ value: AttributeValue) {
    guard case .string(let text) = value else { return }
    texts += text.utf8
    texts.append(0)
  }
}
