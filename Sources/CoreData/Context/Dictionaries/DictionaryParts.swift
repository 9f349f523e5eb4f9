// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import enum QueryLowering.LinkKind

/// The columns, groups and order that a request for dictionaries asks for, checked (R-REQ-030…039).
struct DictionaryParts {
  let columns: [DictionaryColumn]
  let groupings: [DictionaryColumn]
  /// The order by columns, if there is one; else the rows beneath are in order.
  let order: DictionaryOrder?
  /// The columns that are declared to be numbers of some kind.
  private let declarations: [(name: String, number: DeclaredNumber)]

  init(
    _ specification: FetchSpecification, _ lowered: LoweredRequest, layout: PropertyLayout
  ) throws {
    let groupings = try (specification.propertiesToGroupBy ?? []).map {
      try DictionaryColumn($0, layout: layout)
    }
    let grouped = Set(groupings.map(\.name))
    columns = try (specification.propertiesToFetch ?? DictionaryParts.everything(layout)).map {
      let column = try DictionaryColumn($0, layout: layout)
      return groupings.isEmpty || grouped.contains(column.name) ? column : column.overGroups
    }
    self.groupings = groupings
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
    DictionaryTable(lowered, specification, parts: self, lowering: lowering)
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
    let grouped = Set(groupings.map(\.name))
    let loose = columns.filter { !$0.isAggregate && !grouped.contains($0.name) }
    guard !loose.isEmpty else { return }
    throw CocoaError.make(
      exception: .invalidArgument,
      reason:
        "SELECT clauses in queries with GROUP BY components can only contain properties named "
        + "in the GROUP BY or aggregate functions (\(loose.map(\.name).joined(separator: ", "))).")
  }
}
