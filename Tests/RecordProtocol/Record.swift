// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// One record of a server: an object.
public struct Record: Codable, Hashable, Sendable {
  public var entity: String
  /// Rises by one with every write.
  public var version: UInt64
  /// What is missing is none.
  public var values: [String: RecordValue]

  public init(entity: String, version: UInt64 = 1, values: [String: RecordValue]) {
    self.entity = entity
    self.version = version
    self.values = values
  }
}

/// Where a record is.
public struct RecordKey: Codable, Hashable, Sendable {
  public var entity: String
  public var key: Int

  public init(entity: String, key: Int) {
    self.entity = entity
    self.key = key
  }
}
