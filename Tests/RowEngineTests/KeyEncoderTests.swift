// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import RowEngine
import StoreInterface
import Testing

@Suite struct KeyEncoderTests {
  /// Every column of a person, the object itself last.
  private static let columns: [Column] =
    Sample.attributes.indices.map { Column.attribute($0) } + [.toOne(0), .toOne(1), .key]

  // R-PSC-854
  @Test func theBytesAreThoseOfSortableKeys() throws {
    let entity = Sample.schema.entities[Sample.person]
    for seed in UInt64(1)...60 {
      var random = SeededGenerator(seed)
      let chosen = KeyEncoderTests.columns.shuffled(using: &random).prefix(4).map {
        (column: $0, isAscending: Bool.random(using: &random))
      }
      let encoder = KeyEncoder(
        chosen.map {
          .init(
            slot: entity.slot(of: $0.column), kind: entity.kind(of: $0.column),
            isAscending: $0.isAscending)
        })
      for (key, row) in World(seed: seed).persons {
        var expected = SortableKey()
        for (column, isAscending) in chosen {
          expected.append(column, of: row, key, entity: entity, ascending: isAscending)
        }
        #expect(
          bytes(encoder, row: row, number: key.number, shift: 0) == expected.bytes, "seed \(seed)")
        #expect(
          bytes(encoder, row: row, number: key.number, shift: 3) == expected.bytes, "not aligned")
      }
    }
  }

  /// The encoded key of a copy of a row that begins so many bytes behind an aligned address.
  private func bytes(
    _ encoder: KeyEncoder, row: Row, number: Int64, shift: Int
  ) -> [UInt8] {
    let copy = UnsafeMutableRawPointer.allocate(byteCount: row.byteCount + shift, alignment: 8)
    defer { copy.deallocate() }
    row.withBytes {
      (copy + shift).copyMemory(from: $0.baseAddress ?? .init(copy), byteCount: $0.count)
    }
    let buffer = KeyBuffer(capacity: 8)
    encoder.append(UnsafeRawPointer(copy + shift), number: number, to: buffer)
    return Array(UnsafeRawBufferPointer(start: buffer.base, count: buffer.count))
  }
}
