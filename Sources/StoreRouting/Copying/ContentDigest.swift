// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// The content of a store as counts and checksums that do not depend on the order of reading: two
/// stores of one schema with equal digests hold the same objects.
package struct ContentDigest: Sendable, Equatable {
  /// Some entries of one kind.
  package struct Part: Sendable, Equatable {
    package var count = 0
    package var checksum: UInt64 = 0

    mutating func add(_ hash: UInt64) {
      count += 1
      checksum &+= hash
    }
  }

  /// The traits in which two stores of different engines may differ without being different.
  package struct Scope: Sendable, Equatable {
    /// True if versions count.
    package var hasVersions: Bool
    /// True if order keys of ordered to-manys with a to-one inverse count as they are; else the
    /// order that they make.
    package var hasOrderKeys: Bool
    /// True if every value counts as it is. A client store may keep dates in whole seconds,
    /// empty texts and data as nothing, and encode transformed values anew: else of dates and
    /// transformed values only counts whether there is one, and empty ones are none.
    package var hasExactForms: Bool
    /// True if the values of derived attributes count.
    package var hasDerived = true

    /// Everything that rows hold.
    package static let full = Scope(
      hasVersions: true, hasOrderKeys: true, hasExactForms: true)
    /// Only what a store that writes everything anew at each save must keep.
    package static let values = Scope(
      hasVersions: false, hasOrderKeys: false, hasExactForms: true)
  }

  /// By entity index: the objects of exactly this entity.
  package private(set) var entities: [Part]
  /// The pairs of to-many relationships that rows do not hold.
  package private(set) var relationships: [RelationshipReference: Part] = [:]
  private let schema: StoreSchema
  private let rows: RowHash

  init(_ schema: StoreSchema, scope: Scope) {
    self.schema = schema
    rows = RowHash(schema, scope)
    entities = Array(repeating: Part(), count: schema.entities.count)
  }

  package static func == (a: ContentDigest, b: ContentDigest) -> Bool {
    a.entities == b.entities && a.relationships == b.relationships
  }

  /// All objects.
  package var rowCount: Int { entities.reduce(0) { $0 + $1.count } }

  mutating func add(_ key: ObjectKey, _ row: Row) {
    entities[row.entity].add(rows.hash(of: row, number: key.number))
  }

  mutating func add(_ member: RelatedMember, of relationship: RelationshipReference) {
    var hash = ContentHash(UInt64(bitPattern: member.owner.number))
    hash.add(UInt64(bitPattern: member.key.number))
    hash.add(UInt64(bitPattern: Int64(member.rank ?? -1)))
    relationships[relationship, default: Part()].add(hash.value)
  }

  /// Takes a relationship out: it does not count any more. Returns what there was of it.
  mutating func remove(_ relationship: RelationshipReference) -> Part {
    relationships.removeValue(forKey: relationship) ?? Part()
  }

  /// Returns the first thing in which a copy differs; nil when nothing does.
  package func difference(to copy: ContentDigest) -> ContentDifference? {
    for (index, pair) in zip(entities, copy.entities).enumerated() where pair.0 != pair.1 {
      return ContentDifference(
        subject: schema.entities[index].name, expected: pair.0.count, found: pair.1.count)
    }
    for relationship in Set(relationships.keys).union(copy.relationships.keys) {
      let expected = relationships[relationship] ?? Part()
      let found = copy.relationships[relationship] ?? Part()
      guard expected != found else { continue }
      let entity = schema.entities[relationship.entity]
      return ContentDifference(
        subject: "\(entity.name).\(entity.toManys[relationship.toMany].name)",
        expected: expected.count, found: found.count)
    }
    return nil
  }
}

extension ContentDigest {
  /// The digest of what a snapshot shows of some entities (and their hierarchies). Reads every row
  /// and every link once.
  package init(
    of snapshot: any StoreSnapshot, schema: StoreSchema, entities: [Int], scope: Scope = .full
  ) throws(StoreError) {
    let reader = ContentReader(snapshot: snapshot, schema: schema, entities: entities)
    var digest = ContentDigest(schema, scope: scope)
    try reader.readRows { key, row in
      digest.add(key, row)
      return true
    }
    for relationship in reader.relationships(scope) {
      try reader.readMembers(of: relationship) { member in
        digest.add(member, of: relationship)
        return true
      }
    }
    self = digest
  }
}
