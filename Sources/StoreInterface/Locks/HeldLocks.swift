// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The levels of the locks that the calling thread holds, in debug builds; in others it knows none,
/// and checks nothing.
package enum HeldLocks {
  #if DEBUG
  // A bit for each level, kept in the pointer itself.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  private static var levels: UInt {
    get { UInt(bitPattern: pthread_getspecific(key)) }
    set { pthread_setspecific(key, UnsafeRawPointer(bitPattern: newValue)) }
  }

  /// Call before the lock is taken: a thread that waits for itself could not say so any more.
  package static func take(_ level: LockLevel) {
    let held = levels
    precondition(
      held >> UInt(level.rawValue) == 0,
      "The lock '\(level)' is taken while \(names(held)) is held; see decision 14.")
    levels = held | 1 << UInt(level.rawValue)
  }

  package static func giveBack(_ level: LockLevel) { levels &= ~(1 << UInt(level.rawValue)) }

  /// Stops a thread that calls client code, or waits for others, while it holds a lock.
  package static func requireNone() {
    let held = levels
    precondition(held == 0, "Client code is called while \(names(held)) is held; see decision 14.")
  }

  private static func names(_ held: UInt) -> String {
    LockLevel.allCases.filter { held >> UInt($0.rawValue) & 1 == 1 }
      .map { "'\($0)'" }.joined(separator: ", ")
  }
  #else
  @inlinable package static func take(_ level: LockLevel) {}
  @inlinable package static func giveBack(_ level: LockLevel) {}
  @inlinable package static func requireNone() {}
  #endif
}
