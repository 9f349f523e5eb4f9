// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Stops a debug build when a value has broken what it promises. Call it at the end of each mutation;
/// in release builds nothing is evaluated.
///
/// - Parameter violation: the broken promise as a sentence; nil when all hold. Its cost is bounded:
///   large values are looked at now and then.
@inlinable
@inline(__always)
package func checkInvariants(_ violation: @autoclosure () -> String?) {
  #if DEBUG
  if let violation = violation() { assertionFailure(violation) }
  #endif
}
