// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

extension Query {
  /// The query with one thing less.
  func smaller() -> [Query] {
    var result: [Query] = []
    func add(_ isSmaller: Bool, _ change: (inout Query) -> Void) {
      guard isSmaller else { return }
      var query = self
      change(&query)
      result.append(query)
    }
    add(offset > 0) { $0.offset = 0 }
    add(limit > 0) { $0.limit = 0 }
    add(output == .rows) { $0.output = .keys }
    add(nullSemantics == .unknown) { $0.nullSemantics = .definite }
    for index in sort.indices { add(true) { $0.sort.remove(at: index) } }
    add(filter != nil) { $0.filter = nil }
    for part in filter?.smaller() ?? [] { add(true) { $0.filter = part } }
    return result
  }
}

extension Filter {
  /// Simpler filters on the same entity.
  func smaller() -> [Filter] {
    switch self {
    case .constant: []
    case .and(let parts): parts + Filter.variants(parts).map { .and($0) }
    case .or(let parts): parts + Filter.variants(parts).map { .or($0) }
    case .not(let part): [part] + part.smaller().map { .not($0) }
    case .quantified(let quantifier, let path, let part):
      [.constant(true)] + part.smaller().map { .quantified(quantifier, path, $0) }
    case .isIn(let operand, let values, let options):
      values.indices.map { index in
        var fewer = values
        fewer.remove(at: index)
        return .isIn(operand, fewer, options)
      }
    case .compare(let left, let comparison, let right, let options):
      left.smaller().map { .compare($0, comparison, right, options) }
        + right.smaller().map { .compare(left, comparison, $0, options) }
    default: []
    }
  }

  /// A list without one of its members, or with one of them simpler.
  private static func variants(_ parts: [Filter]) -> [[Filter]] {
    parts.indices.flatMap { index -> [[Filter]] in
      var fewer = parts
      fewer.remove(at: index)
      return [fewer]
        + parts[index].smaller().map { simpler in
          var changed = parts
          changed[index] = simpler
          return changed
        }
    }
  }
}

extension Operand {
  fileprivate func smaller() -> [Operand] {
    switch self {
    case .value, .column, .aggregate: []
    case .count(let path, let filter):
      filter.map { filter in
        [.count(path, where: nil)] + filter.smaller().map { .count(path, where: $0) }
      } ?? []
    case .function(_, let operands): operands
    case .conditional(let filter, let yes, let no):
      [yes, no] + filter.smaller().map { .conditional($0, yes, no) }
    }
  }
}
