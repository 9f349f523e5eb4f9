// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import struct Foundation.Data

/// A transaction: all of it is written, or nothing.
public struct RecordSave: Codable, Sendable {
  /// A record to be written.
  public struct Put: Codable, Sendable {
    public var key: Int
    public var entity: String
    /// The version that must be there; nil for a new record.
    public var expected: UInt64?
    public var values: [String: RecordValue]

    public init(
      key: Int, entity: String, expected: UInt64?, values: [String: RecordValue]
    ) {
      (self.key, self.entity, self.expected) = (key, entity, expected)
      self.values = values
    }
  }

  /// A record and the version that must be there; nil for any.
  public struct Expectation: Codable, Sendable {
    public var key: Int
    public var version: UInt64?

    public init(key: Int, version: UInt64?) { (self.key, self.version) = (key, version) }
  }

  public var puts: [Put] = []
  public var deletes: [Expectation] = []
  /// Records whose version rises and that do not change otherwise.
  public var locks: [Expectation] = []
  public var metadata: Data?

  public init() {}
}

/// What a server answers with status 409: the records that are not as expected.
public struct RecordConflicts: Codable, Sendable {
  /// The version that is there, by key; 0 when the record is gone.
  public var versions: [Int: UInt64]

  public init(versions: [Int: UInt64]) { self.versions = versions }
}
