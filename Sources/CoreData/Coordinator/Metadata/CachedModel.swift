// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

extension NSPersistentStoreCoordinator {
  /// Reads the model that a store was last written with, which every store of a file keeps
  /// (R-PSC-514). The store need not be open; nothing is changed. Any thread.
  ///
  /// - Parameters:
  ///   - url: the store's file.
  ///   - options: ``NSStoreTypeKey`` with the store's type; without it, the file's content tells.
  /// - Throws: 134130 when the store keeps none; 259 for one that is damaged; 260 when there is no
  ///   store.
  public class func cachedModelForPersistentStore(
    at url: URL, options: [AnyHashable: Any]? = nil
  ) throws -> NSManagedObjectModel {
    let type = options?[NSStoreTypeKey] as? String ?? ""
    if let model = try StoreModel.read(at: url, type: type) { return model }
    throw CocoaError.make(
      .migrationMissingSourceModel,
      reason:
        "The store \(url.lastPathComponent) does not keep the model that it was written with.",
      userInfo: [NSFilePathErrorKey: url.path])
  }
}
