// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import ModelFormat
import Testing

/// The place of an entity's modifier in its version hash (R-MOD-358).
@Suite struct EntityModifierTests {
  private let parent = Data(repeating: 7, count: 32)
  private let properties = [
    ("a", Data(repeating: 1, count: 32)), ("b", Data(repeating: 2, count: 32)),
  ]

  private func hash(modifier: String?) -> Data {
    VersionHash.entity(
      name: "Event", isAbstract: false, modifier: modifier, superentityHash: parent,
      properties: properties.map { (name: $0.0, hash: $0.1) }, constraints: [])
  }

  @Test func itFollowsTheProperties() {
    let bytes =
      Array("Event".utf8) + [0] + Array(parent) + properties.flatMap { Array($0.1) }
      + Array("2".utf8)
    #expect(hash(modifier: "2") == Data(SHA2.sha256(bytes)))
  }

  @Test func withoutOneNothingIsAdded() {
    let bytes = Array("Event".utf8) + [0] + Array(parent) + properties.flatMap { Array($0.1) }
    #expect(hash(modifier: nil) == Data(SHA2.sha256(bytes)))
  }
}
