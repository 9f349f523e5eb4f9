// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// A backend whose store takes requests in the words of the API.
protocol RequestAnswering: StoreBackend {
  /// Returns the store's answer as it is; throws what the store throws. Any thread.
  func answer(
    _ request: NSPersistentStoreRequest, for context: NSManagedObjectContext
  ) throws(StoreError) -> Any

  /// Forgets the records that were read: they may not be true any more.
  func forgetRecords()
}
