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

  public static var csvType: String { CSVStore.storeType }
  public static var httpType: String { HTTPStore.storeType }

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

  /// Where a store of a test is that has a folder to itself: a file in it, or a store on the shared
  /// server that nobody else has. It is the same place every time.
  public static func url(ofType type: String, named name: String, in folder: URL) throws -> URL {
    guard isRemote(type) else { return folder.appendingPathComponent(name) }
    return try RecordServerProcess.shared.get().url
      .appendingPathComponent("\(folder.lastPathComponent).\(name)")
  }

  /// Whether stores of a type are no files.
  public static func isRemote(_ type: String) -> Bool { type == HTTPStore.storeType }

  /// Forgets what a server has under a store's URL; a file is left alone.
  public static func removeRemote(_ url: URL) throws {
    if !url.isFileURL { try RecordClient(base: url).remove() }
  }
}
