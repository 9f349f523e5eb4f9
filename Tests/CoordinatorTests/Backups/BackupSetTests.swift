// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClientStores
import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Testing

/// Several stores in one backup.
@Suite struct BackupSetTests {
  /// Stacks of several stores of which two or more have files.
  static let kinds = StackKind.everyStore.filter { kind in
    let types = kind.stores.map(\.type)
    return types.count > 1 && !types.contains(ClientStores.httpType)
      && types.contains { $0 != NSInMemoryStoreType }
  }
  /// Those that share nothing with memory.
  static let durableKinds = kinds.filter(\.isDurable)

  // R-PSC-946
  @Test(arguments: kinds)
  func allDurableStoresAreInTheSet(_ kind: StackKind) async throws {
    let stage = try SetStage(kind)
    let set = try await stage.backUp()
    let durable = kind.stores.filter { $0.type != NSInMemoryStoreType }
    #expect(set.manifest.stores.map(\.type) == durable.map(\.type))
    #expect(set.manifest.stores.map(\.configuration) == durable.map(\.configuration))
    #expect(set.manifest.formatVersion == BackupManifest.currentVersion)
    #expect(set.manifest.stores.allSatisfy { store in !store.files.isEmpty })
    #expect(set.manifest.stores.allSatisfy { store in !store.modelVersionHashes.isEmpty })
    #expect(try BackupSet(at: stage.url).manifest == set.manifest)
    try set.verify()
    let listed = Set(set.manifest.stores.flatMap(\.files).map(\.path) + ["backup.json"])
    #expect(try stage.paths() == listed)
  }

  // R-PSC-946
  @Test(arguments: durableKinds)
  func aRestoredSetIsTheSameStores(_ kind: StackKind) async throws {
    let stage = try SetStage(kind)
    let identifiers = stage.stack.coordinator.persistentStores.map(\.identifier)
    let set = try await stage.backUp()
    let restored = try stage.restored(set)
    #expect(restored.persistentStores.map(\.identifier) == identifiers)
    #expect(try stage.total(restored) == SetStage.total)
    BackupStage.close(restored)
    try set.verify()
  }

  // R-PSC-946, 795: the sum over the stores never changes
  @Test(arguments: durableKinds)
  func noSaveOverSeveralStoresIsHalfInTheSet(_ kind: StackKind) async throws {
    let stage = try SetStage(kind)
    let context = stage.stack.context()
    let writer = Worker { (try? SetStage.move(context)) != nil }
    writer.start()
    for round in 0..<3 {
      var options = BackupOptions()
      options.pagesInStep = 1
      let set = try await stage.backUp("set\(round)", options: options)
      let restored = try stage.restored(set, "restored\(round)")
      #expect(try stage.total(restored) == SetStage.total)
      BackupStage.close(restored)
    }
    #expect(writer.finish())
  }

  // R-PSC-946: what verifies names the file
  @Test func aFileThatDiffersIsNamed() async throws {
    let stage = try SetStage(SetBackupKinds.files)
    let set = try await stage.backUp()
    let file = set.url(of: set.manifest.stores[1])
    let content = try Data(contentsOf: file)
    var changed = content
    changed[content.count / 2] ^= 1
    try changed.write(to: file)
    try expectRefusal(of: set, naming: file, .fileReadCorruptFile)
    try (content + [0]).write(to: file)
    try expectRefusal(of: set, naming: file, .fileReadCorruptFile)
    try FileManager.default.removeItem(at: file)
    try expectRefusal(of: set, naming: file, .fileReadNoSuchFile)
    #expect(throws: CocoaError.self) { try set.restore(to: stage.folder("restored")) }
    #expect(!FileManager.default.fileExists(atPath: stage.folder("restored").path))
    try content.write(to: file)
    try set.verify()
    let log = URL(fileURLWithPath: file.path + "-wal")
    try Data([1]).write(to: log)
    try expectRefusal(of: set, naming: log, .fileReadCorruptFile)
  }

  private func expectRefusal(
    of set: BackupSet, naming file: URL, _ code: CocoaError.Code
  ) throws {
    let error = failure { try set.verify() }
    #expect(error?.code == code)
    #expect(error?.userInfo[NSFilePathErrorKey] as? String == file.path)
  }

  // R-PSC-946: a manifest is not believed
  @Test(arguments: [
    ("\"formatVersion\" : 1", "\"formatVersion\" : 2", CocoaError.Code.fileReadUnknown),
    ("\"path\" : \"store0\"", "\"path\" : \"../store0\"", .fileReadCorruptFile),
    ("\"path\" : \"store0\"", "\"path\" : \"/store0\"", .fileReadCorruptFile),
    ("\"stores\"", "\"shops\"", .fileReadCorruptFile),
  ])
  func aStrangeManifestIsRefused(_ old: String, _ new: String, _ code: CocoaError.Code) async throws
  {
    let stage = try SetStage(SetBackupKinds.files)
    _ = try await stage.backUp()
    let url = stage.url.appendingPathComponent("backup.json")
    let text = try String(contentsOf: url, encoding: .utf8)
    #expect(text.contains(old))
    try Data(text.replacingOccurrences(of: old, with: new).utf8).write(to: url)
    let error = failure { _ = try BackupSet(at: stage.url) }
    #expect(error?.code == code)
    let none = failure { _ = try BackupSet(at: stage.folder("nowhere")) }
    #expect(none?.code == .fileReadNoSuchFile)
  }

  // R-PSC-946
  @Test func whatIsThereIsReplacedOnlyIfItIsASet() async throws {
    let stage = try SetStage(SetBackupKinds.files)
    let first = try await stage.backUp()
    await #expect(throws: CocoaError.self) { _ = try await stage.backUp() }
    #expect(try BackupSet(at: stage.url).manifest == first.manifest)
    try stage.stack.run { try SetStage.move($0) }
    var options = BackupOptions()
    options.replacesExisting = true
    let second = try await stage.backUp(options: options)
    #expect(second.manifest != first.manifest)
    try second.verify()
    let folder = stage.folder("mine")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    _ = try await stage.backUp("mine")
    try FileManager.default.removeItem(at: folder.appendingPathComponent("backup.json"))
    await #expect(throws: CocoaError.self) { _ = try await stage.backUp("mine", options: options) }
    #expect(try stage.hiddenNames() == [])
  }

  // R-PSC-946
  @Test(arguments: durableKinds)
  func aCancelledSetLeavesNothing(_ kind: StackKind) async throws {
    let stage = try SetStage(kind)
    let progress = Progress(totalUnitCount: 1)
    progress.cancel()
    await #expect(throws: CancellationError.self) { _ = try await stage.backUp(progress: progress) }
    let late = CancellingProgress.make()
    await #expect(throws: CancellationError.self) { _ = try await stage.backUp(progress: late) }
    #expect(late.steps > 0)
    #expect(!FileManager.default.fileExists(atPath: stage.url.path))
    #expect(try stage.hiddenNames() == [])
  }

  // R-PSC-946
  @Test func someStoresMayBeChosen() async throws {
    let stage = try SetStage(SetBackupKinds.files)
    let chosen = stage.stack.coordinator.persistentStores[1]
    let set = try await stage.stack.coordinator.backupSet(to: stage.url, of: [chosen])
    #expect(set.manifest.stores.map(\.identifier) == [chosen.identifier])
  }
}

enum SetBackupKinds {
  static let files = StackKind(
    name: "files",
    stores: [(NSXMLStoreType, "People"), (NSBinaryStoreType, "Notes"), (NSXMLStoreType, "Scratch")])
}
