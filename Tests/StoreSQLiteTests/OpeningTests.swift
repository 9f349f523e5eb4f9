// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface
import StoreSQLite
import StoreTestSupport
import Testing

/// What may lie at a store's place, and what opening does about it.
@Suite struct OpeningTests {
  private static let schema: StoreSchema = {
    var builder = SchemaBuilder()
    builder.entity("Item", ["name": .string])
    return builder.build()
  }()

  private func fixture() throws -> SQLiteFixture { try SQLiteFixture(Self.schema) }

  // R-PSC-059
  @Test func aFileWithoutAByteBecomesAStore() throws {
    let fixture = try fixture()
    try Data().write(to: fixture.url)
    try fixture.create()
    #expect(try fixture.raw().rows("SELECT COUNT(*) FROM ZITEM") == ["0"])
  }

  // R-PSC-059
  @Test func unknownContentIsCorrupt() throws {
    let fixture = try fixture()
    try Data(repeating: 7, count: 5000).write(to: fixture.url)
    #expect(errorKind { try fixture.open() } == .corrupt)
    #expect(try Data(contentsOf: fixture.url) == Data(repeating: 7, count: 5000))
  }

  // R-PSC-059
  @Test(arguments: [Data("bplist00".utf8), Data("<?xml version".utf8), Self.lmdbHeader])
  func anotherStoresContentIsTheWrongType(_ content: Data) throws {
    let fixture = try fixture()
    try content.write(to: fixture.url)
    #expect(errorKind { try fixture.open() } == .wrongType)
  }

  // A file that is closed leaves its number to the next one, for a moment before it counts as closed.
  @Test func anotherStoreIsNotTakenForAFileThatIsOpen() throws {
    let fixture = try fixture()
    let store = try fixture.open()
    #expect(SQLiteStore.recognises(contentAt: fixture.url))
    let file = try FileHandle(forWritingTo: fixture.url)
    try file.write(contentsOf: Data("<?xml version=\"1.0\"?>".utf8))
    #expect(!SQLiteStore.recognises(contentAt: fixture.url))
    try file.close()
    store.close()
  }

  static let lmdbHeader =
    Data(repeating: 0, count: 16) + Data([0xDE, 0xC0, 0xEF, 0xBE]) + Data(repeating: 0, count: 44)

  @Test func aDatabaseThatIsNoStoreIsCorrupt() throws {
    let fixture = try fixture()
    try fixture.raw().run("CREATE TABLE other (a)")
    #expect(errorKind { try fixture.open() } == .corrupt)
    #expect(errorKind { _ = try SQLiteStore.readMetadata(at: fixture.url) } == .corrupt)
  }

  @Test func aTruncatedDatabaseIsCorrupt() throws {
    let fixture = try fixture()
    let store = try fixture.open()
    try store.insert(
      "Item", objects: (0..<2000).map { ["name": .string("name \($0)")] }, schema: Self.schema)
    store.close()
    let content = try Data(contentsOf: fixture.url)
    try content.prefix(8192).write(to: fixture.url)
    #expect(errorKind { try fixture.open() } == .corrupt)
  }

  // R-PSC-058
  @Test func missingFoldersAreMade() throws {
    let fixture = try fixture()
    let url = fixture.directory.url.appendingPathComponent("a/b/Store.sqlite")
    try fixture.open { $0.url = url }.close()
    #expect(SQLiteStore.recognises(contentAt: url))
  }

