// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import CoreData
import Foundation

/// Stores as users of the library write them, for the tests.
public enum ClientStores {
  /// Makes the types known to the process; any number of times.
  public static func register() {
    register(CSVStore.self, CSVStore.storeType)
    register(HTTPStore.self, HTTPStore.storeType)
    register(PropertyListStore.self, PropertyListStore.storeType)
    register(DictionaryStore.self, DictionaryStore.storeType)
  }

  private static func register(_ storeClass: AnyClass, _ type: String) {
    NSPersistentStoreCoordinator.registerStoreClass(
      storeClass, type: NSPersistentStore.StoreType(rawValue: type))
  }

  /// Where a new CSV store may be made; nothing is there, in a folder that exists.
  public static func freshCSV() -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).csv")
  }

  /// Where a new HTTP store may be made, on a server that all tests share.
  public static func freshHTTP() throws -> URL {
    try RecordServerProcess.shared.get().freshStore()
  }
}
