// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import StoreInterface

/// A dictionary request as a question for a table, and how dictionaries are made of the answer.
struct DictionaryTable {
  private(set) var query: TableQuery
  /// The names of the visible columns, and the forms of their values.
  private var names: [String] = []
  private var forms: [TableForm] = []
  /// The kinds of numbers that they are to be, where stores may have others.
  private var declared: [DeclaredNumber?] = []

  /// Nil if objects are needed.
  init?(
    _ lowered: LoweredRequest, _ specification: FetchSpecification, parts: DictionaryParts,
    lowering: TableLowering
  ) {
    guard !lowered.needsResidual else { return nil }
    var lowering = lowering
    var groups: [(TableColumn, TableForm)] = []
    var shape = TableShape(columns: [])
    if !parts.groupings.isEmpty || parts.isOneGroup { shape.groups = [] }
    for grouping in parts.groupings {
      guard let (column, form) = grouping.lowered(&lowering), form.isComparable,
        case .value(let place) = column
      else { return nil }
      shape.groups?.append(place)
      groups.append((column, form))
    }
    for column in parts.columns {
      guard let (made, form) = column.lowered(&lowering),
        form.isComparable || !specification.returnsDistinctResults
      else { return nil }
      shape.columns.append(made)
      names.append(column.name)
      forms.append(form)
      declared.append(column.declared.flatMap { $0.isKind(of: form) ? nil : $0 })
    }
    // Of columns with one name the last that has a value counts.
    guard Set(names).count == names.count else { return nil }
    shape.visibleCount = names.count
    shape.isDistinct = specification.returnsDistinctResults
    (shape.offset, shape.limit) = (lowered.offset, lowered.limit)
    if let predicate = specification.havingPredicate {
      var having = HavingLowering(shape.columns, lowering, of: lowering.schema)
      for (grouping, made) in zip(parts.groupings, groups) {
        having.add(name: grouping.name, made.0, made.1)
      }
      for (place, name) in names.enumerated() {
        having.add(name: name, shape.columns[place], forms[place])
      }
      guard let filter = having.filter(predicate) else { return nil }
      shape.having = filter
      shape.columns = having.columns
      lowering = having.lowering
    }
    let ordering = Set(parts.order?.levels.map(\.name) ?? [])
    guard zip(names, forms).allSatisfy({ !ordering.contains($0) || $1.hasOrder }) else {
      return nil
    }
    for column in parts.order?.hidden ?? [] {
      guard let (made, form) = column.lowered(&lowering), form.hasOrder else { return nil }
      shape.columns.append(made)
    }
    shape.order = DictionaryTable.order(parts.order, names: names, endingAt: shape.columns.count)
    query = TableQuery(rows: lowered.query, operands: lowering.operands, shape: shape)
    (query.rows.offset, query.rows.limit) = (0, 0)
  }

  /// - Parameter end: how many columns there are; the last are those that nobody sees.
  private static func order(
    _ order: DictionaryOrder?, names: [String], endingAt end: Int
  ) -> [TableOrder] {
    guard let order else { return [] }
    let places = Dictionary(
      zip(
        names + order.hidden.map(\.name),
        Array(names.indices) + Array((end - order.hidden.count)..<end)),
      uniquingKeysWith: { $1 })
    return order.levels.compactMap { level in
      places[level.name].map {
        TableOrder($0, ascending: level.isAscending, collation: level.collation)
      }
    }
  }

  /// Returns the dictionaries of some rows. What is null has no key.
  func dictionaries(
    of batch: TableBatch, _ coordinator: NSPersistentStoreCoordinator
  ) -> [NSDictionary] {
    let keys = names.map { NSString(string: $0) }
    return (0..<batch.count).map { place in
      if let made = dictionary(of: batch.row(place), keys: keys, coordinator) { return made }
      var result: [String: Any] = [:]
      for (column, value) in zip(names.indices, batch.row(place)) {
        guard let value = forms[column].value(value, coordinator) else { continue }
        result[names[column]] = declared[column]?.number(value) ?? value
      }
      return NSDictionary(dictionary: result)
    }
  }

  /// Returns the dictionary of values that are objects of Foundation's: made so it costs a third. Nil
  /// if there are others.
  private func dictionary(
    of row: ArraySlice<AttributeValue>, keys: [NSObject],
    _ coordinator: NSPersistentStoreCoordinator
  ) -> NSDictionary? {
    var present: [NSObject] = []
    var objects: [AnyObject] = []
    for (column, value) in zip(names.indices, row) where !value.isNull {
      guard let object = forms[column].object(value, coordinator) else { return nil }
      present.append(keys[column])
      objects.append(declared[column]?.number(object) ?? object)
    }
    return NSDictionary(objects: objects, forKeys: present, count: present.count)
  }
}

extension DictionaryColumn {
  /// Returns the column of a table that has the same values; nil if objects are needed.
  func lowered(_ lowering: inout TableLowering) -> (TableColumn, TableForm)? {
    switch source {
    case .path(let path):
      let keys = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      return lowering.input(.keyPath(keys)).map { (.value($0.place), $0.form) }
    case .expression(let node):
      return lowering.input(node).map { (.value($0.place), $0.form) }
    case .statistic(let function, let operand):
      return DictionaryColumn.lowered(function, of: operand, &lowering)
    }
  }

  static func lowered(
    _ function: PredefinedFunction, of operand: ExpressionNode, _ lowering: inout TableLowering
  ) -> (TableColumn, TableForm)? {
    if function == .count, operand.isEvaluatedObject { return (.count, .value(.integer64)) }
    guard let statistic = TableStatistic(function), let (place, form) = lowering.input(operand),
      statistic.suits(form)
    else { return nil }
    return (.statistic(statistic, place), statistic.form(of: form))
  }
}

extension ExpressionNode {
  fileprivate var isEvaluatedObject: Bool {
    switch self {
    case .evaluatedObject: true
    case .keyPath(let path): path == ["self"] || path == ["SELF"]
    default: false
    }
  }
}

extension TableStatistic {
  /// The statistic of a function; nil for any other function.
  init?(_ function: PredefinedFunction) {
    switch function {
    case .count: self = .count
    case .sum: self = .sum
    case .average: self = .average
    case .minimum: self = .minimum
    case .maximum: self = .maximum
    default: return nil
    }
  }

  /// True if stores compute it as it is computed of objects' values; what is wrong with other values
  /// is reported there.
  func suits(_ form: TableForm) -> Bool {
    switch (self, form) {
    case (_, .transformed), (_, .file): false
    case (.count, _): true
    case (_, .object): false
    case (.sum, .value(let type)), (.average, .value(let type)): type?.isNumber ?? true
    case (.minimum, .value), (.maximum, .value): true
    }
  }

  /// The form of the statistic of values.
  func form(of values: TableForm) -> TableForm {
    switch self {
    case .count: .value(.integer64)
    case .sum, .average: .value(nil)
    case .minimum, .maximum: values
    }
  }
}

extension AttributeType {
  fileprivate var isNumber: Bool {
    switch self {
    case .integer16, .integer32, .integer64, .boolean, .double, .float, .decimal: true
    default: false
    }
  }
}