  // R-PSC-051
  @Test func aFailedCreationLeavesNoFile() throws {
    let fixture = try fixture()
    #expect(
      errorKind { try fixture.open { $0.settings = ["no such; pragma": "1"] } } == .cannotOpen)
    #expect(try fixture.files.isEmpty)
  }

  // R-PSC-051: between the making of the file and its opening
  @Test func aFailedCreationLeavesTheFileThatAnotherHasMadeHis() throws {
    let fixture = try fixture()
    let disk = FaultyDisk(fixture.directory.url)
    let url = fixture.url
    let wasInterrupted = disk.interrupting(.open, at: 1) {
      let other = try? RawDatabase(url)
      try? other?.run("CREATE TABLE theirs (name TEXT); INSERT INTO theirs VALUES ('kept')")
    } _: {
      #expect(errorKind { try fixture.open() } == .corrupt)
    }
    #expect(wasInterrupted)
    #expect(try fixture.raw().rows("SELECT name FROM theirs") == ["kept"])
  }

  // R-PSC-051
  @Test func aFailedCreationLeavesNoFileOnAFullDisk() throws {
    let fixture = try fixture()
    let disk = FaultyDisk(fixture.directory.url)
    let hasFailed = disk.failing(.full(at: 1)) {
      #expect(errorKind { try fixture.open() } != nil)
    }
    #expect(hasFailed)
    #expect(try fixture.files.isEmpty)
  }

  // R-PSC-058
  @Test func aMissingFileCannotBeOpenedForReading() throws {
    let fixture = try fixture()
    #expect(errorKind { try fixture.open { $0.isReadOnly = true } } == .missingFile)
    #expect(try fixture.files.isEmpty)
  }

  // R-PSC-131
  @Test func openingForReadingModifiesNothing() throws {
    let fixture = try fixture()
    let store = try fixture.open()
    let key = try store.insert("Item", objects: [["name": .string("kept")]], schema: Self.schema)[0]
    store.close()
    let before = try Data(contentsOf: fixture.url)
    let reading = try fixture.open { $0.isReadOnly = true }
    #expect(try reading.row(key)?.string(0) == "kept")
    #expect(errorKind { _ = try reading.beginWrite() } == .readOnly)
    #expect(errorKind { _ = try reading.reserveNumbers(1, root: 0) } == .readOnly)
    reading.close()
    #expect(try Data(contentsOf: fixture.url) == before)
    #expect(try fixture.files == ["Store.sqlite"])
  }

  // R-PSC-131
  @Test func aReaderSeesWhatAWriterDoesMeanwhile() throws {
    let fixture = try fixture()
    let store = try fixture.open()
    let reading = try fixture.open { $0.isReadOnly = true }
    let key = try store.insert("Item", objects: [["name": .string("new")]], schema: Self.schema)[0]
    #expect(try reading.row(key)?.string(0) == "new")
    reading.close()
    store.close()
  }

  // R-PSC-061
  @Test func theNullDeviceIsADatabaseInMemory() throws {
    let fixture = try fixture()
    let url = URL(fileURLWithPath: "/dev/null")
    let first = try fixture.open { $0.url = url }
    let second = try fixture.open { $0.url = url }
    let key = try first.insert("Item", objects: [["name": .string("x")]], schema: Self.schema)[0]
    #expect(try first.row(key)?.string(0) == "x")
    #expect(try second.row(key) == nil)
    #expect(try first.statistics().bytes == 0)
    first.close()
    second.close()
  }

  // R-PSC-061
  @Test func inMemorySnapshotsStandBesideTheWriter() throws {
    let fixture = try fixture()
    let store = try fixture.open { $0.url = URL(fileURLWithPath: "/dev/null") }
    defer { store.close() }
    let snapshot = try store.beginRead()
    let key = try store.insert("Item", objects: [["name": .string("x")]], schema: Self.schema)[0]
    #expect(try snapshot.row(for: key) == nil)
    snapshot.end()
    #expect(try store.row(key) != nil)
  }

  // R-PSC-134
  @Test func settingsArePragmas() throws {
    let fixture = try fixture()
    try fixture.open { $0.settings = ["journal_mode": "DELETE", "page_size": "8192"] }.close()
    #expect(try fixture.raw().rows("PRAGMA journal_mode") == ["delete"])
    #expect(try fixture.raw().rows("PRAGMA page_size") == ["8192"])
  }

  // R-PSC-844
  @Test func newFilesAreTheOwnersOnly() throws {
    let fixture = try fixture()
    try fixture.create()
    let attributes = try FileManager.default.attributesOfItem(atPath: fixture.url.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  // R-PSC-836: sniffing closes a descriptor of the file, which would drop SQLite's locks.
  @Test func recognisingAnOpenFileKeepsItsLocks() throws {
    let fixture = try fixture()
    let store = try fixture.open()
    let transaction = try store.beginWrite()
    #expect(SQLiteStore.recognises(contentAt: fixture.url))
    let other = Process()
    other.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    other.arguments = [
      "python3", "-c",
      "import fcntl,sys\nf=open(sys.argv[1]+'-shm','r+b')\n"
        + "try:\n fcntl.lockf(f,fcntl.LOCK_EX|fcntl.LOCK_NB,1,120)\n"
        + "except OSError: sys.exit(3)",
      fixture.url.path,
    ]
    try other.run()
    other.waitUntilExit()
    #expect(other.terminationStatus == 3)
    transaction.rollback()
    store.close()
  }
}
#endif
