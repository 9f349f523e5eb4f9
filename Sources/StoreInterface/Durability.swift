// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The fate of an acknowledged commit when the power fails. Damage and half commits are no choice:
/// there are none either way.
package enum Durability: String, Sendable, Hashable {
  /// It stays.
  case full
  /// It survives the death of the process; the last ones may be gone after a power failure, all of
  /// them or those from some commit on.
  case relaxed
}
