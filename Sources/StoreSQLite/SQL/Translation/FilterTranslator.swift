// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// Turns a ``Filter`` into a condition whose outcome is that of evaluation on rows.
///
/// In a positive place NULL counts as false, which lets most comparisons stand as they are and use
/// indexes; under a NOT the definite semantics demand a definite outcome (`isDefinite`).
struct FilterTranslator {
  let layout: StoreLayout
  let parameters: SQLParameters
  let nulls: NullSemantics

  var schema: StoreSchema { layout.schema }

  func condition(_ filter: Filter, _ scope: SQLScope) -> String {
    condition(filter, scope, isDefinite: false)
  }

  func condition(_ filter: Filter, _ scope: SQLScope, isDefinite: Bool) -> String {
    switch filter {
    case .constant(let value): return value ? "1" : "0"
    case .and(let filters):
      return group(filters, by: " AND ", empty: "1", in: scope, isDefinite: isDefinite)
    case .or(let filters):
      return group(filters, by: " OR ", empty: "0", in: scope, isDefinite: isDefinite)
    case .not(let filter):
      return "(NOT \(condition(filter, scope, isDefinite: nulls == .definite)))"
    case .compare(let left, let comparison, let right, let options):
      return compare(
        operand(left, scope), by: comparison, with: operand(right, scope), options: options,
        isDefinite: isDefinite)
    case .isNull(let value): return "(\(operand(value, scope).sql) IS NULL)"
    case .between(let value, let lower, let upper):
      let value = operand(value, scope)
      let above = compare(
        operand(lower, scope), by: .lessOrEqual, with: value, options: [], isDefinite: isDefinite)
      let below = compare(
        value, by: .lessOrEqual, with: operand(upper, scope), options: [], isDefinite: isDefinite)
      return "(\(above) AND \(below))"
    case .isIn(let value, let values, let options):
      return isIn(operand(value, scope), values: values, options: options, isDefinite: isDefinite)
    case .match(let kind, let value, let pattern, let options):
      return match(
        kind, of: operand(value, scope), with: operand(pattern, scope), options: options,
        isDefinite: isDefinite)
    case .isObject(let path, let keys):
      return isObject(scope.column(path), keys: keys, isDefinite: isDefinite)
    case .isEntity(let path, let entities):
      return isEntity(path, entities: entities, in: scope, isDefinite: isDefinite)
    case .quantified(let quantifier, let path, let filter):
      return quantified(quantifier, over: path, where: filter, in: scope)
    }
  }

  /// The parts in a balanced tree: SQLite limits the depth of an expression.
  private func group(
    _ filters: [Filter], by connective: String, empty: String, in scope: SQLScope, isDefinite: Bool
  ) -> String {
    let parts = filters.map { condition($0, scope, isDefinite: isDefinite) }
    return parts.isEmpty ? empty : FilterTranslator.balanced(parts[...], connective)
  }

  static func balanced(_ parts: ArraySlice<String>, _ connective: String) -> String {
    guard parts.count > 50 else { return "(\(parts.joined(separator: connective)))" }
    let middle = parts.startIndex + parts.count / 2
    return "(\(balanced(parts[..<middle], connective))\(connective)"
      + "\(balanced(parts[middle...], connective)))"
  }

  /// Makes an outcome definite where that is asked for.
  func settled(_ sql: String, _ isDefinite: Bool) -> String {
    isDefinite ? "(\(sql)) IS TRUE" : sql
  }

  // MARK: - Objects

  private func isObject(
    _ column: SQLOperand, keys: [ObjectKey], isDefinite: Bool
  ) -> String {
    guard !keys.isEmpty else { return "0" }
    let root = column.destination.map { schema.entities[$0].root }
    let numbers = keys.filter { schema.entities[$0.entity].root == root && $0.store == 0 }
      .map { SQLValue.integer($0.number) }
    guard let first = numbers.first else { return never(column) }
    let sql =
      numbers.count == 1
      ? "(\(column.sql) = \(parameters.add(first)))"
      : "(\(column.sql) IN (\(parameters.addList(numbers))))"
    return settled(sql, isDefinite)
  }

