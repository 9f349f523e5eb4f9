// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CRuntime

extension Unmanaged {
  /// Retains the object at an address, unless its deinitialisation has begun; nil then. Its memory
  /// must still be there: see who frees it where this is called.
  ///
  /// Relies on `swift_tryRetain`, the function of the Swift runtime that reads a weak reference; the
  /// language offers it only as `weak`, which costs 30 ns a load and a side table per object.
  /// A runtime without the function does not link. One whose function retains dying objects would
  /// revive objects that are going away; `RuntimeTests` asks it from a deinitialiser.
  @inline(__always)
  package static func retained(ifAliveAt address: UnsafeMutableRawPointer) -> Unmanaged? {
    cruntime_try_retain(address).map { fromOpaque($0) }
  }
}
