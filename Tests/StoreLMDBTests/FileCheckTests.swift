// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface
import StoreLMDB
import StoreTestSupport
import Testing

/// The check of all pages of a file.
@Suite struct FileCheckTests {
  private func open(_ url: URL) throws -> LMDBStore {
    try LMDBFixture.open(url, DamagedFile.schema) { $0.isReadOnly = true }
  }

  // R-PSC-951
  @Test func aSoundFileHasNoFindings() throws {
    let directory = try TemporaryDirectory()
    let url = directory.url.appendingPathComponent("sound.lmdb")
    _ = try DamagedFile.make(url)
    let store = try open(url)
    defer { store.close() }
    #expect(try store.checkFiles(isRepairing: false) { true } == [])
  }

  // R-PSC-951
  @Test func aPageThatIsNoneIsFound() throws {
    let directory = try TemporaryDirectory()
    let url = directory.url.appendingPathComponent("damaged.lmdb")
    var bytes = try DamagedFile.make(url)
    let store = try open(url)
    defer { store.close() }
    // Behind the two pages that say where everything is: what each page is.
    let page = max(4096, Int(sysconf(Int32(_SC_PAGESIZE))))
    for place in stride(from: 2 * page, to: bytes.count, by: page) { bytes[place + 10] = 0xFF }
    let file = try FileHandle(forWritingTo: url)
    try file.write(contentsOf: bytes)
    try file.close()
    let findings = try store.checkFiles(isRepairing: true) { true }
    #expect(findings.map(\.kind) == [.damage])
    #expect(findings.first?.isRepaired == false)
  }

  // R-PSC-951
  @Test func aCheckThatIsEndedFindsNothing() throws {
    let directory = try TemporaryDirectory()
    let url = directory.url.appendingPathComponent("sound.lmdb")
    _ = try DamagedFile.make(url)
    let store = try open(url)
    defer { store.close() }
    #expect(try store.checkFiles(isRepairing: false) { false } == [])
  }
}
#endif
