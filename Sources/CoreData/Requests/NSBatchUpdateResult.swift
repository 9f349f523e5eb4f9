// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// What a batch update did.
nonisolated open class NSBatchUpdateResult: NSPersistentStoreResult {
  /// A `Bool`, an `Int` or `[NSManagedObjectID]`, as ``resultType`` says.
  open var result: Any? { value }

  /// The form of ``result``.
  open var resultType: NSBatchUpdateRequestResultType { type }

  private final let value: Any
  private final let type: NSBatchUpdateRequestResultType

  init(_ value: Any, _ type: NSBatchUpdateRequestResultType) {
    self.value = value
    self.type = type
    super.init()
  }
}
