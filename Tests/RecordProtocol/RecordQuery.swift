// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A question to a server: records of some entities in which all conditions hold.
public struct RecordQuery: Codable, Hashable, Sendable {
  public struct Condition: Codable, Hashable, Sendable {
    public var property: String
    public var value: RecordValue

    public init(property: String, value: RecordValue) {
      self.property = property
      self.value = value
    }
  }

  public struct Order: Codable, Hashable, Sendable {
    public var property: String
    public var isAscending: Bool

    public init(property: String, isAscending: Bool) {
      self.property = property
      self.isAscending = isAscending
    }
  }

  public var entities: [String]
  public var conditions: [Condition] = []
  /// Ties go to the lower key.
  public var order: [Order] = []
  public var offset = 0
  /// 0: all.
  public var limit = 0

  public init(entities: [String]) { self.entities = entities }
}
