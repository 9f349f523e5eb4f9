// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import Foundation
import StoreInterface

/// Rows in the making: what the SQL function of ``RowFunction`` fills and a reader empties.
///
/// It lives at an address of its own and is used through it: a class would check exclusivity and
/// count references at every value. Rows stand in a list until they are taken; their numbers go on
/// counting over the life of a statement, and the statement yields them as its results. So rows may
/// come out in another order than they were packed in (that of a sorter).
struct RowPacking {
  /// A row that has been packed and not yet taken.
  private struct Packed {
    /// Holds one reference until the row is taken.
    var chunk: Unmanaged<RowChunk>?
    var offset: Int
    var key: ObjectKey
  }

  /// Borrowed from the selection, which the owner keeps.
  private let plans: UnsafeMutableBufferPointer<Selection.EntityPlan>
  private let numbers: UnsafeMutableBufferPointer<Int32>
  private let firstEntity: Int
  private let onlyEntity: Int
  private let table: String
  private let columns: [String]
  private let store: String
  private let externalFiles: ExternalFiles?

  private var chunk: Unmanaged<RowChunk>
  private var base: UnsafeMutableRawPointer
  private var capacity: Int
  private let chunkCapacity: Int
  private var chunks: ChunkSource
  /// Where the current row begins, and how many bytes it has so far.
  private var rowStart = 0
  private var used = 0
  private var slotCount = 0

  private var list: UnsafeMutablePointer<Packed>
  private var listCapacity: Int
  /// Rows in the list, how many of them have been taken, and the number of the first.
  private(set) var count = 0
  private var taken = 0
  private(set) var first = 0
  /// No more rows than this are packed ahead of being taken.
  var limit = Int.max
  /// Why packing has stopped.
  private(set) var failure: StoreError?

  init(_ selection: Selection, _ connection: Connection, chunkCapacity: Int, listCapacity: Int) {
    plans = selection.plans
    numbers = selection.entityOfNumber
    firstEntity = selection.firstEntity
    onlyEntity = selection.onlyEntity ?? -1
    table = selection.table.name
    columns = selection.columns
    store = connection.store
    externalFiles = connection.externalFiles
    self.chunkCapacity = chunkCapacity
    chunks = ChunkSource(first: chunkCapacity, longest: chunkCapacity)
    let chunk = chunks.next(chunkCapacity)
    base = chunk.base
    capacity = chunk.capacity
    self.chunk = Unmanaged.passRetained(chunk)
    list = .allocate(capacity: listCapacity)
    self.listCapacity = listCapacity
  }

  /// Frees what the value holds, which is not used afterwards.
  mutating func destroy() {
    clear()
    list.deallocate()
    chunk.release()
  }

  /// Forgets what has not been taken.
  private mutating func clear() {
    for index in 0..<count { list[index].chunk?.release() }
    count = 0
  }

  /// Begins the numbering anew, for another run.
  mutating func restart() {
    clear()
    first = 0
    taken = 0
    failure = nil
  }

  // MARK: - Taking

  mutating func key(_ number: Int) -> ObjectKey { list[number - first].key }

  /// Hands a row out, once.
  mutating func take(_ number: Int) -> Row? {
    let index = number - first
    guard index >= 0, index < count, let chunk = list[index].chunk else { return nil }
    list[index].chunk = nil
    let row = Row(chunk: chunk.takeRetainedValue(), offset: list[index].offset)
    taken += 1
    if taken == count { advance() }
    return row
  }

  /// Hands all rows of the list out, in its order.
  mutating func takeAll() -> RowBatch {
    var batch = RowBatch()
    batch.keys = [ObjectKey](unsafeUninitializedCapacity: count) { keys, initialized in
      for index in 0..<count { keys.initializeElement(at: index, to: list[index].key) }
      initialized = count
    }
    batch.rows = [Row](unsafeUninitializedCapacity: count) { rows, initialized in
      for index in 0..<count {
        guard let chunk = list[index].chunk else { continue }
        rows.initializeElement(
          at: initialized, to: Row(chunk: chunk.takeRetainedValue(), offset: list[index].offset))
        initialized += 1
      }
    }
    advance()
    return batch
  }

  /// Returns true if the newest row is the only one that has not been accounted for by a result.
  func isNewest(_ number: Int, after results: Int) -> Bool {
    number == first + count - 1 && number == results
  }

  private mutating func advance() {
    first += count
    count = 0
    taken = 0
  }

  private mutating func append(_ key: ObjectKey) {
    if count == listCapacity {
      let larger = UnsafeMutablePointer<Packed>.allocate(capacity: listCapacity * 4)
      larger.moveInitialize(from: list, count: count)
      list.deallocate()
      list = larger
      listCapacity *= 4
    }
    (list + count).initialize(
      to: Packed(chunk: chunk.retain(), offset: rowStart, key: key))
    count += 1
  }

  // MARK: - Packing

