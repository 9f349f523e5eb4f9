// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

extension FilterProgram {
  /// Returns the outcome of a step that looks at one row only.
  @inline(__always)
  func test(_ step: FilterStep, row: RawRow, key: ObjectKey) -> Truth {
    let slot = Int(step.slot)
    if slot < 0 { return testSelf(step, row: row, key: key) }
    // Only zero bits can be a null's, so most rows never touch the bitmap.
    let bits = row.bits(slot)
    if bits == 0, row.isNull(slot) { return step.whenNull }
    switch step.code {
    case .integer: return Truth(step.holds(Int64(bitPattern: bits), Int64(bitPattern: step.low)))
    case .double: return Truth(step.holds(Double(bitPattern: bits), Double(bitPattern: step.low)))
    case .integerBetween:
      let value = Int64(bitPattern: bits)
      return Truth(value >= Int64(bitPattern: step.low) && value <= Int64(bitPattern: step.high))
    case .doubleBetween:
      let value = Double(bitPattern: bits)
      return Truth(
        value >= Double(bitPattern: step.low) && value <= Double(bitPattern: step.high))
    case .isNull: return .no
    case .present: return step.outcome
    default: return testLonger(step, row: row, bits: bits)
    }
  }

  private func testLonger(_ step: FilterStep, row: RawRow, bits: UInt64) -> Truth {
    let slot = Int(step.slot)
    let auxiliary = Int(step.auxiliary)
    switch step.code {
    case .bytes: return Truth(step.holds(row.bytes(bits), constant(step)))
    case .bytesIn: return Truth(pool.byteLists[auxiliary].contains(sorted: row.bytes(bits)))
    case .integerIn:
      return Truth(pool.integerLists[auxiliary].contains(sorted: Int64(bitPattern: bits)))
    case .doubleIn:
      return Truth(pool.doubleLists[auxiliary].contains(sorted: Double(bitPattern: bits)))
    case .pattern: return Truth(pool.patterns[auxiliary].matches(utf8: row.bytes(bits)))
    case .integerPair, .doublePair: return testPair(step, row: row, bits: bits)
    case .object, .objectIn:
      return testObject(step, row.destination(slot))
    case .entityIn:
      return Truth(pool.entityLists[auxiliary].contains(Int(row.bits(slot + 1) & 0xFFFF_FFFF)))
    default: return .no
    }
  }

  /// Returns the byte string that a step compares with.
  private func constant(_ step: FilterStep) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: constants[Int(step.low)..<Int(step.high)])
  }

  private func testPair(_ step: FilterStep, row: RawRow, bits: UInt64) -> Truth {
    let other = Int(step.low)
    let otherBits = row.bits(other)
    if otherBits == 0, row.isNull(other) { return step.whenNull }
    if step.code == .integerPair {
      return Truth(step.holds(Int64(bitPattern: bits), Int64(bitPattern: otherBits)))
    }
    return Truth(step.holds(Double(bitPattern: bits), Double(bitPattern: otherBits)))
  }

  /// Returns a step on the object itself.
  private func testSelf(_ step: FilterStep, row: RawRow, key: ObjectKey) -> Truth {
    switch step.code {
    case .object, .objectIn: return testObject(step, key)
    case .entityIn: return Truth(pool.entityLists[Int(step.auxiliary)].contains(row.entity))
    case .present: return step.outcome
    default: return .no
    }
  }

  private func testObject(_ step: FilterStep, _ key: ObjectKey) -> Truth {
    if step.code == .object {
      let isSame = schema.isSame(key, pool.keys[Int(step.auxiliary)])
      return Truth(isSame == (step.comparison == .equal))
    }
    let keys = pool.keyLists[Int(step.auxiliary)]
    var index = keys.firstIndex(partitionedBy: { $0.number >= key.number })
    while index < keys.count, keys[index].number == key.number {
      if schema.isSame(keys[index], key) { return .yes }
      index += 1
    }
    return .no
  }
}

extension FilterStep {
  @inline(__always)
  func holds<T: Comparable>(_ a: T, _ b: T) -> Bool {
    switch comparison {
    case .equal: a == b
    case .notEqual: a != b
    case .less: a < b
    case .lessOrEqual: a <= b
    case .greater: a > b
    case .greaterOrEqual: a >= b
    }
  }

  func holds(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
    switch comparison {
    case .equal: a.count == b.count && ByteOrder.order(a, b) == 0
    case .notEqual: a.count != b.count || ByteOrder.order(a, b) != 0
    default: comparison.accepts(ByteOrder.order(a, b))
    }
  }
}

extension Array {
  /// Returns the first index of a sorted array where a condition holds that holds for all after it.
  func firstIndex(partitionedBy condition: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) >> 1
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Array where Element: Comparable {
  /// False for what equals nothing, itself included.
  func contains(sorted value: Element) -> Bool {
    let index = firstIndex(partitionedBy: { $0 >= value })
    return index < count && self[index] == value
  }
}

extension [[UInt8]] {
  func contains(sorted value: UnsafeRawBufferPointer) -> Bool {
    let index = firstIndex(partitionedBy: { element in
      element.withUnsafeBytes { ByteOrder.order($0, value) >= 0 }
    })
    return index < count && self[index].withUnsafeBytes { ByteOrder.order($0, value) == 0 }
  }
}
