// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreRouting
import StoreTestSupport

/// Two stores, one to copy into the other.
struct CopyFixture {
  let source: StoreSession
  let destination: StoreSession

  init(first: StoreUnderTest, second: StoreUnderTest, schema: StoreSchema) throws {
    source = try CopyFixture.session(first, schema)
    destination = try CopyFixture.session(second, schema)
  }

  /// A store that does not wait for the disk: each engine takes the setting that it knows.
  static func session(_ store: StoreUnderTest, _ schema: StoreSchema) throws -> StoreSession {
    try StoreSession(store, schema) { configuration in
      configuration.settings = ["sync": "none", "synchronous": "OFF"]
    }
  }

  static func limits(rows: Int = 7, bytes: Int = 1 << 20) -> StoreCopy.Limits {
    var limits = StoreCopy.Limits()
    limits.rows = rows
    limits.bytes = bytes
    return limits
  }

  /// Copies in small batches.
  @discardableResult
  func copy(
    limits: StoreCopy.Limits = limits(), to other: (any StoreBackend)? = nil,
    from backend: (any StoreBackend)? = nil, metadata: StoreMetadata? = nil,
    progress: @escaping CopyProgressHandler = { _ in true }
  ) throws -> ContentDigest {
    try StoreCopy(
      schema: source.schema, entities: source.configuration.entities,
      from: backend ?? source.backend, to: other ?? destination.backend, limits: limits
    ).run(metadata: metadata, progress: progress)
  }

  /// Every ordered relationship there is: one-to-many, from both sides, of an object to itself.
  static let ordered: StoreSchema = {
    var builder = SchemaBuilder()
    builder.entity("List", ["name": .string])
    builder.entity("Special", parent: "List", ["note": .string])
    builder.entity("Entry", ["name": .string])
    builder.oneToMany("List", toMany: "entries", "Entry", toOne: "list", isOrdered: true)
    builder.manyToMany(
      "List", name: "marked", isOrdered: true, "Entry", name: "markers", isSecondOrdered: true)
    builder.manyToMany(
      "Entry", name: "before", isOrdered: true, "Entry", name: "after", isSecondOrdered: true)
    builder.manyToMany(
      "Entry", name: "peers", isOrdered: true, "Entry", name: "peers", isSecondOrdered: true)
    builder.toMany("Special", name: "steps", to: "List", isOrdered: true)
    return builder.build()
  }()

  static let schemas: [(name: String, schema: StoreSchema)] = [
    ("types", SchemaFixture.allTypes), ("hierarchy", SchemaFixture.hierarchy),
    ("relationships", SchemaFixture.relationships), ("indexes", SchemaFixture.indexes),
    ("company", SchemaFixture.company), ("ordered", ordered),
  ]
}
