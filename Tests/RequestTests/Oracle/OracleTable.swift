// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation
import StoreTestSupport

import class CoreData.NSExpression

/// A column of a dictionary result.
struct OracleColumn {
  enum Source {
    case path([String])
    case statistic(String, [String])
    case sum([String], Double)
    case object
  }

  let name: String
  let source: Source

  var isStatistic: Bool { if case .statistic = source { true } else { false } }

  /// What `propertiesToFetch` takes.
  var property: Any {
    switch source {
    case .path: return name
    case .statistic(let function, let keys):
      return described(
        NSExpression(forFunction: "\(function):", arguments: [Self.expression(keys)]))
    case .sum(let keys, let summand):
      let constant = NSExpression(forConstantValue: Int(summand))
      return described(
        NSExpression(forFunction: "add:to:", arguments: [Self.expression(keys), constant]))
    case .object:
      let description = described(NSExpression.expressionForEvaluatedObject())
      description.expressionResultType = .objectIDAttributeType
      return description
    }
  }

  private static func expression(_ keys: [String]) -> NSExpression {
    NSExpression(forKeyPath: keys.joined(separator: "."))
  }

  private func described(_ expression: NSExpression) -> NSExpressionDescription {
    let description = NSExpressionDescription()
    description.name = name
    description.expression = expression
    return description
  }

  /// The value for a group, or for one object.
  func value(of group: [Int], in view: OracleView) -> OracleValue {
    switch source {
    case .path(let keys): return group.first.map { view.value(keys, of: $0) } ?? .none
    case .statistic(let function, let keys):
      return OracleStatistic(function).value(of: group.map { view.value(keys, of: $0) })
    case .sum(let keys, let summand):
      guard let first = group.first, case .number(let number) = view.value(keys, of: first) else {
        return .none
      }
      return .number(number + summand)
    case .object: return group.first.map(OracleValue.object) ?? .none
    }
  }
}

/// A random request for dictionaries, and the answer by definition (R-REQ-030…041, R-PSC-275…278).
struct OracleTable {
  private struct Line {
    let values: [OracleValue]
    /// The values that the lines are sorted by.
    let order: [OracleValue]
  }

  /// The answer: the lines, and whether their order is determined.
  struct Answer {
    var lines: [[String: OracleValue]]
    let isOrdered: Bool
  }

  let base: OracleRequest
  let columns: [OracleColumn]
  let groups: [OracleColumn]
  let having: (format: String, column: Int, comparison: String, bound: Double)?
  let isDistinct: Bool
  /// Places of columns, with their direction; or, without groups, the levels of the base.
  let sort: [(column: Int, isAscending: Bool)]

  init(_ conditions: inout OracleConditions, storeCount: Int) {
    base = OracleRequest(&conditions, storeCount: storeCount, mayIgnorePending: false)
    let entity = base.entity
    let isGrouped = conditions.random.oneIn(2)
    var columns: [OracleColumn] = []
    for number in 0..<(1 + conditions.random.below(3)) {
      let column = Self.plain(&conditions, entity, number, isGrouped: isGrouped)
      if !columns.contains(where: { $0.name == column.name }) { columns.append(column) }
    }
    groups = isGrouped ? columns : []
    if isGrouped || conditions.random.oneIn(4) {
      if !isGrouped { columns = [] }
      for number in 0..<(1 + conditions.random.below(2)) {
        columns.append(Self.statistic(&conditions, entity, number))
      }
    }
    self.columns = columns
    having = isGrouped && conditions.random.oneIn(2) ? Self.having(&conditions, columns) : nil
    isDistinct = conditions.random.oneIn(3)
    sort = Self.sort(&conditions, columns, isGrouped: isGrouped, isDistinct: isDistinct)
  }

  private static func plain(
    _ conditions: inout OracleConditions, _ entity: Int, _ number: Int, isGrouped: Bool
  ) -> OracleColumn {
    let links = conditions.model.relationships(of: entity).filter { !$0.isToMany }
    if !links.isEmpty, conditions.random.oneIn(5) {
      let name = conditions.random.pick(links).name
      return OracleColumn(name: name, source: .path([name]))
    }
    if !isGrouped, conditions.random.oneIn(8) {
      return OracleColumn(name: "object\(number)", source: .object)
    }
    let (keys, attribute) = conditions.path(on: entity)
    if !isGrouped, attribute.kind.isNumber, conditions.random.oneIn(4) {
      let summand = Double(conditions.random.below(5))
      return OracleColumn(name: "plus\(number)", source: .sum(keys, summand))
    }
    return OracleColumn(name: keys.joined(separator: "."), source: .path(keys))
  }

