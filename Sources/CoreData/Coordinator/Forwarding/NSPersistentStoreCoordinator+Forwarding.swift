// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

extension NSPersistentStoreCoordinator {
  /// Returns the ID that a URI stands for now.
  final func forwardedID(_ url: URL) -> NSManagedObjectID? {
    guard let id = ObjectURI.id(url, in: self) else { return nil }
    return forwarding.destination(of: id, in: self) ?? id
  }
}
