// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Synchronization

/// The configuration of a context, for any thread to read and to set (R-CTX-078).
// Sendable: atomic, or behind the mutex.
final class ContextSettings: Sendable {
  private struct Values {
    var name: String?
    var author: String?
    var policy: Any = NSMergePolicy.error
    var userInfo: NSMutableDictionary?
  }

  private let values = Mutex(Transferable(Values()))
  let deletesInaccessibleFaults = Atomic<Bool>(true)
  let propagatesDeletesAtEndOfEvent = Atomic<Bool>(true)
  let retainsObjects = Atomic<Bool>(false)
  let mergesAutomatically = Atomic<Bool>(false)
  /// The lock of ``NSManagedObjectContext/lock()``, for clients alone.
  let clientLock = ContextLock()
  private let staleness = Atomic<UInt64>((-1.0).bitPattern)

  var name: String? {
    get { values.withLock { $0.value.name } }
    set { values.withLock { $0.value.name = newValue } }
  }

  var author: String? {
    get { values.withLock { $0.value.author } }
    set { values.withLock { $0.value.author = newValue } }
  }

  var policy: Any {
    get { values.withLock { Transferable($0.value.policy) }.value }
    set {
      let policy = Transferable(newValue)
      values.withLock { $0.value.policy = policy.value }
    }
  }

  var userInfo: NSMutableDictionary {
    values.withLock { values in
      let dictionary = values.value.userInfo ?? NSMutableDictionary()
      values.value.userInfo = dictionary
      return Transferable(dictionary)
    }.value
  }

  var stalenessInterval: TimeInterval {
    get { Double(bitPattern: staleness.load(ordering: .relaxed)) }
    set { staleness.store(newValue.bitPattern, ordering: .relaxed) }
  }
}
