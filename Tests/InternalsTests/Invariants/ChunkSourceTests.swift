// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import Testing

/// The memory of rows: chunks of their own for short results, parts of large pages for long ones.
@Suite struct ChunkSourceTests {
  /// Fills each chunk with its number.
  private func chunks(_ count: Int) -> [RowChunk] {
    var source = ChunkSource()
    return (0..<count).map { number in
      let chunk = source.next(100)
      chunk.base.initializeMemory(
        as: UInt16.self, repeating: UInt16(number), count: chunk.capacity / 2)
      return chunk
    }
  }

  private func holds(_ chunk: RowChunk, _ number: Int) -> Bool {
    let values = UnsafeRawBufferPointer(start: chunk.base, count: chunk.capacity)
    return values.bindMemory(to: UInt16.self).allSatisfy { $0 == UInt16(number) }
  }

  @Test func chunksGrowFromTheFirstToTheLongest() {
    var source = ChunkSource(first: 64, longest: 1024)
    #expect((0..<4).map { _ in source.next(10).capacity } == [64, 256, 1024, 1024])
    #expect(source.next(5000).capacity == 5000)
    #expect(source.next(10).capacity == 1024)
  }

  @Test func aLongResultKeepsEveryChunkToItself() {
    let chunks = chunks(600)
    #expect(Set(chunks.map(\.base)).count == 600)
    #expect(chunks.allSatisfy { $0.capacity == RowChunk.standardCapacity })
    #expect(chunks.enumerated().allSatisfy { holds($1, $0) })
  }

  @Test func chunksOutliveTheirNeighbours() {
    var chunks: [RowChunk?] = chunks(600)
    for number in chunks.indices where !number.isMultiple(of: 97) { chunks[number] = nil }
    let left = chunks.enumerated().compactMap { number, chunk in chunk.map { (number, $0) } }
    #expect(left.count == 7)
    #expect(left.allSatisfy { holds($1, $0) })
  }

  @Test func chunksDieOnSeveralThreadsAtOnce() {
    nonisolated(unsafe) let places = UnsafeMutableBufferPointer<RowChunk?>.allocate(capacity: 600)
    defer { places.deallocate() }
    for (number, chunk) in chunks(600).enumerated() {
      places.initializeElement(at: number, to: chunk)
    }
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for number in stride(from: thread, to: 600, by: 4) where !number.isMultiple(of: 97) {
        places[number] = nil
      }
    }
    for number in stride(from: 0, to: 600, by: 97) {
      #expect(places[number].map { holds($0, number) } == true)
    }
    places.deinitialize()
  }
}
