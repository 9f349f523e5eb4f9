// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A set of entity indexes, as bits: asked for every node that is routed and every fetch.
package struct EntitySet: Sendable, Hashable {
  private var words: [UInt64] = []

  package init(_ entities: [Int]) {
    for entity in entities { insert(entity) }
  }

  private mutating func insert(_ entity: Int) {
    while words.count <= entity >> 6 { words.append(0) }
    words[entity >> 6] |= 1 << UInt64(entity & 63)
  }

  package func contains(_ entity: Int) -> Bool {
    let word = entity >> 6
    return word < words.count && words[word] & (1 << UInt64(entity & 63)) != 0
  }

  package func contains(allOf entities: [Int]) -> Bool { entities.allSatisfy(contains) }

  /// Returns true if one of a range of entities, such as a subtree, is a member.
  package func intersects(_ entities: Range<Int>) -> Bool { entities.contains(where: contains) }
}
