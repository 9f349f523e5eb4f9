// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface
import StoreLMDB
import StoreTestSupport
import Testing

/// Reading a file whose lock file may not be written, as another user's.
@Suite(.serialized) struct UnlockedReadingTests {
  private let directory: TemporaryDirectory
  private var url: URL { directory.url.appendingPathComponent("store.lmdb") }

  init() throws { directory = try TemporaryDirectory() }

  // R-PSC-853
  @Test func aReaderKeepsWritersWaitingAsLongAsItReads() async throws {
    let schema = LMDBFixture.notes
    let store = try LMDBFixture.open(url, schema)
    try store.insert(in: schema, entity: "Note", objects: [["text": .string("x")]])
    store.close()
    try Permissions.forbidWriting(url, in: directory.url)
    defer { Permissions.allowWriting(url, in: directory.url) }
    await #expect(processExitsWith: .success) { [url = url as URL] in
      guard Permissions.become(nobody: url) else { exit(EXIT_SUCCESS) }
      let schema = LMDBFixture.notes
      let store = try LMDBFixture.open(url, schema) { $0.isReadOnly = true }
      let writer = open(url.path, O_RDONLY | O_CLOEXEC)
      guard writer >= 0, flock(writer, LOCK_EX | LOCK_NB) == 0 else { exit(2) }
      _ = flock(writer, LOCK_UN)
      let first = try store.beginRead()
      let second = try store.beginRead()
      guard try first.count(schema.query("Note")) == 1 else { exit(3) }
      first.end()
      guard flock(writer, LOCK_EX | LOCK_NB) != 0 else { exit(4) }
      second.end()
      guard flock(writer, LOCK_EX | LOCK_NB) == 0 else { exit(5) }
      store.close()
    }
  }

  // R-PSC-853
  @Test func aReaderWaitsForAWriterNoLongerThanItsTimeout() async throws {
    let schema = LMDBFixture.notes
    let store = try LMDBFixture.open(url, schema)
    store.close()
    try Permissions.forbidWriting(url, in: directory.url)
    defer { Permissions.allowWriting(url, in: directory.url) }
    await #expect(processExitsWith: .success) { [url = url as URL] in
      guard Permissions.become(nobody: url) else { exit(EXIT_SUCCESS) }
      let schema = LMDBFixture.notes
      let store = try LMDBFixture.open(url, schema) {
        $0.isReadOnly = true
        $0.timeout = 0.1
      }
      let writer = open(url.path, O_RDONLY | O_CLOEXEC)
      guard flock(writer, LOCK_EX | LOCK_NB) == 0 else { exit(2) }
      guard kind({ try store.beginRead().end() }) == .timeout else { exit(3) }
      _ = flock(writer, LOCK_UN)
      try store.beginRead().end()
      store.close()
    }
  }
}

private enum Permissions {
  static func forbidWriting(_ url: URL, in folder: URL) throws {
    guard chmod(url.path, 0o444) == 0, chmod(url.path + "-lock", 0o444) == 0,
      chmod(folder.path, 0o555) == 0
    else { throw UnexpectedAnswer("the mode cannot be changed") }
  }

  static func allowWriting(_ url: URL, in folder: URL) {
    chmod(folder.path, 0o755)
  }

  /// Gives the superuser's rights up, who may write everything. False where that user cannot reach
  /// the file at all.
  static func become(nobody url: URL) -> Bool {
    guard geteuid() == 0 else { return true }
    guard seteuid(65534) == 0 else { return false }
    let descriptor = open(url.path, O_RDONLY | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    return descriptor >= 0
  }
}
#endif
