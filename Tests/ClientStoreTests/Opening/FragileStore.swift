// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation

/// An atomic store that cannot be opened: it writes the text of the option `content`, and throws.
final class FragileStore: NSAtomicStore {
  static let storeType = "Fragile"

  static func register() {
    NSPersistentStoreCoordinator.registerStoreClass(
      FragileStore.self, type: NSPersistentStore.StoreType(rawValue: storeType))
  }

  override var type: String { Self.storeType }

  override class func metadataForPersistentStore(with url: URL) throws -> [String: Any] { [:] }

  override func load() throws {
    if let url, let content = options?["content"] as? String {
      try Data(content.utf8).write(to: url)
    }
    throw CocoaError(.fileReadCorruptFile)
  }
}