  /// Packs one row from values in the order of the selection's columns. Returns its number, -1 when
  /// it stands for no row or there is no room, nil on failure.
  mutating func pack(_ values: UnsafeMutablePointer<OpaquePointer?>) -> Int? {
    let number = sqlite3_value_int64(values[0])
    guard number > 0 else { return packWithoutNumber(number, values[0]) }
    guard count < limit else { return -1 }
    guard let entity = entity(values, number) else { return nil }
    let index = entity - firstEntity
    guard index >= 0, index < plans.count, plans[index].cells.baseAddress != nil else {
      return fail(number, "belongs to an entity of another table")
    }
    let plan = plans[index]
    let version = sqlite3_value_int64(values[1])
    begin(entity: entity, slotCount: plan.slotCount, version: version == 0 ? 1 : version)
    for cell in plan.cells { pack(cell, values: values, number: number) }
    guard failure == nil else { return nil }
    (base + rowStart).storeBytes(of: UInt32(truncatingIfNeeded: used), as: UInt32.self)
    append(ObjectKey(entity: entity, number: number))
    return first + count - 1
  }

  /// An outer join yields nulls. What else is no number of an object is damage.
  private mutating func packWithoutNumber(_ number: Int64, _ value: OpaquePointer?) -> Int? {
    if sqlite3_value_type(value) == SQLITE_NULL { return -1 }
    return fail(number, "has a number that no object can have")
  }

  private mutating func entity(
    _ values: UnsafeMutablePointer<OpaquePointer?>, _ number: Int64
  ) -> Int? {
    if onlyEntity >= 0 { return onlyEntity }
    let stored = sqlite3_value_int64(values[2])
    if let entity = known(stored) { return entity }
    return fail(number, "has the unknown entity number \(stored)")
  }

  private func known(_ stored: Int64) -> Int? {
    guard stored >= 0, stored < numbers.count else { return nil }
    let entity = numbers[Int(stored)]
    return entity < 0 ? nil : Int(entity)
  }

  private mutating func fail(_ number: Int64, _ what: String) -> Int? {
    failure = StoreError(
      .corrupt, store: store, message: "the row \(number) of \(table) \(what)")
    return nil
  }

  // Nulls are recognised by their zero where possible: one call a value instead of two.
  @inline(__always)
  private mutating func pack(
    _ cell: RowCell, values: UnsafeMutablePointer<OpaquePointer?>, number: Int64
  ) {
    let value = values[Int(cell.column)]
    let slot = Int(cell.slot)
    switch cell.kind {
    case .integer:
      let integer = sqlite3_value_int64(value)
      if integer != 0 || sqlite3_value_type(value) != SQLITE_NULL {
        set(UInt64(bitPattern: integer), slot)
      }
    case .double:
      let double = sqlite3_value_double(value)
      if double != 0 { set(double.bitPattern, slot) } else { packSpecialDouble(value, slot) }
    case .text:
      if let start = sqlite3_value_text(value) {
        set(UnsafeRawPointer(start), count: Int(sqlite3_value_bytes(value)), slot: slot)
      }
    case .bytes: packBlob(value, slot)
    case .reference:
      let integer = sqlite3_value_int64(value)
      if integer > 0 {
        set(UInt64(bitPattern: integer), slot)
        set(UInt64(UInt32(bitPattern: cell.destination)), slot + 1)
      } else {
        refuseUnlessNull(cell, value: value, number: number)
      }
    case .polymorphicReference:
      packReference(cell, value: value, entity: values[Int(cell.entityColumn)], owner: number)
    case .uuid, .decimal, .external: packRare(cell, value: value, number: number)
    }
  }

  /// Zero, null, or what SQLite cannot hold as a number: see ``SpecialDouble``.
  private mutating func packSpecialDouble(_ value: OpaquePointer?, _ slot: Int) {
    switch sqlite3_value_type(value) {
    case SQLITE_NULL: break
    case SQLITE_TEXT: set(SpecialDouble.value(RowPacking.bytes(value)).bitPattern, slot)
    default: set(0.0.bitPattern, slot)
    }
  }

  private mutating func packBlob(_ value: OpaquePointer?, _ slot: Int) {
    if let start = sqlite3_value_blob(value) {
      set(start, count: Int(sqlite3_value_bytes(value)), slot: slot)
    } else if sqlite3_value_type(value) != SQLITE_NULL {
      set(nil, count: 0, slot: slot)
    }
  }

  /// An entity that the relationship does not lead to goes for the declared one: the row that is
  /// there tells what it is.
  private mutating func packReference(
    _ cell: RowCell, value: OpaquePointer?, entity: OpaquePointer?, owner: Int64
  ) {
    let number = sqlite3_value_int64(value)
    guard number > 0 else { return refuseUnlessNull(cell, value: value, number: owner) }
    var destination = known(sqlite3_value_int64(entity)) ?? -1
    if destination < Int(cell.destination) || destination >= Int(cell.destinationEnd) {
      destination = Int(cell.destination)
    }
    set(UInt64(bitPattern: number), Int(cell.slot))
    set(UInt64(destination), Int(cell.slot) + 1)
  }

