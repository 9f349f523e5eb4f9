// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface
import StoreLMDB
import StoreTestSupport
import Testing

/// One file that is reached by several names, or by none any more.
@Suite(.serialized) struct FileNameTests {
  private let directory: TemporaryDirectory
  private let schema = LMDBFixture.notes
  private var url: URL { directory.url.appendingPathComponent("store.lmdb") }
  private var link: URL { directory.url.appendingPathComponent("link.lmdb") }

  init() throws { directory = try TemporaryDirectory() }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.url.path).sorted()
  }

  // R-PSC-850
  @Test func savesThroughALinkAndThroughTheFileAreAllKept() async throws {
    let store = try LMDBFixture.open(url, schema)
    defer { store.close() }
    try FileManager.default.createSymbolicLink(
      atPath: link.path, withDestinationPath: "store.lmdb")
    let mine = OtherThread {
      for _ in 0..<40 { try store.insert(in: LMDBFixture.notes, entity: "Note", objects: [[:]]) }
    }
    await #expect(processExitsWith: .success) { [link = link as URL] in
      let store = try LMDBFixture.open(link, LMDBFixture.notes)
      for _ in 0..<40 { try store.insert(in: LMDBFixture.notes, entity: "Note", objects: [[:]]) }
      store.close()
    }
    try mine.value()
    #expect(try store.keys(schema.query("Note")).count == 80)
    #expect(try names() == ["link.lmdb", "store.lmdb", "store.lmdb-lock"])
  }

  // R-PSC-850
  @Test func foldersAndDotsInThePathMakeNoDifference() throws {
    let folder = directory.url.appendingPathComponent("folder")
    try FileManager.default.createSymbolicLink(atPath: folder.path, withDestinationPath: ".")
    let deep = URL(fileURLWithPath: directory.url.path + "/folder/../folder/./store.lmdb")
    let store = try LMDBFixture.open(url, schema)
    let other = try LMDBFixture.open(deep, schema)
    let key = try other.insert(in: schema, entity: "Note", objects: [[:]])[0]
    #expect(try store.row(key) != nil)
    store.close()
    other.close()
    #expect(try names() == ["folder", "store.lmdb", "store.lmdb-lock"])
  }

  @Test func aLinkThatLeadsNowhereMeansTheFileThatItNames() throws {
    try FileManager.default.createSymbolicLink(
      atPath: link.path, withDestinationPath: "store.lmdb")
    try LMDBFixture.open(link, schema).close()
    #expect(try names() == ["link.lmdb", "store.lmdb", "store.lmdb-lock"])
  }

  @Test func aLinkIntoAFolderThatIsMissingIsRefused() throws {
    try FileManager.default.createSymbolicLink(
      atPath: link.path, withDestinationPath: "missing/store.lmdb")
    #expect(kind { try LMDBFixture.open(link, schema).close() } == .missingFile)
    #expect(try names() == ["link.lmdb"])
  }

  @Test func linksInACircleAreRefused() throws {
    try FileManager.default.createSymbolicLink(
      atPath: link.path, withDestinationPath: "link.lmdb")
    #expect(kind { try LMDBFixture.open(link, schema).close() } == .cannotOpen)
    #expect(try names() == ["link.lmdb"])
  }

  // R-PSC-850
  @Test func aFileWithTwoNamesIsRefused() throws {
    try LMDBFixture.open(url, schema).close()
    try FileManager.default.linkItem(at: url, to: link)
    for name in [url, link] {
      #expect(kind { try LMDBFixture.open(name, schema).close() } == .cannotOpen)
      let reading = kind { try LMDBFixture.open(name, schema) { $0.isReadOnly = true }.close() }
      #expect(reading == .cannotOpen)
    }
    try FileManager.default.removeItem(at: link)
    try LMDBFixture.open(url, schema).close()
  }

  // R-PSC-850
  @Test func aFileThatWasRenamedWhileOpenIsRefusedElsewhere() async throws {
    let store = try LMDBFixture.open(url, schema)
    try FileManager.default.moveItem(at: url, to: link)
    await #expect(processExitsWith: .success) { [link = link as URL] in
      let error = kind { try LMDBFixture.open(link, LMDBFixture.notes).close() }
      exit(error == .cannotOpen ? EXIT_SUCCESS : EXIT_FAILURE)
    }
    #expect(try store.insert(in: schema, entity: "Note", objects: [[:]]).count == 1)
    store.close()
    let moved = try LMDBFixture.open(link, schema)
    #expect(try moved.keys(schema.query("Note")).count == 1)
    moved.close()
  }

  // R-PSC-850
  @Test func aFileWhoseLockFileWasRemovedWhileOpenIsRefusedElsewhere() async throws {
    let store = try LMDBFixture.open(url, schema)
    defer { store.close() }
    try FileManager.default.removeItem(atPath: url.path + "-lock")
    await #expect(processExitsWith: .success) { [url = url as URL] in
      let error = kind { try LMDBFixture.open(url, LMDBFixture.notes).close() }
      exit(error == .cannotOpen ? EXIT_SUCCESS : EXIT_FAILURE)
    }
    #expect(try store.insert(in: schema, entity: "Note", objects: [[:]]).count == 1)
  }

  // R-PSC-850, R-PSC-843
  @Test func aFileThatTakesTheRemovedOnesPlaceIsAnother() async throws {
    let old = try LMDBFixture.open(url, schema)
    defer { old.close() }
    for _ in 0..<3 { try old.insert(in: schema, entity: "Note", objects: [[:]]) }
    try FileManager.default.removeItem(at: url)
    let new = try LMDBFixture.open(url, schema)
    defer { new.close() }
    #expect(kind { try old.insert(in: schema, entity: "Note", objects: [[:]]) } == .replaced)
    let key = try new.insert(in: schema, entity: "Note", objects: [["text": .string("new")]])[0]
    #expect(kind { try old.beginRead().end() } == .replaced)
    #expect(try new.keys(schema.query("Note")) == [key])
    await #expect(processExitsWith: .success) { [url = url as URL] in
      let store = try LMDBFixture.open(url, LMDBFixture.notes)
      try store.insert(in: LMDBFixture.notes, entity: "Note", objects: [[:]])
      store.close()
    }
    #expect(try new.keys(schema.query("Note")).count == 2)
  }
}
#endif
