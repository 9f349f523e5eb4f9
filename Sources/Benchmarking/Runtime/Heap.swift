// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The heap of the C library.
package enum Heap {
  /// Gives freed memory back to the system; false where the C library cannot.
  ///
  /// Relies on `malloc_trim`, which glibc has and Swift's module of it does not show: the symbol is
  /// looked up. Without it peaks are measured with what was freed before; `HeapTests` asks for it.
  @discardableResult
  package static func trim() -> Bool {
    guard let function else { return false }
    _ = function(0)
    return true
  }

  private static let function: (@convention(c) (Int) -> Int32)? = {
    guard let symbol = dlsym(nil, "malloc_trim") else { return nil }
    return unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)
  }()
}
