// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// The result of a request to persistent stores; abstract.
nonisolated open class NSPersistentStoreResult: NSObject {
  public override init() { super.init() }
}
