// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import QueryLowering
import StoreInterface

/// The order of dictionaries by expression columns, besides properties perhaps (R-REQ-039).
struct DictionaryOrder {
  struct Level {
    /// The column's name.
    let name: String
    let isAscending: Bool
    let collation: Collation
    fileprivate let language: StringCollation
  }

  private(set) var levels: [Level] = []
  /// The properties among what is ordered by, as columns that nobody sees.
  private(set) var hidden: [DictionaryColumn] = []

  /// - Parameter names: the columns' names.
  init(_ descriptors: [NSSortDescriptor], names: Set<String>, layout: PropertyLayout) throws {
    for descriptor in descriptors {
      guard let key = descriptor.key, !descriptor.hasComparator,
        let language = StringCollation(rawValue: descriptor.selector?.description ?? "compare:"),
        let collation = Collation(selector: language.rawValue)
      else {
        throw CocoaError.make(
          exception: .invalidArgument,
          reason:
            "unsupported NSSortDescriptor (dictionaries are sorted by keys and the comparisons "
            + "of strings)")
      }
      let isColumn = names.contains(key) && layout.record(named: key) == nil
      // No column has such a name.
      let name = isColumn ? key : "\u{0}\(key)"
      if !isColumn { hidden.append(try DictionaryColumn(key, named: name, layout: layout)) }
      levels.append(
        Level(
          name: name, isAscending: descriptor.ascending, collation: collation, language: language))
    }
  }

  /// Returns rows in order, without the columns that nobody sees; equal ones stay as they stand.
  func sorted(_ rows: [[String: Any]]) -> [[String: Any]] {
    let sorted = rows.enumerated().sorted { a, b in
      let order = compare(a.element, b.element)
      return order == .orderedSame ? a.offset < b.offset : order == .orderedAscending
    }
    let names = Set(hidden.map(\.name))
    return sorted.map { $0.element.filter { !names.contains($0.key) } }
  }

  private func compare(_ a: [String: Any], _ b: [String: Any]) -> ComparisonResult {
    for level in levels {
      let order = DictionaryOrder.order(
        OperandValue(a[level.name]), OperandValue(b[level.name]), collation: level.language)
      if order != .orderedSame { return level.isAscending ? order : order.reversed }
    }
    return .orderedSame
  }

  /// True of what is less than any number, as in stores.
  private static func isNotANumber(_ value: OperandValue) -> Bool {
    if case .number(let number) = value { number.double.isNaN } else { false }
  }

  private static func order(
    _ a: OperandValue, _ b: OperandValue, collation: StringCollation
  ) -> ComparisonResult {
    if case .string(let a) = a, case .string(let b) = b { return collation.order(a, b) }
    let isNumber = (!isNotANumber(a), !isNotANumber(b))
    if !a.isNull, !b.isNull, isNumber.0 != isNumber.1 {
      return isNumber.0 ? .orderedDescending : .orderedAscending
    }
    return OperandComparison.sortOrder(a, b)
  }
}
