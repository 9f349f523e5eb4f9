// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation
import Synchronization

/// Work that tells how far it is, and that Ctrl-C ends in good order.
enum InterruptibleWork {
  /// Runs the work, and shows its progress on a terminal. An interruption cancels the progress; when
  /// the work has ended, what it throws then becomes a failure of its own.
  ///
  /// - Parameters:
  ///   - subject: the file that errors name.
  ///   - isQuiet: true: no progress is shown.
  static func run<T: Sendable>(
    _ title: String, on subject: String, isQuiet: Bool,
    _ work: @escaping @Sendable (Progress) async throws -> T
  ) throws -> T {
    let progress = Progress(totalUnitCount: 1)
    let signals = [SIGINT, SIGTERM].map { source(of: $0, cancelling: progress) }
    defer {
      signals.forEach { $0.cancel() }
      for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
    }
    let bar = ProgressBar(title, total: 100, isShown: Terminal.isInteractive && !isQuiet)
    defer { bar.finish() }
    do {
      return try result(of: work, progress) { bar.show(progress.fractionCompleted) }
    } catch is CancellationError {
      throw ToolFailure.interrupted("\(subject): interrupted; everything is as it was")
    } catch {
      let text = ErrorText.line(for: error)
      throw ToolFailure(text.contains(subject) ? text : "\(subject): \(text)")
    }
  }

  private static func source(
    of number: Int32, cancelling progress: Progress
  ) -> any DispatchSourceSignal {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler { progress.cancel() }
    source.resume()
    return source
  }

  /// Waits for the work on this thread, and looks ten times a second.
  private static func result<T: Sendable>(
    of work: @escaping @Sendable (Progress) async throws -> T, _ progress: Progress,
    look: () -> Void
  ) throws -> T {
    let end = End<T>()
    Task.detached {
      do { end.reach(.success(try await work(progress))) } catch { end.reach(.failure(error)) }
    }
    while true {
      if let result = end.wait() { return try result.get() }
      look()
    }
  }

  /// The end of some work, as another thread waits for it.
  private final class End<T: Sendable>: Sendable {
    private let result = Mutex<Result<T, any Error>?>(nil)
    private let isReached = DispatchSemaphore(value: 0)

    func reach(_ result: Result<T, any Error>) {
      self.result.withLock { $0 = result }
      isReached.signal()
    }

    /// Waits for a tenth of a second at most.
    func wait() -> Result<T, any Error>? {
      guard isReached.wait(timeout: .now() + .milliseconds(100)) == .success else { return nil }
      return result.withLock { $0 }
    }
  }
}
