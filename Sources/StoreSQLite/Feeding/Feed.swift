// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import Foundation
import StoreInterface

/// The input that a virtual table of ``FeedTable`` yields: keys, links or pending rows, straight
/// from where they lie. It points at memory that whoever runs the statement keeps.
struct Feed {
  enum Kind {
    case nothing
    /// The one number at `numbers`, again and again: for a statement that is stepped once a key.
    case endless
    case numbers
    case versions
    case links
    case reversedLinks
    case inserts
    case updates
  }

  /// Where a column of a pending row comes from.
  struct Column {
    enum Kind {
      case value(RowCell.Kind)
      /// The number of the destination's entity.
      case entity
    }

    var kind: Kind
    var slot: Int
    var destination: Int
  }

  /// A row and the version it is to have.
  struct ExpectedVersion {
    var number: Int64
    var version: Int64
  }

  private(set) var kind = Kind.nothing
  private(set) var count = 0
  private var numbers: UnsafePointer<Int64>?
  private var versions: UnsafePointer<ExpectedVersion>?
  private var links: UnsafePointer<LinkChange>?
  private var inserts: UnsafePointer<RowInsert>?
  private var updates: UnsafePointer<RowUpdate>?
  private var columns = UnsafeMutableBufferPointer<Column>(start: nil, count: 0)
  /// Numbers of entities in the file, by index; 0 for those that it does not hold.
  private var entityNumbers = UnsafeMutableBufferPointer<Int64>(start: nil, count: 0)
  private var entityNumber: Int64 = 0

  init() {}

  /// Yields the number that stands in a place at the time it is asked for.
  init(endless place: UnsafeMutablePointer<Int64>) {
    kind = .endless
    count = .max
    numbers = UnsafePointer(place)
  }

  init(_ buffer: UnsafeBufferPointer<Int64>) {
    kind = .numbers
    count = buffer.count
    numbers = buffer.baseAddress
  }

  init(_ buffer: UnsafeBufferPointer<ExpectedVersion>) {
    kind = .versions
    count = buffer.count
    versions = buffer.baseAddress
  }

  init(_ buffer: UnsafeBufferPointer<LinkChange>, isReversed: Bool) {
    kind = isReversed ? .reversedLinks : .links
    count = buffer.count
    links = buffer.baseAddress
  }

  /// Columns: `Z_PK`, `Z_ENT`, `Z_OPT`, then the shape's.
  init(_ buffer: UnsafeBufferPointer<RowInsert>, _ shape: FeedShape, entityNumber: Int64) {
    kind = .inserts
    count = buffer.count
    inserts = buffer.baseAddress
    columns = shape.columns
    entityNumbers = shape.entityNumbers
    self.entityNumber = entityNumber
  }

  /// Columns: `Z_PK`, the negative of the expected version (-1 for none), `Z_OPT`, then the shape's.
  init(_ buffer: UnsafeBufferPointer<RowUpdate>, _ shape: FeedShape) {
    kind = .updates
    count = buffer.count
    updates = buffer.baseAddress
    columns = shape.columns
    entityNumbers = shape.entityNumbers
  }

  // MARK: - Yielding

  /// The values that are loaded once a row, so that its columns are read without counting
  /// references.
  struct Current {
    var number: Int64 = 0
    var second: Int64 = 0
    var start: UnsafeRawPointer?
  }

  @inline(__always)
  func load(_ position: Int, into current: inout Current) {
    switch kind {
    case .nothing: break
    case .endless: current.number = numbers?.pointee ?? 0
    case .numbers: if let numbers { current.number = numbers[position] }
    case .versions:
      guard let entry = versions?.advanced(by: position) else { return }
      current.number = entry.pointee.number
      current.second = entry.pointee.version
    case .links, .reversedLinks:
      guard let link = links?.advanced(by: position) else { return }
      let (first, second) = (link.pointee.first.number, link.pointee.second.number)
      current.number = kind == .links ? first : second
      current.second = kind == .links ? second : first
    case .inserts:
      guard let insert = inserts?.advanced(by: position) else { return }
      current.number = insert.pointee.key.number
      current.second = entityNumber
      current.start = insert.pointee.row.start
    case .updates:
      guard let update = updates?.advanced(by: position) else { return }
      current.number = update.pointee.key.number
      current.second = -(update.pointee.expectedVersion ?? 1)
      current.start = update.pointee.row.start
    }
  }

  @inline(__always)
  func yield(_ column: Int, of current: Current, to context: OpaquePointer?) {
    switch column {
    case 0: sqlite3_result_int64(context, current.number)
    case 1: sqlite3_result_int64(context, current.second)
    case 2:
      sqlite3_result_int64(context, current.start?.load(fromByteOffset: 8, as: Int64.self) ?? 0)
    default:
      guard let start = current.start, column - 3 < columns.count else { return }
      yield(columns[column - 3], of: start, to: context)
    }
  }

  @inline(__always)
  private func yield(_ column: Column, of row: UnsafeRawPointer, to context: OpaquePointer?) {
    let slots = row + Row.headerSize
    let bits = slots.load(fromByteOffset: 8 * column.slot, as: UInt64.self)
    // Only a null or a zero has no bits; what is not set is null to SQLite.
    if bits == 0 {
      let count = Int(row.load(fromByteOffset: 16, as: UInt32.self))
      let word = slots.load(fromByteOffset: 8 * (count + (column.slot >> 6)), as: UInt64.self)
      if word & (1 << (column.slot & 63)) != 0 { return }
    }
    guard case .value(let kind) = column.kind else {
      return yieldEntity(column, slots, to: context)
    }
    let target = ResultTarget(context: context)
    switch kind {
    case .integer, .reference, .polymorphicReference:
      sqlite3_result_int64(context, Int64(bitPattern: bits))
    case .double: ValueWriting.write(double: Double(bitPattern: bits), to: target)
    case .text, .bytes, .uuid, .decimal, .external:
      let bytes = UnsafeRawBufferPointer(
        start: row + Int(bits & 0xFFFF_FFFF), count: Int(bits >> 32))
      ValueWriting.write(bytes, kind, to: target)
    }
  }

  private func yieldEntity(
    _ column: Column, _ slots: UnsafeRawPointer, to context: OpaquePointer?
  ) {
    let entity = Int(
      slots.load(fromByteOffset: 8 * (column.slot + 1), as: UInt64.self) & 0xFFFF_FFFF)
    let known = entity < entityNumbers.count ? entityNumbers[entity] : 0
    let number = known != 0 ? known : entityNumbers[column.destination]
    if number != 0 { sqlite3_result_int64(context, number) }
  }
}
#endif
