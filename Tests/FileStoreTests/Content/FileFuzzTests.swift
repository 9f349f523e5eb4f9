// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Damaged files: whatever is in them, opening throws or gives a store.
struct FileFuzzTests {
  // R-PSC-376
  @Test(arguments: Office.types, [1, 20_261_121])
  func nothingInAFileStopsTheProgram(_ type: String, _ seed: UInt64) throws {
    var random = Shuffle(state: seed)
    let office = try Office(type)
    try office.fill()
    let whole = try office.bytes
    var opened = 0
    let rounds = 40
    for _ in 0..<rounds {
      let damaged = Self.damaged(whole, &random)
      try damaged.write(to: office.url)
      do {
        try office.check { opened += try $0.all("Employee").isEmpty ? 0 : 1 }
      } catch {
        let complaint = (error as? CocoaError)?.localizedDescription ?? ""
        #expect(!complaint.isEmpty, "\(error) from \(damaged.base64EncodedString())")
      }
    }
    #expect(opened < rounds)
  }

  private static func damaged(_ whole: Data, _ random: inout Shuffle) -> Data {
    var bytes = [UInt8](whole)
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      let count = min(Int.random(in: 1...30, using: &random), bytes.count - place)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
      case 1: bytes.removeSubrange(place..<(place + count))
      case 2: bytes.insert(contentsOf: bytes[place..<(place + count)], at: place)
      case 3:
        let other = Int.random(in: 0...(bytes.count - count), using: &random)
        bytes.replaceSubrange(other..<(other + count), with: bytes[place..<(place + count)])
      default: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
    }
    return Data(bytes)
  }
}
