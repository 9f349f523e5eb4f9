// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Binary stores with right checksums and wrong content, as somebody could make them.
struct HostileArchiveTests {
  private static func file(_ parts: [Data]) -> Data {
    parts.reduce(BinaryFrame.signature) { $0 + BinaryFrame.prefix(of: $1) + $1 } + BinaryFrame.end
  }

  private static func list(_ value: Any) throws -> Data {
    try PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0)
  }

  private static var header: [String: Any] {
    ["version": 1, "metadata": [String: Any](), "lastObjectID": 200]
  }

  private static func object(_ values: [String: Any], links: [String: Any] = [:]) -> [String: Any] {
    ["entity": "Sample", "id": "z1", "values": values, "links": links]
  }

  private static func employee(_ relationship: String, _ names: Any) -> [String: Any] {
    [
      "entity": "Employee", "id": "z1", "values": [String: Any](),
      "links": [relationship: names],
    ]
  }

  private static func refusal(_ parts: [Data]) throws -> CocoaError.Code? {
    let office = try Office(NSBinaryStoreType)
    try file(parts).write(to: office.url)
    return try office.refusal()?.code
  }

  // R-PSC-371
  @Test func theHandMadeFileIsAStore() throws {
    let office = try Office(NSBinaryStoreType)
    let parts = [try Self.list(Self.header), try Self.list([Self.object(["name": "made"])])]
    try Self.file(parts).write(to: office.url)
    let name = try office.use { try $0.only("Sample").string("name") }
    #expect(name == "made")
  }

  // R-PSC-371, 376
  @Test func wrongValuesAreRefused() throws {
    let lists: [Any] = [
      "text", ["text"], [["entity": "Sample"]],
      [Self.object(["name": 1])], [Self.object(["small": 40_000])], [Self.object(["big": "1"])],
      [Self.object(["flag": "yes"])], [Self.object(["data": "x"])], [Self.object(["key": "x"])],
      [Self.object(["amount": "x"])], [Self.object(["tags": Data([1])])],
      [Self.object(["unknown": 1])], [Self.object([:], links: ["unknown": ["z1"]])],
      [Self.object([:]), Self.object([:])],
      [Self.employee("locker", ["z2"])], [Self.employee("locker", "z2")],
      [Self.employee("locker", ["z1"])], [Self.employee("knows", ["z1", "z9"])],
    ]
    for content in lists {
      let code = try Self.refusal([try Self.list(Self.header), try Self.list(content)])
      #expect(code == .persistentStoreOpen, "\(content)")
    }
  }

  // R-PSC-376
  @Test func wrongHeadersAreRefused() throws {
    for (key, value) in [
      ("version", 2), ("version", "1"), ("lastObjectID", -1), ("lastObjectID", Int64.max),
      ("metadata", [1]),
    ] as [(String, Any)] {
      var header = Self.header
      header[key] = value
      #expect(try Self.refusal([try Self.list(header)]) == .persistentStoreOpen)
    }
    #expect(try Self.refusal([try Self.list(["a"])]) == .persistentStoreOpen)
  }

  // R-PSC-371, 376
  @Test func listsThatFoundationWouldNotWriteAreRefused() throws {
    let archive = try NSKeyedArchiver.archivedData(
      withRootObject: NSArray(array: ["a"]), requiringSecureCoding: true)
    var deep: Any = "x"
    for _ in 0..<40 { deep = [deep] }
    // An array that contains itself, and one whose members are all the same next array.
    let circle = MadePropertyList.data([[0xA1, 0]])
    let pairs = (1...40).map { (next: UInt8) -> [UInt8] in [0xA2, next, next] }
    let bomb = MadePropertyList.data(pairs + [[0xA0]])
    for list in [archive, try Self.list(deep), circle, bomb, Data("bplist00".utf8), Data([1])] {
      #expect(try Self.refusal([list]) == .persistentStoreOpen)
      #expect(try Self.refusal([try Self.list(Self.header), list]) == .persistentStoreOpen)
    }
  }

  // R-PSC-376
  @Test(arguments: [3, 20_261_121])
  func noContentStopsTheProgram(_ seed: UInt64) throws {
    var random = Shuffle(state: seed)
    let whole = try Self.list([
      Self.object(["name": "a", "small": 1, "place.city": "Ulm", "data": Data(0..<20)])
    ])
    let header = try Self.list(Self.header)
    let office = try Office(NSBinaryStoreType)
    for _ in 0..<40 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] = UInt8.random(in: .min ... .max, using: &random)
      }
      try Self.file([header, bytes]).write(to: office.url)
      do {
        try office.check { context in
          let samples = try context.all("Sample")
          #expect(samples.count <= 1)
        }
      } catch {
        let complaint = (error as? CocoaError)?.localizedDescription ?? ""
        #expect(!complaint.isEmpty, "\(error) from \(bytes.base64EncodedString())")
      }
    }
  }
}
