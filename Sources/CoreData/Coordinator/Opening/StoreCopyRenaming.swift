// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreRouting

/// A copy of a store that is added beside the original, under a UUID of its own (R-PSC-056).
struct StoreCopyRenaming {
  private let type: String
  private let url: URL
  private let former: [String: Any]

  /// Nil unless that is wanted and necessary; else the file has another UUID from now on.
  init?(_ request: StoreRequest) throws {
    guard request.options.flag(StoreRegenerateUUIDOption),
      !request.options.flag(NSReadOnlyPersistentStoreOption), !request.isUnwritable,
      let url = request.url, StoreLocation.hasContent(at: url),
      // What cannot be read is reported by who opens it.
      let metadata = try? StaticMetadata.read(type: request.type, at: url),
      let identifier = StoreMetadataCoding.identifier(in: metadata),
      request.coordinator.router.ordinal(of: identifier) != nil
    else { return nil }
    (type, self.url, former) = (request.type, url, metadata)
    var renamed = metadata
    renamed[NSStoreUUIDKey] = UUID().uuidString
    try StaticMetadata.write(renamed, type: type, at: url)
  }

  /// The store was not added after all.
  func undo() {
    // It is another store then, which does no harm.
    try? StaticMetadata.write(former, type: type, at: url)
  }
}