  private static func statistic(
    _ conditions: inout OracleConditions, _ entity: Int, _ number: Int
  ) -> OracleColumn {
    var (keys, attribute) = conditions.path(on: entity)
    while attribute.kind == .flag { (keys, attribute) = conditions.path(on: entity) }
    let functions =
      switch attribute.kind {
      case .text, .date: ["count", "min", "max"]
      case .uuid, .data: ["count"]
      default: ["count", "sum", "min", "max", "average"]
      }
    return OracleColumn(
      name: "total\(number)", source: .statistic(conditions.random.pick(functions), keys))
  }

  private static func having(
    _ conditions: inout OracleConditions, _ columns: [OracleColumn]
  ) -> (String, Int, String, Double)? {
    let numbers = columns.indices.filter {
      guard case .statistic(let function, _) = columns[$0].source else { return false }
      return ["count", "sum"].contains(function)
    }
    guard !numbers.isEmpty else { return nil }
    let place = conditions.random.pick(numbers)
    let comparison = conditions.random.pick(["==", "!=", "<", ">="])
    let bound = conditions.random.below(4)
    let name = (conditions.random.oneIn(2) ? "$" : "") + columns[place].name
    return ("\(name) \(comparison) \(bound)", place, comparison, Double(bound))
  }

  private static func sort(
    _ conditions: inout OracleConditions, _ columns: [OracleColumn], isGrouped: Bool,
    isDistinct: Bool
  ) -> [(column: Int, isAscending: Bool)] {
    var places = columns.indices.filter { place in
      // Sorted by values that have an order: IDs have none that anybody else knows.
      switch columns[place].source {
      case .path(let keys):
        return !conditions.model.relationships.contains { $0.name == keys[keys.count - 1] }
      case .statistic: return isGrouped
      case .sum, .object: return false
      }
    }
    places.shuffle(using: &conditions.random)
    let count = isGrouped || isDistinct ? conditions.random.below(places.count + 1) : 0
    return places.prefix(count).map { ($0, conditions.random.oneIn(2)) }
  }

  // MARK: - The answer

  private var isAggregated: Bool { !groups.isEmpty || columns.contains(where: \.isStatistic) }

  /// True if the request is sorted by the levels of the base, which leave no ties.
  var isSortedByBase: Bool { sort.isEmpty && !isAggregated && !isDistinct }

  func answer(_ view: OracleView) -> Answer {
    let serials = OracleOrder(isSortedByBase ? base.sort : []).sorted(base.matches(view), in: view)
    var lines = collected(serials, view).map { group in
      columns.map { $0.value(of: group, in: view) }
    }
    if let having {
      lines = lines.filter {
        $0[having.column].compared(having.comparison, .number(having.bound), inSQL: false) == true
      }
    }
    if isDistinct {
      var seen = Set<[OracleValue]>()
      lines = lines.filter { seen.insert($0).inserted }
    }
    lines.sort { a, b in precedes(a, b) }
    return windowed(lines)
  }

  private func collected(_ serials: [Int], _ view: OracleView) -> [[Int]] {
    guard isAggregated else { return serials.map { [$0] } }
    guard !groups.isEmpty else { return [serials] }
    var table: [[OracleValue]: [Int]] = [:]
    for serial in serials {
      table[groups.map { $0.value(of: [serial], in: view) }, default: []].append(serial)
    }
    return Array(table.values)
  }

  private func precedes(_ a: [OracleValue], _ b: [OracleValue]) -> Bool {
    for level in sort {
      let order = a[level.column].order(b[level.column]) ?? 0
      if order != 0 { return level.isAscending ? order < 0 : order > 0 }
    }
    return false
  }

  /// True if lines that are equal in the order are equal altogether.
  private func isDetermined(_ lines: [[OracleValue]]) -> Bool {
    if isSortedByBase || lines.count < 2 { return true }
    return zip(lines, lines.dropFirst()).allSatisfy { precedes($0, $1) || $0 == $1 }
  }

  private func windowed(_ lines: [[OracleValue]]) -> Answer {
    let isOrdered = isDetermined(lines)
    let rest = lines.dropFirst(isOrdered ? base.offset : 0)
    let window = isOrdered && base.limit > 0 ? rest.prefix(base.limit) : rest
    return Answer(
      lines: window.map { line in
        var result: [String: OracleValue] = [:]
        for (column, value) in zip(columns, line) where value != .none {
          result[column.name] = value
        }
        return result
      }, isOrdered: isOrdered)
  }
}
