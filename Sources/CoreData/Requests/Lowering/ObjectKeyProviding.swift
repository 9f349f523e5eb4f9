// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// A managed object or the ID of one, as a constant of a predicate.
protocol ObjectKeyProviding {
  /// The key in the stores of a coordinator; `nil` for a temporary ID or one of a store that the
  /// coordinator does not have. Any thread.
  func objectKey(in coordinator: NSPersistentStoreCoordinator?) -> ObjectKey?
}
