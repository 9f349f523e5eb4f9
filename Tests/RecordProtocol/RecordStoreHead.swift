// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import struct Foundation.Data

/// What a server says of a store.
public struct RecordStoreHead: Codable, Sendable {
  public var identifier: String
  /// A property list; empty for a new store.
  public var metadata: Data

  public init(identifier: String, metadata: Data) {
    self.identifier = identifier
    self.metadata = metadata
  }
}
