// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The part of the suites that runs, by the environment variable `OPENCOREDATA_STORES`.
package enum TestScope: String {
  /// Every store.
  case all
  /// The library's engines, without the stores of clients.
  case own
  /// The memory and the SQLite store, and few random cases.
  case quick

  /// An unknown name is everything.
  package static let current =
    ProcessInfo.processInfo.environment["OPENCOREDATA_STORES"].flatMap(TestScope.init) ?? .all
}
