// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// What the coordinator makes a store from. Not for use by clients, who name the four arguments of
/// ``NSPersistentStore/init(persistentStoreCoordinator:configurationName:at:options:)``.
nonisolated public struct StoreRecipe {
  let type: String
  let coordinator: NSPersistentStoreCoordinator?
  let configurationName: String?
  let url: URL
  let options: [AnyHashable: Any]?
}
