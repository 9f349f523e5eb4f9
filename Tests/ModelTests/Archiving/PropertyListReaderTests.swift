// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import KeyedArchives
import StoreTestSupport
import Testing

/// The reader of binary property lists beside Foundation's.
struct PropertyListReaderTests {
  private static func encoded(_ list: Any) throws -> Data {
    try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
  }

  private static func foundation(_ data: Data) throws -> [String: Any] {
    try #require(
      PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
  }

  /// Kinds and values, whatever order dictionaries have.
  private static func described(_ value: Any) -> String {
    switch value {
    case let value as [String: Any]:
      "{" + value.map { "\($0): \(described($1))" }.sorted().joined(separator: ", ") + "}"
    case let value as [Any]: "[" + value.map(described).joined(separator: ", ") + "]"
    case let value as Data: "\(type(of: value)) \(value.base64EncodedString())"
    case let value as Date: "\(type(of: value)) \(value.timeIntervalSinceReferenceDate)"
    case let number as NSNumber where type(of: value) is NSNumber.Type:
      "number \(String(cString: number.objCType)) \(number)"
    default: "\(type(of: value)) \(value)"
    }
  }

  private static var everything: [String: Any] {
    [
      "text": "Straße 日本 🎈", "plain": "plain", "empty": "",
      "long": String(repeating: "x", count: 300),
      "yes": true, "no": false, "truths": [true, false], "small": 7, "negative": -1,
      "large": Int64.max, "least": Int64.min,
      "real": 1.5, "endless": Double.infinity, "date": Date(timeIntervalSinceReferenceDate: 1e8),
      "data": Data([0, 1, 255]), "nothing": Data(), "array": [1, "two", [3.0, Data([4])]],
      "dictionary": ["a": ["b": ["c": 1]], "d": [String: String]()], "none": [Any](),
    ]
  }

  @Test func whatItReadsFoundationReads() throws {
    let data = try Self.encoded(Self.everything)
    let read = try #require(PropertyListReader.dictionary(data))
    #expect(read.count == Self.everything.count)
    #expect(Self.described(read) == Self.described(try Self.foundation(data)))
  }

  @Test func aPieceOfLargerDataIsRead() throws {
    let data = Data([1, 2, 3]) + (try Self.encoded(["a": 1]))
    #expect(PropertyListReader.dictionary(data.dropFirst(3))?["a"] as? Int == 1)
  }

  /// A number beyond the greatest with a sign takes sixteen bytes, a short one is no `Double`.
  @Test func numbersThatAreNotCommonAreFoundations() throws {
    #expect(try PropertyListReader.dictionary(Self.encoded(["a": UInt64.max])) == nil)
    #expect(try PropertyListReader.dictionary(Self.encoded(["a": Float(1.1)])) == nil)
  }

  @Test func textThatOnlySaysItIsASCIIIsFoundations() throws {
    var data = try Self.encoded(["a": "xyzzy"])
    let place = try #require(data.firstIndex(of: UInt8(ascii: "z")))
    data[place] = 0xE9
    #expect(PropertyListReader.dictionary(data) == nil)
  }

  @Test func whatIsNoBinaryDictionaryIsFoundations() throws {
    let list: [String: Any] = ["a": 1]
    let xml = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
    #expect(PropertyListReader.dictionary(xml) == nil)
    #expect(try PropertyListReader.dictionary(Self.encoded([1, 2])) == nil)
    #expect(PropertyListReader.dictionary(Data()) == nil)
  }

  @Test func aListWithinItselfEnds() throws {
    // { "a": the dictionary itself }
    let objects: [UInt8] = [0xD1, 1, 0, 0x51, UInt8(ascii: "a")]
    var trailer = [UInt8](repeating: 0, count: 32)
    (trailer[6], trailer[7], trailer[15], trailer[31]) = (1, 1, 2, 13)
    let data = Data(Array("bplist00".utf8) + objects + [8, 11] + trailer)
    #expect(PropertyListReader.dictionary(data) == nil)
  }

  /// Each array has the next one twice: written out they would be 2^60.
  @Test func sharedArraysDoNotMultiply() throws {
    #expect(PropertyListReader.dictionary(Data(Self.doubling(60))) == nil)
  }

  private static func doubling(_ depth: Int) -> [UInt8] {
    var objects: [[UInt8]] = [[0xD1, 1, 2], [0x51, UInt8(ascii: "a")]]
    for level in 0..<depth { objects.append([0xA2, UInt8(level + 3), UInt8(level + 3)]) }
    objects.append([0x09])
    var bytes = Array("bplist00".utf8)
    var places: [UInt8] = []
    for object in objects {
      places += [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)]
      bytes += object
    }
    var trailer = [UInt8](repeating: 0, count: 32)
    (trailer[6], trailer[7], trailer[15]) = (2, 1, UInt8(objects.count))
    (trailer[30], trailer[31]) = (UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF))
    return bytes + places + trailer
  }

  /// Two hundred objects that are one text: each alone is no longer than the list.
  @Test func objectsThatShareBytesAreFoundations() throws {
    var bytes = Array("bplist00".utf8) + [0xD1, 1, 1]
    let text = bytes.count
    bytes += [0x5F, 0x11, 0x10, 0x00] + Array(repeating: UInt8(ascii: "x"), count: 4096)
    var places: [UInt8] = [0, 8]
    for _ in 0..<200 { places += [0, UInt8(text)] }
    var trailer = [UInt8](repeating: 0, count: 32)
    (trailer[6], trailer[7], trailer[15]) = (2, 1, 201)
    (trailer[30], trailer[31]) = (UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF))
    #expect(PropertyListReader.dictionary(Data(bytes + places + trailer)) == nil)
  }

  /// Damage is nil or some dictionary, and never stops the program.
  @Test(arguments: 0..<8 as Range<UInt64>) func damagedListsDoNotStopTheProgram(seed: UInt64) throws
  {
    let whole = try Self.encoded(Self.everything)
    var generator = SplitMix64(seed: seed)
    for _ in 0..<500 {
      var bytes = [UInt8](whole)
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        bytes[Int.random(in: 8..<bytes.count, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      _ = PropertyListReader.dictionary(Data(bytes))
    }
    #expect(PropertyListReader.dictionary(whole) != nil)
  }
}
