// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface
import StoreLMDB
import StoreTestSupport
import Testing

/// A fault of the disk at the one page that makes the engine refuse everything afterwards.
@Suite(.serialized) struct RecoveryTests {
  private let directory: TemporaryDirectory
  private var url: URL { directory.url.appendingPathComponent("store.lmdb") }

  init() throws { directory = try TemporaryDirectory() }

  // R-PSC-858
  @Test func aStoreWorksAgainWhenTheFaultIsOver() async throws {
    await #expect(processExitsWith: .success) { [url = url as URL] in
      let schema = LMDBFixture.notes
      let store = try MetaFault.open(url)
      let other = try MetaFault.open(url)
      let key = try store.insert(in: schema, entity: "Note", objects: [["text": .string("kept")]])[
        0]
      try MetaFault.make(url)
      guard kind({ try store.insert(in: schema, entity: "Note", objects: [[:]]) }) == .diskFull
      else { exit(2) }
      guard try store.row(key) != nil, try other.row(key) != nil else { exit(3) }
      guard try store.keys(schema.query("Note")) == [key] else { exit(4) }
      try store.insert(in: schema, entity: "Note", objects: [["text": .string("later")]])
      try other.insert(in: schema, entity: "Folder", objects: [["title": .string("other")]])
      store.close()
      other.close()
    }
    let store = try LMDBFixture.open(url, LMDBFixture.notes)
    defer { store.close() }
    #expect(try store.keys(LMDBFixture.notes.query("Note")).count == 2)
    #expect(try store.keys(LMDBFixture.notes.query("Folder")).count == 1)
  }

  // R-PSC-858
  @Test func readersThatAreThereGoOnAndTheStoreWorksAgainAfterThem() async throws {
    await #expect(processExitsWith: .success) { [url = url as URL] in
      let schema = LMDBFixture.notes
      let store = try MetaFault.open(url, timeout: 0.1)
      let key = try store.insert(in: schema, entity: "Note", objects: [["text": .string("kept")]])[
        0]
      let snapshot = try store.beginRead()
      try MetaFault.make(url)
      guard kind({ try store.insert(in: schema, entity: "Note", objects: [[:]]) }) == .diskFull
      else { exit(2) }
      guard try snapshot.row(for: key) != nil else { exit(3) }
      guard kind({ try store.insert(in: schema, entity: "Note", objects: [[:]]) }) == .timeout
      else { exit(4) }
      snapshot.end()
      try store.insert(in: schema, entity: "Note", objects: [[:]])
      guard try store.keys(schema.query("Note")).count == 2 else { exit(5) }
      store.close()
    }
  }

  // R-PSC-858
  @Test func anOpeningAfterTheFaultFindsTheStore() async throws {
    await #expect(processExitsWith: .success) { [url = url as URL] in
      let schema = LMDBFixture.notes
      let store = try MetaFault.open(url)
      let key = try store.insert(in: schema, entity: "Note", objects: [[:]])[0]
      try MetaFault.make(url)
      guard kind({ try store.insert(in: schema, entity: "Note", objects: [[:]]) }) == .diskFull
      else { exit(2) }
      let other = try MetaFault.open(url)
      guard try other.row(key) != nil else { exit(3) }
      other.close()
      store.close()
    }
  }
}

/// Makes the next write of the page that ends a commit fail as on a full disk, until the engine
/// opens the file again.
private enum MetaFault {
  /// Opens a store whose commits wait for the disk: only these write that page by itself.
  static func open(_ url: URL, timeout: Double = 20) throws -> LMDBStore {
    try LMDBFixture.open(url, LMDBFixture.notes) {
      $0.settings["sync"] = "full"
      $0.timeout = timeout
    }
  }

  static func make(_ url: URL) throws {
    let full = Foundation.open("/dev/full", O_WRONLY | O_CLOEXEC)
    guard full >= 0 else { throw UnexpectedAnswer("no /dev/full") }
    defer { close(full) }
    let names = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    let real = url.resolvingSymlinksInPath().path
    let descriptors = names.compactMap { Int32($0) }.filter { descriptor in
      let target = try? FileManager.default.destinationOfSymbolicLink(
        atPath: "/proc/self/fd/\(descriptor)")
      return target == real && fcntl(descriptor, F_GETFL) & O_DSYNC != 0
    }
    guard !descriptors.isEmpty else { throw UnexpectedAnswer("no descriptor for meta pages") }
    for descriptor in descriptors { dup2(full, descriptor) }
  }
}
#endif
