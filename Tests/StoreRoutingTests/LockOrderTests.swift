// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import Testing

/// The order of locks (decision 14). Debug builds check it; in release builds the mutexes are plain.
@Suite struct LockOrderTests {
  @Test func locksOfLaterLevelsAreTakenWithinEarlierOnes() {
    let outer = OrderedMutex(1, .references)
    let middle = OrderedMutex(2, .aliases)
    let inner = OrderedMutex(3, .leaf)
    let sum = outer.withLock { one in
      middle.withLock { two in inner.withLock { three in one + two + three } }
    }
    #expect(sum == 6)
    HeldLocks.requireNone()
  }

  @Test func whatIsThrownGivesTheLockBack() {
    let mutex = OrderedMutex(1, .leaf)
    #expect(throws: CancellationError.self) {
      try mutex.withLock { _ in throw CancellationError() }
    }
    HeldLocks.requireNone()
    let value = mutex.withLock { $0 }
    #expect(value == 1)
  }

  #if DEBUG
  @Test func aLockOfAnEarlierLevelStops() async {
    await #expect(processExitsWith: .failure) {
      let outer = OrderedMutex(1, .references)
      let inner = OrderedMutex(2, .leaf)
      inner.withLock { _ in outer.withLock { $0 += 1 } }
    }
  }

  @Test func twoLocksOfALevelStop() async {
    await #expect(processExitsWith: .failure) {
      let one = OrderedMutex(1, .leaf)
      let other = OrderedMutex(2, .leaf)
      one.withLock { _ in other.withLock { $0 += 1 } }
    }
  }

  @Test func clientCodeWithinALockStops() async {
    await #expect(processExitsWith: .failure) {
      let mutex = OrderedMutex(1, .leaf)
      mutex.withLock { _ in HeldLocks.requireNone() }
    }
  }
  #endif
}
