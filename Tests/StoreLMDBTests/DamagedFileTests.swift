// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface
import StoreLMDB
import StoreTestSupport
import Testing

/// Damaged files: every call ends, in answers or in errors. In processes of their own, since a
/// mistake would stop them.
@Suite(.serialized) struct DamagedFileTests {
  private let directory: TemporaryDirectory
  private var url: URL { directory.url.appendingPathComponent("store.lmdb") }

  init() throws { directory = try TemporaryDirectory() }

  /// More with `OPENCOREDATA_DAMAGE=1000`.
  private static let rounds =
    ProcessInfo.processInfo.environment["OPENCOREDATA_DAMAGE"].flatMap { Int($0) } ?? 60

  // R-PSC-859
  @Test(arguments: [1, 20_261_122] as [UInt64])
  func nothingInAFileStopsTheProgram(_ seed: UInt64) async throws {
    let log = directory.url.appendingPathComponent("progress")
    let rounds = Self.rounds
    let result = await #expect(processExitsWith: .success) {
      [url = url as URL, log = log as URL, seed = seed as UInt64, rounds = rounds as Int] in
      var random = SplitMix64(seed: seed)
      let whole = try DamagedFile.make(url)
      for round in 0..<rounds {
        let damage = Damage(of: whole, &random)
        try Data("seed \(seed), round \(round): \(damage.name)".utf8).write(to: log)
        try damage.bytes.write(to: url)
        DamagedFile.use(url, &random)
      }
    }
    // What happened to the file that stopped the process.
    if result == nil { Issue.record("\(try String(contentsOf: log, encoding: .utf8))") }
  }

  // R-PSC-859
  @Test func aFileThatWasCutShortIsRefused() throws {
    let whole = try DamagedFile.make(url)
    for length in [4097, 8192, 8193, 12_288, whole.count / 2, whole.count - 4096, whole.count - 1] {
      try whole.prefix(length).write(to: url)
      for isReadOnly in [true, false] {
        let error = kind {
          try LMDBFixture.open(url, DamagedFile.schema) { $0.isReadOnly = isReadOnly }.close()
        }
        #expect(error == .corrupt, "\(length) of \(whole.count) bytes")
      }
      #expect(kind { _ = try LMDBStore.readMetadata(at: url) } == .corrupt)
    }
  }

  // R-PSC-859
  @Test func aFileThatIsCutWhileItIsOpenIsReported() async throws {
    await #expect(processExitsWith: .success) { [url = url as URL] in
      let whole = try DamagedFile.make(url)
      let store = try LMDBFixture.open(url, DamagedFile.schema)
      guard truncate(url.path, 4096) == 0 else { exit(2) }
      guard kind({ try store.beginRead().end() }) == .corrupt else { exit(3) }
      guard kind({ try store.beginWrite().rollback() }) == .corrupt else { exit(4) }
      let handle = try FileHandle(forWritingTo: url)
      try handle.write(contentsOf: whole)
      try handle.close()
      guard kind({ try store.beginRead().end() }) == nil else { exit(5) }
      store.close()
    }
  }

  // R-PSC-859
  @Test func pagesThatChangedPlacesAreFound() throws {
    let whole = try DamagedFile.make(url)
    var bytes = [UInt8](whole)
    let last = bytes.count / 4096 - 1
    for offset in 0..<4096 { bytes.swapAt(2 * 4096 + offset, last * 4096 + offset) }
    try Data(bytes).write(to: url)
    #expect(kind { try LMDBFixture.open(url, DamagedFile.schema).close() } == .corrupt)
  }
}
#endif
