// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// What a batch update did.
nonisolated open class NSBatchUpdateResult: NSPersistentStoreResult {
  /// A `Bool`, an `Int` or `[NSManagedObjectID]`, as ``resultType`` says.
  open var result: Any? { value }

  /// The form of ``result``.
  open var resultType: NSBatchUpdateRequestResultType { type }

  private final let value: Any?
  private final let type: NSBatchUpdateRequestResultType

  /// For stores of your own that answer with a subclass, which overrides both properties.
  public override init() {
    value = nil
    type = .statusOnlyResultType
    super.init()
  }

  init(_ value: Any, _ type: NSBatchUpdateRequestResultType) {
    self.value = value
    self.type = type
    super.init()
  }
}
