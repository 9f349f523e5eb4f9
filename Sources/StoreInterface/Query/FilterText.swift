// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The text of a filter for people, with the names of a schema.
package struct FilterText {
  private let schema: StoreSchema
  private let entity: EntitySchema

  package init(_ schema: StoreSchema, entity: Int) {
    self.schema = schema
    self.entity = schema.entities[entity]
  }

  package func text(_ filter: Filter) -> String {
    switch filter {
    case .constant(let value): value ? "true" : "false"
    case .and(let parts): joined(parts, " AND ", empty: "true")
    case .or(let parts): joined(parts, " OR ", empty: "false")
    case .not(let part): "NOT (\(text(part)))"
    case .compare(let left, let comparison, let right, let options):
      "\(text(left)) \(sign(comparison))\(mark(options)) \(text(right))"
    case .isNull(let operand): "\(text(operand)) == nil"
    case .between(let operand, let lower, let upper):
      "\(text(operand)) BETWEEN {\(text(lower)), \(text(upper))}"
    case .isIn(let operand, let values, let options):
      "\(text(operand)) IN\(mark(options)) {\(list(values.map(value)))}"
    case .match(let match, let operand, let pattern, let options):
      "\(text(operand)) \(word(match))\(mark(options)) \(text(pattern))"
    case .isObject(let path, let keys): "\(text(path)) IN {\(list(keys.map(object)))}"
    case .isEntity(let path, let entities):
      "entity of \(text(path)) IN {\(list(entities.map { schema.entities[$0].name }))}"
    case .quantified(let quantifier, let path, let part):
      "\(word(quantifier)) \(text(path)) (\(text(part, of: path)))"
    }
  }

  private func joined(_ parts: [Filter], _ word: String, empty: String) -> String {
    guard parts.count != 1 else { return text(parts[0]) }
    return parts.isEmpty ? empty : parts.map { "(\(text($0)))" }.joined(separator: word)
  }

  /// A list may have a hundred thousand members.
  private func list(_ members: [String]) -> String {
    let shown = 12
    let rest = members.count - shown
    return members.prefix(shown).joined(separator: ", ") + (rest > 0 ? ", and \(rest) more" : "")
  }

  // MARK: - Operands

  package func text(_ operand: Operand) -> String {
    switch operand {
    case .value(let constant): return value(constant)
    case .column(let path): return text(path)
    case .count(let path, let part):
      return "\(text(path)).@count" + (part.map { " where (\(text($0, of: path)))" } ?? "")
    case .aggregate(let function, let path, let column):
      return "\(text(path)).@\(function).\(members(of: path).text(column))"
    case .function(let function, let arguments):
      return "\(function)(\(arguments.map(text).joined(separator: ", ")))"
    case .conditional(let part, let first, let second):
      return "(\(text(part)) ? \(text(first)) : \(text(second)))"
    }
  }

  private func value(_ value: AttributeValue) -> String {
    switch value {
    case .null: "nil"
    case .integer(let number): "\(number)"
    case .double(let number): "\(number)"
    case .decimal(let number): "\(number)"
    case .string(let text): "\"\(text)\""
    case .date(let seconds): "date(\(seconds))"
    case .data(let data): "\(data.count) bytes"
    case .uuid(let uuid): uuid.uuidString
    case .reference(let key): object(key)
    }
  }

  /// As in URIs.
  private func object(_ key: ObjectKey) -> String {
    "\(schema.entities[key.entity].name)/p\(key.number)"
  }

  // MARK: - Paths

  package func text(_ path: ColumnPath) -> String {
    let (names, end) = walk(path.hops)
    switch path.column {
    case .attribute(let index): return (names + [end.attributes[index].name]).joined(separator: ".")
    case .toOne(let index): return (names + [end.toOnes[index].name]).joined(separator: ".")
    case .key: return names.isEmpty ? "SELF" : names.joined(separator: ".")
    }
  }

  private func text(_ path: ToManyPath) -> String {
    let (names, end) = walk(path.hops)
    return (names + [end.toManys[path.toMany].name]).joined(separator: ".")
  }

  private func text(_ filter: Filter, of path: ToManyPath) -> String {
    members(of: path).text(filter)
  }

  private func members(of path: ToManyPath) -> FilterText {
    let (_, end) = walk(path.hops)
    return FilterText(schema, entity: end.toManys[path.toMany].destination)
  }

  private func walk(_ hops: [Int]) -> (names: [String], end: EntitySchema) {
    var end = entity
    var names: [String] = []
    for hop in hops {
      names.append(end.toOnes[hop].name)
      end = schema.entities[end.toOnes[hop].destination]
    }
    return (names, end)
  }

  // MARK: - Words

  private func sign(_ comparison: ComparisonOperator) -> String {
    switch comparison {
    case .equal: "=="
    case .notEqual: "!="
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    }
  }

  private func word(_ match: StringOperator) -> String {
    switch match {
    case .contains: "CONTAINS"
    case .beginsWith: "BEGINSWITH"
    case .endsWith: "ENDSWITH"
    case .like: "LIKE"
    case .matches: "MATCHES"
    }
  }

  private func word(_ quantifier: Quantifier) -> String {
    switch quantifier {
    case .any: "ANY"
    case .all: "ALL"
    case .none: "NONE"
    }
  }

  private func mark(_ options: StringOptions) -> String {
    guard !options.isEmpty else { return "" }
    let letters: [(StringOptions, String)] = [
      (.caseInsensitive, "c"), (.diacriticInsensitive, "d"), (.normalized, "n"),
      (.localeSensitive, "l"),
    ]
    return "[\(letters.filter { options.contains($0.0) }.map(\.1).joined())]"
  }
}
