// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import StoreInterface
import enum QueryLowering.LinkKind

/// The columns, groups and order that a request for dictionaries asks for, checked (R-REQ-030…039).
struct DictionaryParts {
  let columns: [DictionaryColumn]
  let groupings: [DictionaryColumn]
  /// The order by columns, if there is one; else the rows beneath are in order.
  let order: DictionaryOrder?
  /// The minimum or maximum that the object has whose ID is asked for beside it, as in SQLite
  /// (R-REQ-035): stores' tables do not tell which.
  private let extreme: DictionaryColumn?
  /// The columns that are declared to be numbers of some kind.
  private let declarations: [(name: String, number: DeclaredNumber)]

  init(
    _ specification: FetchSpecification, _ lowered: LoweredRequest, layout: PropertyLayout
  ) throws {
    let groupings = try (specification.propertiesToGroupBy ?? []).map {
      try DictionaryColumn($0, layout: layout)
    }
    let grouped = Set(groupings.map(\.groupKey))
    columns = try (specification.propertiesToFetch ?? DictionaryParts.everything(layout)).map {
      let column = try DictionaryColumn($0, layout: layout)
      return groupings.isEmpty || grouped.contains(column.groupKey) ? column : column.overGroups
    }
    self.groupings = groupings
    extreme = DictionaryParts.extreme(among: columns, besides: grouped)
    declarations = columns.compactMap { column in
      column.declared.map { (name: column.name, number: $0) }
    }
    let names = Set(columns.map(\.name))
    order = try lowered.columnOrder.map {
      try DictionaryOrder($0, names: names, layout: layout)
    }
    try requireGroupable(specification)
  }

  /// The columns with those that rows are only sorted by.
  var allColumns: [DictionaryColumn] { columns + (order?.hidden ?? []) }

  /// Returns a row with its numbers of the kinds that the columns are declared to be.
  func declared(_ row: [String: Any]) -> [String: Any] {
    var row = row
    for (name, number) in declarations {
      if let value = row[name] { row[name] = number.number(value) ?? value }
    }
    return row
  }

  /// True if statistics are asked for without groups: the rows are one then.
  var isOneGroup: Bool { groupings.isEmpty && columns.contains(where: \.isAggregate) }

  /// Returns the question that stores answer by themselves; nil if objects are needed.
  func table(
    _ lowered: LoweredRequest, _ specification: FetchSpecification, lowering: TableLowering
  ) -> DictionaryTable? {
    guard extreme == nil else { return nil }
    return DictionaryTable(lowered, specification, parts: self, lowering: lowering)
  }

  /// Returns a group that begins with the object whose values columns have that are no statistics.
  func leading(_ group: [NSManagedObject]) throws -> [NSManagedObject] {
    guard group.count > 1, let extreme, let value = try extreme.value(of: group) else {
      return group
    }
    let leader = try group.first { object in
      OperandComparison.areEqual(try extreme.value(of: [object]), value)
    }
    return leader.map { [$0] } ?? group
  }

  /// Returns the only minimum or maximum beside what is of one object.
  private static func extreme(
    among columns: [DictionaryColumn], besides grouped: Set<String>
  ) -> DictionaryColumn? {
    let extremes = columns.filter(\.isExtreme)
    let needsObject = columns.contains {
      ($0.isIdentity || $0.isFunctionOfOneObject) && !grouped.contains($0.groupKey)
    }
    return needsObject && extremes.count == 1 ? extremes[0] : nil
  }

  /// All attributes and to-one relationships.
  private static func everything(_ layout: PropertyLayout) -> [Any] {
    layout.properties.filter { $0.isPersistent && $0.kind != .toMany && $0.link != .toMany }
      .map(\.name)
  }

  private func requireGroupable(_ specification: FetchSpecification) throws {
    guard specification.havingPredicate == nil || !groupings.isEmpty else {
      throw CocoaError.make(
        exception: .invalidArgument, reason: "A having predicate needs propertiesToGroupBy.")
    }
    guard !groupings.isEmpty || isOneGroup else { return }
    let grouped = Set(groupings.map(\.groupKey))
    let loose = columns.filter { column in
      let suits = column.suitsGroups || !grouped.isEmpty && column.isFunctionOfOneObject
      return !suits && !grouped.contains(column.groupKey)
    }
    guard !loose.isEmpty else { return }
    throw CocoaError.make(
      exception: .invalidArgument,
      reason:
        "SELECT clauses in queries with GROUP BY components can only contain properties named "
        + "in the GROUP BY or aggregate functions (\(loose.map(\.name).joined(separator: ", "))).")
  }
}

/// The kind of number that a column is declared to be, to which programs cast what they get (R-REQ-038).
enum DeclaredNumber {
  case boolean, integer16, integer32, integer64, float, double, decimal

  /// Nil for a type that is no number's.
  init?(_ type: NSAttributeDescription.AttributeType) {
    switch type {
    case .boolean: self = .boolean
    case .integer16: self = .integer16
    case .integer32: self = .integer32
    case .integer64: self = .integer64
    case .float: self = .float
    case .double: self = .double
    case .decimal: self = .decimal
    default: return nil
    }
  }

  /// Returns true if what has a form is of this kind already.
  func isKind(of form: TableForm) -> Bool {
    guard case .value(let type?) = form else { return false }
    return switch (self, type) {
    case (.boolean, .boolean), (.float, .float), (.double, .double), (.decimal, .decimal),
      (.integer64, .integer16), (.integer64, .integer32), (.integer64, .integer64),
      (.integer32, .integer16), (.integer32, .integer32), (.integer16, .integer16):
      true
    default: false
    }
  }

  /// Returns a number as one of this kind, without its fraction if that has none; nil for what is no
  /// number, and for one that the kind has no place for.
  func number(_ value: Any) -> NSNumber? {
    guard case .number(let number) = OperandValue(value) else { return nil }
    return switch self {
    case .boolean: NSNumber(value: number.double != 0)
    case .integer16: whole(number).flatMap { Int16(exactly: $0) }.map { NSNumber(value: $0) }
    case .integer32: whole(number).flatMap { Int32(exactly: $0) }.map { NSNumber(value: $0) }
    case .integer64: whole(number).map { NSNumber(value: $0) }
    case .float: NSNumber(value: Float(number.double))
    case .double: NSNumber(value: number.double)
    case .decimal: decimal(number)
    }
  }

  private func whole(_ number: Number) -> Int64? {
    if case .integer(let integer) = number { return Int64(integer) }
    return Int64(exactly: number.double.rounded(.towardZero))
  }

  private func decimal(_ number: Number) -> NSDecimalNumber? {
    if case .real(let real) = number, real != 0, !real.hasDecimal { return nil }
    return NSDecimalNumber(decimal: number.decimal)
  }
}