  private mutating func refuseUnlessNull(
    _ cell: RowCell, value: OpaquePointer?, number: Int64
  ) {
    guard sqlite3_value_type(value) != SQLITE_NULL else { return }
    let found = sqlite3_value_int64(value)
    _ = fail(
      number, "has \(found) in \(columns[Int(cell.column)]), which is no number of an object")
  }

  private mutating func packRare(_ cell: RowCell, value: OpaquePointer?, number: Int64) {
    guard sqlite3_value_type(value) != SQLITE_NULL else { return }
    let slot = Int(cell.slot)
    switch cell.kind {
    case .uuid:
      let bytes = RowPacking.bytes(value)
      if bytes.count == 16 {
        set(bytes.baseAddress, count: 16, slot: slot)
      } else {
        _ = fail(number, "holds a UUID of the wrong length")
      }
    case .decimal: packDecimal(value, slot)
    default: packExternal(RowPacking.bytes(value), slot: slot, number: number)
    }
  }

  /// Packs the path of a value in a file, which is read when somebody asks for it: see
  /// ``Row/isExternal(_:)``.
  private mutating func packExternal(
    _ stored: UnsafeRawBufferPointer, slot: Int, number: Int64
  ) {
    switch ExternalFiles.read(stored) {
    case .inline(let content): set(content.baseAddress, count: content.count, slot: slot)
    case .damaged(let reason): _ = fail(number, reason)
    case .file(let name):
      guard let externalFiles else {
        _ = fail(number, "names a file beside a store in memory"); return
      }
      setExternal(externalFiles.path(name), slot)
    }
  }

  private mutating func setExternal(_ path: String, _ slot: Int) {
    var text = path
    text.withUTF8 { set(UnsafeRawPointer($0.baseAddress), count: $0.count, slot: slot) }
    let place = base + (rowStart + Row.headerSize + 8 * slot)
    set(place.load(as: UInt64.self) | Row.externalBit, slot)
    chunk._withUnsafeGuaranteedRef { $0.keep(ExternalFileUse(of: path), forRowAt: rowStart) }
  }

  private mutating func packDecimal(_ value: OpaquePointer?, _ slot: Int) {
    guard sqlite3_value_type(value) == SQLITE_FLOAT else {
      let bytes = RowPacking.bytes(value)
      return set(bytes.baseAddress, count: bytes.count, slot: slot)
    }
    var text = DecimalColumn.of(sqlite3_value_double(value))
    text.withUTF8 { set(UnsafeRawPointer($0.baseAddress), count: $0.count, slot: slot) }
  }

  private static func bytes(_ value: OpaquePointer?) -> UnsafeRawBufferPointer {
    let start = sqlite3_value_blob(value)
    return UnsafeRawBufferPointer(
      start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(value)))
  }

  // MARK: - The row's bytes, see ``Row``

  private mutating func begin(entity: Int, slotCount: Int, version: Int64) {
    let words = (slotCount + 63) >> 6
    let fixed = Row.headerSize + 8 * (slotCount + words)
    rowStart = (rowStart + used + 7) & ~7
    used = 0
    reserve(fixed)
    self.slotCount = slotCount
    let start = base + rowStart
    start.storeBytes(of: UInt32(truncatingIfNeeded: entity), toByteOffset: 4, as: UInt32.self)
    start.storeBytes(of: version, toByteOffset: 8, as: Int64.self)
    start.storeBytes(of: UInt64(slotCount), toByteOffset: 16, as: UInt64.self)
    let slots = start + Row.headerSize
    memset(slots, 0, 8 * slotCount)
    memset(slots + 8 * slotCount, 0xFF, 8 * words)
    used = fixed
  }

  @inline(__always)
  private func set(_ bits: UInt64, _ slot: Int) {
    let slots = base + (rowStart + Row.headerSize)
    slots.storeBytes(of: bits, toByteOffset: 8 * slot, as: UInt64.self)
    let word = slots + 8 * (slotCount + (slot >> 6))
    word.storeBytes(of: word.load(as: UInt64.self) & ~(1 << (slot & 63)), as: UInt64.self)
  }

  @inline(__always)
  private mutating func set(_ source: UnsafeRawPointer?, count: Int, slot: Int) {
    let position = used
    reserve(count)
    if let source, count > 0 { memcpy(base + (rowStart + position), source, count) }
    used += count
    set(UInt64(position) | UInt64(count) << 32, slot)
  }

  @inline(__always)
  private mutating func reserve(_ count: Int) {
    if rowStart + used + count > capacity { moveToNewChunk(count) }
  }

  private mutating func moveToNewChunk(_ count: Int) {
    let needed = used + count
    let fresh = chunks.next(needed > chunkCapacity ? needed * 2 : needed)
    fresh.base.copyMemory(from: base + rowStart, byteCount: used)
    chunk._withUnsafeGuaranteedRef { $0.moveUses(ofRowAt: rowStart, to: fresh) }
    chunk.release()
    base = fresh.base
    capacity = fresh.capacity
    chunk = Unmanaged.passRetained(fresh)
    rowStart = 0
  }
}
#endif
