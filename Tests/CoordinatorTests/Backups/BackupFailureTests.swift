// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import StoreTestSupport
import Testing

/// A backup that is refused, fails or is cancelled leaves everything as it was.
@Suite struct BackupFailureTests {
  private func error(_ body: () async throws -> Void) async -> CocoaError? {
    do {
      try await body()
      return nil
    } catch { return error as? CocoaError }
  }

  // R-PSC-945
  @Test(arguments: BackupStage.types)
  func whatIsThereIsRefusedUnlessItIsToBeReplaced(_ type: String) async throws {
    let stage = try BackupStage(type)
    try await stage.backUp()
    try stage.fill()
    let refusal = await error { try await stage.backUp() }
    #expect(refusal?.code == .fileWriteFileExists)
    #expect(try stage.found().isEmpty)
    var options = BackupOptions()
    options.replacesExisting = true
    try await stage.backUp(options: options)
    #expect(try stage.found() == TransferStage.contents)
  }

  // R-PSC-945
  @Test(arguments: BackupStage.fileTypes)
  func anAddedStoreIsNotReplaced(_ type: String) async throws {
    let stage = try BackupStage(type)
    try stage.fill()
    var options = BackupOptions()
    options.replacesExisting = true
    let itself = await error { try await stage.backUp("old", options: options) }
    #expect(itself?.code == .persistentStoreOperation)
    #expect(itself?.userInfo[NSAffectedStoresErrorKey] as? [NSPersistentStore] == [stage.store])
    #expect(try stage.stage.found() == TransferStage.contents)
  }

  // R-PSC-945
  @Test func whatIsNoStoreOfTheTypeIsNotReplaced() async throws {
    let stage = try BackupStage(NSXMLStoreType)
    try stage.fill()
    try Data("text".utf8).write(to: stage.url("text"))
    try FileManager.default.createDirectory(
      at: stage.url("folder"), withIntermediateDirectories: false)
    var options = BackupOptions()
    options.replacesExisting = true
    for name in ["text", "folder"] {
      let refusal = await error { try await stage.backUp(name, options: options) }
      #expect(refusal?.code == .persistentStoreOperation)
    }
    #expect(try Data(contentsOf: stage.url("text")) == Data("text".utf8))
    let missing = await error { try await stage.backUp("nowhere/copy") }
    #expect(missing?.code == .fileNoSuchFile)
  }

  // R-PSC-945
  @Test func aStoreOfAnotherCoordinatorIsRefused() async throws {
    let stage = try BackupStage(NSXMLStoreType)
    let other = try BackupStage(NSXMLStoreType)
    let url = try stage.url()
    let refusal = await error { try await stage.coordinator.backup(other.store, to: url) }
    #expect(refusal?.code == .persistentStoreOperation)
    #expect(try stage.names().isEmpty)
  }

  // R-PSC-945: cancelling leaves no partial file
  @Test(arguments: BackupStage.types)
  func aCancelledBackupLeavesNothing(_ type: String) async throws {
    let stage = try BackupStage(type)
    try stage.fill()
    let progress = Progress(totalUnitCount: 1)
    progress.cancel()
    await #expect(throws: CancellationError.self) { try await stage.backUp(progress: progress) }
    #expect(try stage.names().isEmpty)
    let held = Held(stage)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await held.stage.backUp()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try stage.names().isEmpty)
  }

  private struct Held: @unchecked Sendable {
    // Sendable: handed to one task, which is waited for.
    let stage: BackupStage
    init(_ stage: BackupStage) { self.stage = stage }
  }

  // R-PSC-945: cancelled when a part is written; what was there stays
  @Test(arguments: BackupStage.types)
  func aBackupThatIsCancelledHalfWayLeavesWhatWasThere(_ type: String) async throws {
    let stage = try BackupStage(type)
    try await stage.backUp()
    try stage.fill()
    let progress = CancellingProgress.make()
    var options = BackupOptions()
    options.replacesExisting = true
    options.pagesInStep = 1
    await #expect(throws: CancellationError.self) {
      try await stage.backUp(options: options, progress: progress)
    }
    #expect(progress.steps > 0)
    #expect(try stage.found().isEmpty)
    let names = try stage.names()
    #expect(names.filter { !$0.hasPrefix("copy") } == [])
  }
}

/// A progress that is cancelled by the first step.
final class CancellingProgress: Progress, @unchecked Sendable {
  // Sendable: set by the thread of the backup, read after it.
  private(set) var steps = 0

  /// Its initialiser is not for asynchronous functions.
  static func make() -> CancellingProgress { CancellingProgress(parent: nil, userInfo: nil) }

  override var completedUnitCount: Int64 {
    get { super.completedUnitCount }
    set {
      steps += 1
      super.completedUnitCount = newValue
      cancel()
    }
  }
}
