// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// An object of each thread, made when the thread first asks and released when it ends.
///
/// Relies on POSIX thread-specific data calling the destructor with what was stored, on the thread
/// that ends. Task-local values last as long as a closure; this lasts as long as the thread. Were the
/// destructor not called, an object per thread would leak: `RuntimeTests` ends one.
// Sendable: the key is immutable, and each object is its thread's.
package final class ThreadLocal<Object: AnyObject>: @unchecked Sendable {
  private let key: pthread_key_t
  private let make: @Sendable () -> Object

  /// - Parameter make: makes the object of a thread, on that thread.
  package init(_ make: @escaping @Sendable () -> Object) {
    self.make = make
    var key = pthread_key_t()
    pthread_key_create(&key) { pointer in
      pointer.map { Unmanaged<AnyObject>.fromOpaque($0).release() }
    }
    self.key = key
  }

  deinit { pthread_key_delete(key) }

  /// The calling thread's object.
  @inline(__always)
  package var value: Object {
    if let pointer = pthread_getspecific(key) {
      return Unmanaged<Object>.fromOpaque(pointer).takeUnretainedValue()
    }
    let fresh = make()
    pthread_setspecific(key, Unmanaged.passRetained(fresh).toOpaque())
    return fresh
  }
}
