// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Synchronization

/// Does something again and again on a thread of its own.
package final class Worker: @unchecked Sendable {
  // Sendable: the result is handed over by the semaphore.
  private let isOver = Atomic<Bool>(false)
  private let done = DispatchSemaphore(value: 0)
  private let limit: Int
  private let work: () -> Bool
  private var isFine = true

  package init(limit: Int = .max, _ work: @escaping () -> Bool) {
    self.work = work
    self.limit = limit
  }

  package func start() {
    Thread.detachNewThread { [self] in
      var count = 0
      repeat {
        isFine = work() && isFine
        count += 1
      } while count < limit && !isOver.load(ordering: .relaxed)
      done.signal()
    }
  }

  /// Waits for the limit; whether all of it went well.
  package func wait() -> Bool {
    done.wait()
    return isFine
  }

  /// Stops the work; whether all of it went well.
  package func finish() -> Bool {
    isOver.store(true, ordering: .relaxed)
    done.wait()
    return isFine
  }
}
