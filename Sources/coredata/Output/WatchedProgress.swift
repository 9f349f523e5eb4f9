// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Synchronization

/// Shows on a terminal how far a piece of work is that reports to the current `Progress`.
enum WatchedProgress {
  /// Runs the work on this thread; another one looks ten times a second.
  static func run<T>(_ title: String, _ work: () throws -> T) rethrows -> T {
    guard Terminal.isInteractive else { return try work() }
    let watch = Watch(title)
    Thread.detachNewThread { watch.look() }
    defer { watch.end() }
    watch.progress.becomeCurrent(withPendingUnitCount: 1)
    defer { watch.progress.resignCurrent() }
    return try work()
  }

  private final class Watch: @unchecked Sendable {
    // Sendable: the bar is used by the looking thread, and by the other one after that has ended.
    let progress = Progress(totalUnitCount: 1)
    private let bar: ProgressBar
    private let isOver = Atomic<Bool>(false)
    private let ended = DispatchSemaphore(value: 0)

    init(_ title: String) { bar = ProgressBar(title, total: 100) }

    func look() {
      while !isOver.load(ordering: .acquiring) {
        bar.show(progress.fractionCompleted)
        Thread.sleep(forTimeInterval: 0.1)
      }
      ended.signal()
    }

    func end() {
      isOver.store(true, ordering: .releasing)
      ended.wait()
      bar.finish()
    }
  }
}
