// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation

/// A typed value that a model file holds: a default, or the bound of a validation.
package enum ModelValue: Sendable, Equatable {
  case integer(Int64)
  case boolean(Bool)
  case double(Double)
  case float(Float)
  case decimal(Decimal)
  case string(String)
  case date(Date)
  case uuid(UUID)
  case uri(URL)
}
