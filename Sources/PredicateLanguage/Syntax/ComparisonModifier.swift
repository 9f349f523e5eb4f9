// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// How the left side of a comparison is quantified.
package enum ComparisonModifier: Sendable {
  case direct
  /// Every element of the left side.
  case all
  /// At least one element of the left side.
  case any
}
