// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import RowEngine
import StoreInterface

extension ReferenceEvaluator {
  func value(
    of operand: Operand, row: Row, key: ObjectKey, entity: Int
  ) throws(StoreError) -> AttributeValue {
    switch operand {
    case .value(let value): return value
    case .column(let path): return try column(path, row: row, key: key, entity: entity)
    case .count(let path, let filter):
      let (members, destination) = try members(of: path, row: row, key: key, entity: entity)
      var count: Int64 = 0
      for (key, row) in members {
        let outcome = try filter.map { (filter) throws(StoreError) -> Bool? in
          try evaluate(filter, row: row, key: key, entity: destination)
        }
        if outcome == nil || outcome == .some(true) { count += 1 }
      }
      return .integer(count)
    case .aggregate(let function, let path, let column):
      let (members, destination) = try members(of: path, row: row, key: key, entity: entity)
      var values: [AttributeValue] = []
      for (key, row) in members {
        let value = try self.column(column, row: row, key: key, entity: destination)
        if value != .null { values.append(value) }
      }
      return statistic(function, values)
    case .function(let function, let operands):
      var arguments: [AttributeValue] = []
      for operand in operands {
        arguments.append(try value(of: operand, row: row, key: key, entity: entity))
      }
      return arguments.contains(.null) ? .null : ReferenceFunctions.value(function, arguments)
    case .conditional(let filter, let first, let second):
      let holds = try evaluate(filter, row: row, key: key, entity: entity) == true
      return try value(of: holds ? first : second, row: row, key: key, entity: entity)
    }
  }

  func column(
    _ path: ColumnPath, row: Row, key: ObjectKey, entity: Int
  ) throws(StoreError) -> AttributeValue {
    guard let (key, row, entity) = try follow(path.hops, row: row, key: key, entity: entity) else {
      return .null
    }
    switch path.column {
    case .key:
      return .reference(ObjectKey(entity: row.entity, number: key.number, store: key.store))
    case .toOne(let index):
      return row.reference(schema.entities[entity].toOnes[index].slot)
        .map(AttributeValue.reference) ?? .null
    case .attribute(let index):
      let attribute = schema.entities[entity].attributes[index]
      return row.value(attribute.slot, attribute.type)
    }
  }

  func members(
    of path: ToManyPath, row: Row, key: ObjectKey, entity: Int
  ) throws(StoreError) -> ([(ObjectKey, Row)], destination: Int) {
    let end = schema.entity(from: entity, along: path.hops)
    let destination = end.toManys[path.toMany].destination
    guard let (owner, ownerRow, _) = try follow(path.hops, row: row, key: key, entity: entity)
    else {
      return ([], destination)
    }
    let concrete = ObjectKey(entity: ownerRow.entity, number: owner.number, store: owner.store)
    let reference = RelationshipReference(entity: end.index, toMany: path.toMany)
    var result: [(ObjectKey, Row)] = []
    for member in try source.related(reference, of: concrete) {
      if let row = try source.row(for: member) { result.append((member, row)) }
    }
    return (result, destination)
  }

  private func follow(
    _ hops: [Int], row: Row, key: ObjectKey, entity: Int
  ) throws(StoreError) -> (ObjectKey, Row, Int)? {
    guard let hop = hops.first else { return (key, row, entity) }
    let toOne = schema.entities[entity].toOnes[hop]
    guard let next = row.reference(toOne.slot), let found = try source.row(for: next) else {
      return nil
    }
    return try follow(Array(hops.dropFirst()), row: found, key: next, entity: toOne.destination)
  }

  // MARK: - Comparing

  func isSame(_ a: ObjectKey, _ b: ObjectKey) -> Bool {
    a.number == b.number && a.store == b.store
      && schema.entities[a.entity].root == schema.entities[b.entity].root
  }

