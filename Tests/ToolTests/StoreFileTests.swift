// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Testing

/// Files that are no stores: one line, status 1, nothing touched.
@Suite struct StoreFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let contents: [(name: String, content: Data)] = [
    ("empty", Data()),
    ("text.sqlite", Data("This is a letter, not a store.".utf8)),
    ("headed.sqlite", Data("SQLite format 3\u{0}".utf8) + Data(repeating: 7, count: 5000)),
    ("noise.lmdb", Data((0..<9000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) })),
  ]

  @Test(arguments: contents.map(\.name))
  func whatIsNoStoreIsSaidToBeNone(_ name: String) throws {
    let content = try #require(Self.contents.first { $0.name == name }?.content)
    let file = try folder.file(name, content)
    for arguments in [["info", file.path], ["info", file.path, "--json"]] {
      let outcome = try Tool.run(["store"] + arguments)
      #expect(outcome.status == 1)
      #expect(outcome.output.isEmpty)
      #expect(outcome.complaint.hasPrefix("coredata: "))
      #expect(outcome.complaint.split(separator: "\n").count == 1)
    }
    #expect(try Data(contentsOf: file) == content)
    #expect(try folder.contents() == [name])
  }

  @Test func aMissingFileIsNamedAndNotMade() throws {
    let outcome = try Tool.run("store", "info", folder.path("nothing.sqlite"))
    #expect(outcome.status == 1)
    #expect(outcome.complaint.contains("nothing.sqlite"))
    #expect(try folder.contents().isEmpty)
  }

  @Test func aFolderIsNoStore() throws {
    let outcome = try Tool.run("store", "info", folder.path)
    #expect(outcome.status == 1)
    #expect(outcome.complaint.contains("is a folder"))
  }
}
