// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The outcome of a condition.
package enum Truth: UInt8, Sendable {
  case no = 0
  case yes = 1
  /// Only under ``NullSemantics/unknown``.
  case unknown = 2

  package init(_ value: Bool) { self = value ? .yes : .no }

  var negated: Truth {
    switch self {
    case .no: .yes
    case .yes: .no
    case .unknown: .unknown
    }
  }
}
