// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// A column of a table of groups, gathered from values at rows' addresses with the outcome of
/// ``TableAccumulator``.
struct FlatStatistic {
  enum Code: UInt8 {
    /// Of the group's first row, or of nothing that could be gathered.
    case none
    case rows, values
    case integers, doubles
    case leastInteger, greatestInteger, leastDouble, greatestDouble
    /// Values in a form that is not to be read at once.
    case general
  }

  let code: Code
  let column: FlatColumn?
  private let statistic: TableStatistic?

  /// Nil for a column that stores do not make.
  init?(_ made: TableColumn, _ columns: [FlatColumn]) {
    switch made {
    case .value(let input): (code, column, statistic) = (.none, columns[input], nil)
    case .count: (code, column, statistic) = (.rows, nil, nil)
    case .statistic(let statistic, let input):
      column = columns[input]
      self.statistic = statistic
      code = FlatStatistic.code(statistic, columns[input])
    case .ratio: return nil
    }
  }

  private static func code(_ statistic: TableStatistic, _ column: FlatColumn) -> Code {
    switch (statistic, column.kind) {
    case (.count, _): column.slot < 0 ? .rows : .values
    // Dates have no sum.
    case (.sum, _) where column.type == .date, (.average, _) where column.type == .date: .none
    case (.sum, .integer), (.average, .integer): .integers
    case (.sum, .double), (.average, .double): .doubles
    case (.minimum, .integer): .leastInteger
    case (.maximum, .integer): .greatestInteger
    case (.minimum, .double): .leastDouble
    case (.maximum, .double): .greatestDouble
    default: .general
    }
  }

  /// True if the column is the value of a group's first row.
  var isFirst: Bool { statistic == nil && code == .none }

  var evaluator: AggregateEvaluator {
    switch statistic {
    case .average: AggregateEvaluator(.average)
    case .minimum: AggregateEvaluator(.minimum)
    case .maximum: AggregateEvaluator(.maximum)
    case .sum, .count, nil: AggregateEvaluator(.sum)
    }
  }

  // MARK: - Gathering

  /// The values of one column in one group, gathered; all zero at first.
  struct Cell {
    var count: Int64 = 0
    var integer: Int64 = 0
    var double = 0.0
    var sawDouble = false
  }

  @inline(__always)
  func add(_ row: RawRow, to cell: UnsafeMutablePointer<Cell>) {
    guard code != .rows else { return cell.pointee.count += 1 }
    guard let column, column.slot >= 0 else { return }
    let bits = row.bits(column.slot)
    if bits == 0, row.isNull(column.slot) { return }
    switch code {
    case .doubles:
      cell.pointee.sawDouble = true
      cell.pointee.double += Double(bitPattern: bits)
    case .integers: FlatStatistic.add(Int64(bitPattern: bits), to: cell)
    case .leastInteger, .greatestInteger: keep(Int64(bitPattern: bits), in: cell)
    case .leastDouble, .greatestDouble: keep(Double(bitPattern: bits), in: cell)
    case .none, .rows, .values, .general: break
    }
    cell.pointee.count += 1
  }

  /// A sum of integers turns into one of doubles when it leaves 64 bits.
  private static func add(_ integer: Int64, to cell: UnsafeMutablePointer<Cell>) {
    let (sum, overflow) = cell.pointee.integer.addingReportingOverflow(integer)
    if overflow {
      cell.pointee.sawDouble = true
      cell.pointee.double += Double(cell.pointee.integer) + Double(integer)
    }
    cell.pointee.integer = overflow ? 0 : sum
  }

  private func keep(_ value: Int64, in cell: UnsafeMutablePointer<Cell>) {
    let kept = cell.pointee.integer
    if cell.pointee.count == 0 || (code == .leastInteger ? value < kept : value > kept) {
      cell.pointee.integer = value
    }
  }

  /// A not-a-number is an extreme only where there is nothing else.
  private func keep(_ value: Double, in cell: UnsafeMutablePointer<Cell>) {
    let kept = cell.pointee.double
    if cell.pointee.count == 0 || kept.isNaN && !value.isNaN
      || (code == .leastDouble ? value < kept : value > kept)
    {
      cell.pointee.double = value
    }
  }

  // MARK: - Result

  /// The value that a cell comes to.
  func value(of cell: Cell) -> AttributeValue {
    switch code {
    case .rows, .values: return .integer(cell.count)
    case .integers, .doubles: return statistic == .average ? average(cell) : sum(cell)
    case .leastInteger, .greatestInteger:
      return cell.count == 0 ? .null : .integer(cell.integer)
    case .leastDouble, .greatestDouble:
      guard cell.count > 0 else { return .null }
      return column?.type == .date ? .date(cell.double) : .double(cell.double)
    case .none, .general: return statistic == .sum ? .integer(0) : .null
    }
  }

  private func sum(_ cell: Cell) -> AttributeValue {
    cell.sawDouble ? .double(cell.double + Double(cell.integer)) : .integer(cell.integer)
  }

  private func average(_ cell: Cell) -> AttributeValue {
    guard cell.count > 0 else { return .null }
    return switch sum(cell) {
    case .double(let sum): .double(sum / Double(cell.count))
    case .integer(let sum): .double(Double(sum) / Double(cell.count))
    default: .null
    }
  }
}
