// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// What a batch insertion did.
nonisolated open class NSBatchInsertResult: NSPersistentStoreResult {
  /// A `Bool`, an `Int` or `[NSManagedObjectID]`, as ``resultType`` says.
  open var result: Any? { value }

  /// The form of ``result``.
  open var resultType: NSBatchInsertRequestResultType { type }

  private final let value: Any?
  private final let type: NSBatchInsertRequestResultType

  /// For stores of your own that answer with a subclass, which overrides both properties.
  public override init() {
    value = nil
    type = .statusOnly
    super.init()
  }

  init(_ value: Any, _ type: NSBatchInsertRequestResultType) {
    self.value = value
    self.type = type
    super.init()
  }
}