  /// False of a value, unknown of a null.
  func never(_ operand: SQLOperand) -> String {
    nulls == .definite ? "0" : "(CASE WHEN \(operand.sql) IS NULL THEN NULL ELSE 0 END)"
  }

  private func isEntity(
    _ path: ColumnPath, entities: [Int], in scope: SQLScope, isDefinite: Bool
  ) -> String {
    guard !entities.isEmpty else { return "0" }
    guard let (number, presence) = scope.entityNumber(path) else {
      return nulls == .definite ? "0" : "NULL"
    }
    let numbers = entities.compactMap { layout.entities[$0]?.number }.map(String.init)
    let sql =
      "(CASE WHEN \(presence) IS NOT NULL THEN \(number) IN (\(numbers.joined(separator: ", "))) END)"
    return settled(sql, isDefinite)
  }

  // MARK: - To-many

  private func quantified(
    _ quantifier: Quantifier, over path: ToManyPath, where filter: Filter, in scope: SQLScope
  ) -> String {
    guard let members = members(path, scope) else { return quantifier == .any ? "0" : "1" }
    let test = condition(filter, members.scope, isDefinite: false)
    let wanted = quantifier == .all ? "(\(test)) IS NOT TRUE" : test
    let exists = "EXISTS (SELECT 1 \(members.source) AND \(wanted))"
    return quantifier == .any ? exists : "(NOT \(exists))"
  }

  /// Returns the members of a to-many as the scope of a subquery; `source` is complete once
  /// everything that the subquery says of the scope has been translated.
  func members(_ path: ToManyPath, _ scope: SQLScope) -> MemberScope? {
    guard let (alias, owner) = ownerColumn(path.hops, scope) else { return nil }
    let relationship = owner.toManys[path.toMany]
    let destination = schema.entities[relationship.destination]
    guard let table = layout.table(of: destination.index) else { return nil }
    let inner = SQLScope(entity: destination, layout: layout, parameters: parameters)
    switch relationship.storage {
    case .inverse(let toOne):
      guard let columns = layout.entities[destination.index]?.toOnes[toOne] else { return nil }
      return MemberScope(
        scope: inner, table: "\(SQLName(table.name)) \(inner.alias)",
        condition: "\(inner.alias).\(SQLName(columns.number)) = \(alias)")
    case .link(let index, let side):
      if let column = layout.ownerColumns[index] {
        return MemberScope(
          scope: inner, table: "\(SQLName(table.name)) \(inner.alias)",
          condition: "\(inner.alias).\(SQLName(column.owner)) = \(alias)")
      }
      guard let join = layout.joins[index] else { return nil }
      let pairs = parameters.newAlias()
      return MemberScope(
        scope: inner,
        table: "\(SQLName(join.name)) \(pairs) JOIN \(SQLName(table.name)) \(inner.alias) "
          + "ON \(inner.alias).Z_PK = \(pairs).\(SQLName(join.column(side.other)))",
        condition: "\(pairs).\(SQLName(join.column(side))) = \(alias)")
    }
  }

  /// Returns the number of the object at the end of to-ones, without joining the last one's table.
  private func ownerColumn(
    _ hops: [Int], _ scope: SQLScope
  ) -> (sql: String, entity: EntitySchema)? {
    guard let last = hops.last else { return ("\(scope.alias).Z_PK", scope.entity) }
    guard let (alias, entity) = scope.follow(hops.dropLast()),
      let columns = layout.entities[entity.index]?.toOnes[last]
    else { return nil }
    let destination = schema.entities[entity.toOnes[last].destination]
    return ("\(alias).\(SQLName(columns.number))", destination)
  }
}

/// A subquery over the members of a to-many.
struct MemberScope {
  let scope: SQLScope
  let table: String
  let condition: String

  /// From `FROM` to the first condition.
  var source: String { "FROM \(table)\(scope.joins) WHERE \(condition)" }
}
#endif
