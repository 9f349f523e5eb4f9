// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// A type of its own in debug builds; in release builds the mutex itself, so that the order costs
// nothing there.
#if DEBUG
import Synchronization

/// A mutex with a level: a thread that takes it out of order stops.
package struct OrderedMutex<Value: ~Copyable>: ~Copyable, Sendable {
  private let mutex: Mutex<Value>
  private let level: LockLevel

  package init(_ value: consuming sending Value, _ level: LockLevel) {
    mutex = Mutex(value)
    self.level = level
  }

  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    HeldLocks.take(level)
    defer { HeldLocks.giveBack(level) }
    return try mutex.withLock(body)
  }
}
#else
public import Synchronization

package typealias OrderedMutex = Mutex

extension Mutex where Value: ~Copyable {
  @inlinable
  package init(_ value: consuming sending Value, _ level: LockLevel) { self.init(value) }
}
#endif