  func isEqual(
    _ a: AttributeValue, _ b: AttributeValue, options: StringOptions
  ) -> Bool {
    switch (a, b) {
    case (.reference(let a), .reference(let b)): isSame(a, b)
    case (.string(let a), .string(let b)):
      StringMatching.areEqual(
        a, b, options: ComparisonOptions(rawValue: UInt(options.rawValue)))
    default: plainOrder(a, b, options: options) == 0
    }
  }

  func plainOrder(
    _ a: AttributeValue, _ b: AttributeValue, options: StringOptions
  ) -> Int? {
    if case .double(let a) = a, case .double(let b) = b {
      return a < b ? -1 : (a > b ? 1 : (a == b ? 0 : nil))
    }
    if let a = ReferenceFunctions.exact(a), let b = ReferenceFunctions.exact(b) {
      return a < b ? -1 : (a > b ? 1 : 0)
    }
    if let a = ReferenceFunctions.double(a), let b = ReferenceFunctions.double(b) {
      return a < b ? -1 : (a > b ? 1 : (a == b ? 0 : nil))
    }
    switch (a, b) {
    case (.string(let a), .string(let b)):
      let options = ComparisonOptions(rawValue: UInt(options.rawValue))
      return StringMatching.order(a, b, options: options).rawValue
    case (.date(let a), .date(let b)): return a < b ? -1 : (a > b ? 1 : (a == b ? 0 : nil))
    case (.data(let a), .data(let b)): return byteOrder(Array(a), Array(b))
    case (.uuid(let a), .uuid(let b)):
      return byteOrder(
        withUnsafeBytes(of: a.uuid, Array.init), withUnsafeBytes(of: b.uuid, Array.init))
    case (.reference(let a), .reference(let b)):
      return a.number < b.number ? -1 : (a.number > b.number ? 1 : 0)
    default: return nil
    }
  }

  /// Nulls first, not-a-number before every number.
  func order(_ a: AttributeValue, _ b: AttributeValue, collation: Collation) -> Int {
    if a == .null || b == .null { return a == b ? 0 : (a == .null ? -1 : 1) }
    if case .string(let a) = a, case .string(let b) = b {
      let selectors: [Collation: StringCollation] = [
        .binary: .binary, .caseInsensitive: .caseInsensitive, .localized: .localized,
        .localizedCaseInsensitive: .localizedCaseInsensitive,
        .localizedStandard: .localizedStandard,
      ]
      return selectors[collation].map { $0.order(a, b).rawValue } ?? 0
    }
    if let order = plainOrder(a, b, options: []) { return order }
    let isNaN = (ReferenceFunctions.isNaN(a), ReferenceFunctions.isNaN(b))
    return isNaN.0 ? (isNaN.1 ? 0 : -1) : (isNaN.1 ? 1 : 0)
  }

  private func byteOrder(_ a: [UInt8], _ b: [UInt8]) -> Int {
    a == b ? 0 : (a.lexicographicallyPrecedes(b) ? -1 : 1)
  }

  // MARK: - Statistics

  private func statistic(
    _ function: AggregateFunction, _ values: [AttributeValue]
  ) -> AttributeValue {
    switch function {
    case .sum: return ReferenceFunctions.sum(values)
    case .average:
      let count = values.filter { ReferenceFunctions.double($0) != nil }.count
      switch ReferenceFunctions.sum(values) {
      case .decimal(let sum) where count > 0: return .decimal(sum / Decimal(count))
      case let sum where count > 0:
        return ReferenceFunctions.double(sum).map { .double($0 / Double(count)) } ?? .null
      default: return .null
      }
    case .minimum: return extreme(values, -1)
    case .maximum: return extreme(values, 1)
    }
  }

  private func extreme(_ values: [AttributeValue], _ wanted: Int) -> AttributeValue {
    var result = AttributeValue.null
    for value in values where result == .null || plainOrder(value, result, options: []) == wanted {
      result = value
    }
    return result
  }
}
