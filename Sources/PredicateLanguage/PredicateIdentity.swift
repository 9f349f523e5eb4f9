// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// A value that compares by identity: an object, or the identifier of one.
///
/// Two conforming values are equal when their tokens are, so that an object equals its identifier.
package protocol PredicateIdentity {
  /// Equal for all values that stand for the same object.
  var identityToken: AnyHashable { get }
  /// The address that stands for the same object, asked for only when compared with a `URL`.
  var identityURL: URL? { get }
}
