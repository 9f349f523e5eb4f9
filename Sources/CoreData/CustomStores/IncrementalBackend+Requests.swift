// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

extension IncrementalBackend: RequestAnswering {
  func answer(
    _ request: NSPersistentStoreRequest, for context: NSManagedObjectContext
  ) throws(StoreError) -> Any {
    try gate.call { try store.execute(request, with: context) }
  }

  func forgetRecords() { cache.expire() }
}
