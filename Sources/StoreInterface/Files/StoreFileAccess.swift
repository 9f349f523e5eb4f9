// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// How a store's file is got at by who wants to empty or replace it.
package struct StoreFileAccess: Sendable {
  /// Seconds to wait for locks before a `.timeout` error.
  package var timeout: Double = 240
  /// True: whoever keeps the file locked loses it: it is unlinked, and he finds that out with his
  /// next transaction.
  package var isForced = false

  package init() {}
}
