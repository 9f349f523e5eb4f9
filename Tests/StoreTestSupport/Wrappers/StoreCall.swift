// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A call into a store, as wrappers see it.
package enum StoreCall: String, Sendable, Hashable, CaseIterable {
  case beginRead
  case beginWrite
  case reserveNumbers
  case statistics
  case run
  case count
  case rows
  case related
  case apply
  case prepare
  case commit
}
