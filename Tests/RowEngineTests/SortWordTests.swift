// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RowEngine
import StoreInterface
import Testing

@Suite struct SortWordTests {
  @Test(arguments: [0, 1, 2, 95, 96, 97, 1000, 5000])
  func wordsSortWithEqualOnesInTheirOrder(_ count: Int) {
    for bits in [UInt64(3), 0xFF00, 0xFF_0000_00FF, .max] {
      var random = SeededGenerator(UInt64(count))
      var words = (0..<count).map { SortWord(word: random.next() & bits, index: UInt32($0)) }
      let expected = words.sorted { ($0.word, $0.index) < ($1.word, $1.index) }
      SortWord.sort(&words)
      #expect(words.map(\.index) == expected.map(\.index))
    }
  }

  @Test(arguments: [Int64(100), 1 << 40, .max])
  func pairsComeByOwnerAndMember(_ highest: Int64) {
    var random = SeededGenerator(7)
    var pairs = NumberPairs()
    for _ in 0..<500 {
      pairs.append(.random(in: 0...highest, using: &random), .random(in: 0...20, using: &random))
    }
    let all = (0..<pairs.count).map { pairs[$0] }
    let expected = all.indices.sorted {
      (all[$0].owner, all[$0].member, $0) < (all[$1].owner, all[$1].member, $1)
    }
    #expect(pairs.order() == expected)
  }

  @Test func anOwnersMembersComeOnceEach() {
    var pairs = NumberPairs()
    for (owner, member) in [(2, 5), (1, 4), (2, 5), (2, 3)] as [(Int64, Int64)] {
      pairs.append(owner, member)
    }
    var found: [Int64: [Int64]] = [:]
    pairs.forEachOwner { found[$0] = $1 }
    #expect(found == [1: [4], 2: [3, 5]])
  }
}
