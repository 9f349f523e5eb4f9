// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import Synchronization

/// A backup as its caller sees it: how far it is, and whether it shall end.
// Sendable: an atomic; a `Progress` locks itself.
final class BackupRun: @unchecked Sendable {
  /// How much of a progress one store is.
  private static let unit = 1000

  private let isCancelled = Atomic(false)
  private let progress: Progress?
  private let stores = Atomic(1)
  private let finished = Atomic(0)

  private init(_ progress: Progress?) { self.progress = progress }

  /// Runs a body that blocks on a thread of its own. Cancelling the task or the progress ends it at
  /// the next step.
  nonisolated(nonsending) static func perform<T: Sendable>(
    reportingTo progress: Progress?, _ body: @escaping @Sendable (BackupRun) throws -> T
  ) async throws -> T {
    let run = BackupRun(progress)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let thread = Thread { continuation.resume(with: Result { try body(run) }) }
        thread.name = "CoreData.Backup"
        thread.start()
      }
    } onCancel: {
      run.isCancelled.store(true, ordering: .relaxed)
    }
  }

  // MARK: - For the work

  /// - Parameter count: the stores that are copied.
  func begin(_ count: Int) throws {
    stores.store(count, ordering: .relaxed)
    progress?.totalUnitCount = Int64(count * BackupRun.unit)
    try requireGoingOn()
  }

  /// Tells how much of the present store is copied; false: it shall end.
  func report(_ done: Int, of total: Int) -> Bool {
    let part = total > 0 ? BackupRun.unit * done / total : BackupRun.unit
    // The last unit of a store counts when it is in its place.
    let present = min(part, BackupRun.unit - 1)
    let before = finished.load(ordering: .relaxed) * BackupRun.unit
    progress?.completedUnitCount = Int64(before + present)
    return !shallEnd
  }

  /// A store is in its place.
  func finishStore() {
    let count = finished.add(1, ordering: .relaxed).newValue
    progress?.completedUnitCount = Int64(count * BackupRun.unit)
  }

  func requireGoingOn() throws { if shallEnd { throw CancellationError() } }

  private var shallEnd: Bool {
    isCancelled.load(ordering: .relaxed) || progress?.isCancelled == true
  }
}
