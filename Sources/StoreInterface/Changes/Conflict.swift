// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Why a change set cannot be applied: a value, not an error, so that merge policies can resolve it.
package enum Conflict: Sendable {
  /// A row does not have the expected version. `actual` is 0 and `stored` nil when it is gone.
  case version(key: ObjectKey, expected: Int64, actual: Int64, stored: Row?)
  /// Rows would break a constraint (an index of the entity's `constraints`): the pending ones and,
  /// unless the clash is only among them, the stored one.
  case uniqueness(
    entity: Int, constraint: Int, pending: [ObjectKey], stored: ObjectKey?, storedRow: Row?)
}
