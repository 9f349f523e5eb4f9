// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// A backend whose store takes requests in the words of the API.
protocol RequestAnswering: StoreBackend {
  /// What the store answers, as it is; throws what the store throws. Any thread.
  func answer(
    _ request: NSPersistentStoreRequest, for context: NSManagedObjectContext
  ) throws(StoreError) -> Any

  /// What was read before may not be true any more.
  func forgetRecords()
}
