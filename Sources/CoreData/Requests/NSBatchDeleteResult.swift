// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// What a batch deletion did.
nonisolated open class NSBatchDeleteResult: NSPersistentStoreResult {
  /// A `Bool`, an `Int` or `[NSManagedObjectID]`, as ``resultType`` says.
  open var result: Any? { value }

  /// The form of ``result``.
  open var resultType: NSBatchDeleteRequestResultType { type }

  private final let value: Any?
  private final let type: NSBatchDeleteRequestResultType

  /// For stores of your own that answer with a subclass, which overrides both properties.
  public override init() {
    value = nil
    type = .resultTypeStatusOnly
    super.init()
  }

  init(_ value: Any, _ type: NSBatchDeleteRequestResultType) {
    self.value = value
    self.type = type
    super.init()
  }
}
