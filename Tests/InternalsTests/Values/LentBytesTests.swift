// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import Testing

/// Large values of rows, which share the rows' memory.
@Suite struct LentBytesTests {
  private static let size = 4 * LentBytes.leastSize

  private func row(_ value: Data) -> Row {
    let assembler = RowAssembler()
    assembler.begin(entity: 1, slotCount: 2, version: 1)
    assembler.setInteger(7, 0)
    assembler.setData(value, 1)
    return assembler.finish()
  }

  private func address(_ data: Data) -> UnsafeRawPointer? {
    data.withUnsafeBytes { $0.baseAddress }
  }

  @Test func aLargeValueIsNotCopied() throws {
    let row = row(Data(repeating: 5, count: Self.size))
    let value = try #require(row.data(1))
    #expect(value == Data(repeating: 5, count: Self.size))
    #expect(address(value) == row.bytes(1).baseAddress)
    #expect(row.data(1).flatMap(address) == address(value))
  }

  @Test func aSmallValueKeepsNoRow() throws {
    let row = row(Data(repeating: 5, count: LentBytes.leastSize - 1))
    let value = try #require(row.data(1))
    #expect(address(value) != row.bytes(1).baseAddress)
  }

  @Test func whoeverChangesAValueLeavesTheRowAsItIs() throws {
    let row = row(Data(repeating: 5, count: Self.size))
    var value = try #require(row.data(1))
    value[0] = 9
    value.append(1)
    #expect(row.bytes(1).first == 5)
    #expect(row.data(1) == Data(repeating: 5, count: Self.size))
    #expect(value.count == Self.size + 1)
    #expect(value[0] == 9)
  }

  @Test func aValueThatOutlivesItsRowIsItsOwnersToChange() throws {
    var value = try #require(row(Data(repeating: 5, count: Self.size)).data(1))
    value[0] = 9
    value.append(contentsOf: Data(repeating: 6, count: Self.size))
    value.removeFirst(3)
    #expect(value.count == 2 * Self.size - 3)
    #expect(value.first == 5)
    #expect(value.last == 6)
  }

  @Test func valuesOfOneRowLiveIndependently() throws {
    var values: [Data] = []
    do {
      let assembler = RowAssembler()
      assembler.begin(entity: 1, slotCount: 2, version: 1)
      for slot in 0..<2 { assembler.setData(Data(repeating: UInt8(slot), count: Self.size), slot) }
      let row = assembler.finish()
      values = (0..<2).compactMap { row.data($0) }
    }
    values[0][0] = 7
    values.removeFirst()
    #expect(values == [Data(repeating: 1, count: Self.size)])
  }

  @Test func severalThreadsAreGivenTheSameValue() {
    let row = row(Data(repeating: 5, count: Self.size))
    let first = row.bytes(1).baseAddress.map { UInt(bitPattern: $0) }
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<100 {
        let value = row.data(1)
        #expect(value.flatMap(address).map { UInt(bitPattern: $0) } == first)
      }
    }
  }
}
