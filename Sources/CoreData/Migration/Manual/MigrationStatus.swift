// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import Synchronization

/// How far a migration is, and whether it was cancelled: for any thread to ask.
final class MigrationStatus: Sendable {
  private struct State {
    var isRunning = false
    var progress: Float = 0
    var mapping = Transferable(NSEntityMapping())
    var cancellation: (any Error)?
  }

  private let state = OrderedMutex(State(), .leaf)

  var progress: Float { state.withLock { $0.progress } }

  var mapping: NSEntityMapping { state.withLock { $0.mapping }.value }

  /// Returns false when a migration is running.
  func begin() -> Bool {
    state.withLock { state in
      guard !state.isRunning else { return false }
      state.isRunning = true
      state.progress = 0
      return true
    }
  }

  func end() {
    state.withLock { state in
      state.isRunning = false
      state.progress = 0
      state.cancellation = nil
    }
  }

  func advance(to progress: Float) { state.withLock { $0.progress = progress } }

  func enter(_ mapping: NSEntityMapping) {
    let mapping = Transferable(mapping)
    state.withLock { $0.mapping = mapping }
  }

  /// The first error counts, for the migration that is running, else for the next one.
  func cancel(_ error: any Error) {
    state.withLock { $0.cancellation = $0.cancellation ?? error }
  }

  /// False once the migration was cancelled.
  var isUncancelled: Bool { state.withLock { $0.cancellation == nil } }

  /// Throws the error that the migration was cancelled with.
  func requireRunning() throws {
    if let error = state.withLock({ $0.cancellation }) { throw error }
  }
}
