// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// What the coordinator makes a store from.
struct StoreRecipe {
  let type: String
  let coordinator: NSPersistentStoreCoordinator?
  /// Nil for the whole model.
  let configurationName: String?
  let url: URL
  let options: [AnyHashable: Any]?
}
