// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import StoreInterface

/// A short text for the parts of a query, so that tests can say what they expect in one line.
/// Columns are written by their names.
struct QueryText {
  let schema: StoreSchema

  func text(_ filter: Filter, _ entity: Int) -> String {
    switch filter {
    case .constant(let value): "\(value)"
    case .and(let parts): "(" + parts.map { text($0, entity) }.joined(separator: " & ") + ")"
    case .or(let parts): "(" + parts.map { text($0, entity) }.joined(separator: " | ") + ")"
    case .not(let part): "!\(text(part, entity))"
    case .compare(let left, let operation, let right, let options):
      "\(text(left, entity)) \(operation)\(text(options)) \(text(right, entity))"
    case .isNull(let operand): "\(text(operand, entity)) isNull"
    case .between(let operand, let lower, let upper):
      "\(text(operand, entity)) in \(text(lower, entity))...\(text(upper, entity))"
    case .isIn(let operand, let values, let options):
      "\(text(operand, entity)) in\(text(options)) \(values.map(text))"
    case .match(let operation, let operand, let pattern, let options):
      "\(text(operand, entity)) \(operation)\(text(options)) \(text(pattern, entity))"
    case .isObject(let path, let keys):
      "\(text(path, entity)) is \(keys.map { "\($0.entity)#\($0.number)" })"
    case .isEntity(let path, let entities):
      "\(text(path, entity)) of \(entities.map { schema.entities[$0].name })"
    case .quantified(let quantifier, let path, let inner):
      "\(quantifier) \(text(path, entity)) {\(text(inner, destination(path, entity)))}"
    }
  }

  func text(_ operand: Operand, _ entity: Int) -> String {
    switch operand {
    case .value(let value): return text(value)
    case .column(let path): return text(path, entity)
    case .count(let path, let filter):
      let inner = filter.map { " {\(text($0, destination(path, entity)))}" } ?? ""
      return "count(\(text(path, entity))\(inner))"
    case .aggregate(let function, let path, let column):
      return "\(function)(\(text(path, entity)).\(text(column, destination(path, entity))))"
    case .function(let function, let operands):
      return "\(function)(" + operands.map { text($0, entity) }.joined(separator: ", ") + ")"
    case .conditional(let test, let first, let second):
      return "if(\(text(test, entity)), \(text(first, entity)), \(text(second, entity)))"
    }
  }

  func text(_ path: ColumnPath, _ entity: Int) -> String {
    let reached = schema.entity(from: entity, along: path.hops)
    let name =
      switch path.column {
      case .attribute(let index): reached.attributes[index].name
      case .toOne(let index): reached.toOnes[index].name
      case .key: "SELF"
      }
    return (hops(path.hops, entity) + [name]).joined(separator: ".")
  }

  private func text(_ path: ToManyPath, _ entity: Int) -> String {
    let reached = schema.entity(from: entity, along: path.hops)
    return (hops(path.hops, entity) + [reached.toManys[path.toMany].name]).joined(separator: ".")
  }

  private func destination(_ path: ToManyPath, _ entity: Int) -> Int {
    schema.entity(from: entity, along: path.hops).toManys[path.toMany].destination
  }

  private func hops(_ hops: [Int], _ entity: Int) -> [String] {
    hops.indices.map { index in
      schema.entity(from: entity, along: Array(hops[..<index])).toOnes[hops[index]].name
    }
  }

  private func text(_ value: AttributeValue) -> String {
    switch value {
    case .null: "nil"
    case .integer(let integer): "\(integer)"
    case .double(let double): "\(double)"
    case .decimal(let decimal): "\(decimal)m"
    case .string(let string): "'\(string)'"
    case .date(let seconds): "@\(seconds)"
    case .data(let data): "\(data.count) bytes"
    case .uuid(let uuid): uuid.uuidString
    case .reference(let key): "\(key.entity)#\(key.number)"
    }
  }

  private func text(_ options: StringOptions) -> String {
    var letters = ""
    if options.contains(.caseInsensitive) { letters += "c" }
    if options.contains(.diacriticInsensitive) { letters += "d" }
    if options.contains(.normalized) { letters += "n" }
    if options.contains(.localeSensitive) { letters += "l" }
    return letters.isEmpty ? "" : "[\(letters)]"
  }
}
