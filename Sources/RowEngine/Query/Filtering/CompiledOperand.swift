// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// An ``Operand`` bound to slots.
indirect enum CompiledOperand: Sendable {
  case value(AttributeValue)
  case attribute(hops: [Int], slot: Int, type: AttributeType)
  case reference(hops: [Int], slot: Int)
  /// The object itself.
  case key
  case count(CompiledToMany, FilterProgram?)
  /// A statistic over a column of the members.
  case aggregate(AggregateFunction, CompiledToMany, CompiledOperand)
  case function(ScalarFunction, [CompiledOperand])
  case conditional(FilterProgram, CompiledOperand, CompiledOperand)

  func evaluate(_ frame: borrowing FilterFrame) throws(StoreError) -> AttributeValue {
    switch self {
    case .value(let value): return value
    case .key: return .reference(frame.key)
    case .attribute(let hops, let slot, let type):
      return try frame.source.row(from: frame.row, along: hops)?.value(slot, type) ?? .null
    case .reference(let hops, let slot):
      let row = try frame.source.row(from: frame.row, along: hops)
      return row?.destination(slot).map(AttributeValue.reference) ?? .null
    case .count(let toMany, let filter):
      return .integer(Int64(try toMany.count(filter, frame)))
    case .aggregate(let function, let toMany, let column):
      return try toMany.aggregate(function, of: column, in: frame)
    case .function(let function, let operands):
      var arguments: [AttributeValue] = []
      for operand in operands { arguments.append(try operand.evaluate(frame)) }
      return function.evaluate(arguments)
    case .conditional(let filter, let first, let second):
      let holds = try filter.matches(frame.row, frame.key, from: frame.source)
      return try (holds ? first : second).evaluate(frame)
    }
  }
}

/// A to-many relationship bound to slots.
struct CompiledToMany: Sendable {
  let hops: [Int]
  let relationship: RelationshipReference

  /// Returns the members' keys; none when a null is on the way.
  func members(_ frame: borrowing FilterFrame) throws(StoreError) -> [ObjectKey] {
    let source = frame.source
    guard let (key, _) = try source.object(from: frame.row, frame.key, along: hops) else {
      return []
    }
    return try source.related(relationship, of: key)
  }

  func count(
    _ filter: FilterProgram?, _ frame: borrowing FilterFrame
  ) throws(StoreError) -> Int {
    let members = try members(frame)
    guard let filter else { return members.count }
    var count = 0
    for key in members where try isSatisfied(filter, by: key, in: frame) { count += 1 }
    return count
  }

  /// Returns true if some member satisfies (or, with `false`, does not satisfy) a filter.
  func contains(
    _ expected: Bool, of filter: FilterProgram, in frame: borrowing FilterFrame
  ) throws(StoreError) -> Bool {
    for key in try members(frame) where try isSatisfied(filter, by: key, in: frame) == expected {
      return true
    }
    return false
  }

  func aggregate(
    _ function: AggregateFunction, of column: CompiledOperand, in frame: borrowing FilterFrame
  ) throws(StoreError) -> AttributeValue {
    var evaluator = AggregateEvaluator(function)
    for key in try members(frame) {
      guard let row = try frame.source.row(for: key) else { continue }
      evaluator.add(try column.evaluate(FilterFrame(row: row, key: key, source: frame.source)))
    }
    return evaluator.result
  }

  private func isSatisfied(
    _ filter: FilterProgram, by key: ObjectKey, in frame: borrowing FilterFrame
  ) throws(StoreError) -> Bool {
    guard let row = try frame.source.row(for: key) else { return false }
    return try filter.matches(row, key, from: frame.source)
  }
}
