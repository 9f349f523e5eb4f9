// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface
import StoreLMDB
import StoreTestSupport
import Testing

/// What is at a path but is no file.
@Suite struct SpecialFileTests {
  private let directory: TemporaryDirectory
  private var url: URL { directory.url.appendingPathComponent("store.lmdb") }

  init() throws { directory = try TemporaryDirectory() }

  private func refusals() -> [StoreError.Kind?] {
    [
      kind { try LMDBFixture.open(url, LMDBFixture.notes).close() },
      kind { try LMDBFixture.open(url, LMDBFixture.notes) { $0.isReadOnly = true }.close() },
      kind { _ = try LMDBStore.readMetadata(at: url) },
      kind { _ = try LMDBStore.inspect(at: url) },
    ]
  }

  // R-PSC-059
  @Test func aPipeIsRefusedAtOnce() throws {
    #expect(mkfifo(url.path, 0o600) == 0)
    #expect(refusals() == [.cannotOpen, .cannotOpen, .cannotOpen, .cannotOpen])
    #expect(!LMDBStore.recognises(contentAt: url))
  }

  // R-PSC-059
  @Test func aFolderIsRefused() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    #expect(refusals() == [.cannotOpen, .cannotOpen, .cannotOpen, .cannotOpen])
  }

  // R-PSC-059
  @Test func aDeviceIsRefused() throws {
    try FileManager.default.createSymbolicLink(
      atPath: url.path, withDestinationPath: "/dev/zero")
    #expect(refusals() == [.cannotOpen, .cannotOpen, .cannotOpen, .cannotOpen])
  }
}
#endif
