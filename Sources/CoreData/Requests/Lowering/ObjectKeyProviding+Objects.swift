// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

extension NSManagedObjectID: ObjectKeyProviding {
  final func objectKey(in coordinator: NSPersistentStoreCoordinator?) -> ObjectKey? {
    isTemporaryID ? nil : coordinator?.key(of: self)
  }
}

extension NSManagedObject: ObjectKeyProviding {
  final func objectKey(in coordinator: NSPersistentStoreCoordinator?) -> ObjectKey? {
    if key.isTemporary { return map?.family.counterpart(of: key) }
    return objectID.objectKey(in: coordinator)
  }
}
