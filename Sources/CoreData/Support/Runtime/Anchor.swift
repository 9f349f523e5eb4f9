// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import Synchronization

/// Where others find an object without keeping it alive.
///
/// Instead of Swift's `weak` for objects whose references are counted at every turn: once there has
/// been a weak reference to an object, each count goes through a side table, for good. The object
/// owns its anchor and detaches from it when it dies; the lock covers that, and a lookup that comes
/// too late finds nothing. Any thread.
package final class Anchor<Object: AnyObject>: Sendable {
  /// The address of the object; 0 before it is attached and once it is gone.
  private let address = OrderedMutex<UInt>(0, .leaf)

  package init() {}

  /// Makes the object known.
  package func attach(_ object: Object) {
    let address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    self.address.withLock { $0 = address }
  }

  /// Called by the object's deinitialiser.
  package func detach() { address.withLock { $0 = 0 } }

  /// The object, unless it is gone or going.
  package var object: Object? {
    let retained = address.withLock { address -> UInt in
      guard let pointer = UnsafeMutableRawPointer(bitPattern: address) else { return 0 }
      return UInt(bitPattern: Unmanaged<Object>.retained(ifAliveAt: pointer)?.toOpaque())
    }
    return UnsafeRawPointer(bitPattern: retained)
      .map { Unmanaged<Object>.fromOpaque($0).takeRetainedValue() }
  }
}

/// A reference to an entity that does not keep it alive.
@propertyWrapper
struct Anchored {
  private var anchor: Anchor<NSEntityDescription>?

  init() {}

  var wrappedValue: NSEntityDescription? {
    get { anchor?.object }
    set { anchor = newValue?.attachedAnchor }
  }
}
