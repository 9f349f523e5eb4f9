// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
@testable import StoreRouting
import Testing

/// A save that is completed by a program with another version of the model.
@Suite struct SchemaMappingTests {
  private func schema(_ name: String, formerName: String? = nil) -> StoreSchema {
    StoreSchema(
      entities: [
        EntitySchema(
          name: name, index: 0, parent: nil, root: 0, subtree: 0..<1, isAbstract: false,
          attributes: [], toOnes: [],
          toManys: [
            ToManySchema(
              name: "friends", declaredBy: 0, destination: 0, isOrdered: false,
              storage: .link(0, ownerSide: .first))
          ],
          slotCount: 0, constraints: [], indexes: [], formerName: formerName)
      ],
      links: [
        LinkSchema(
          firstEntity: 0, firstName: "friends", secondEntity: 0, secondName: nil,
          isFirstOrdered: false, isSecondOrdered: false)
      ])
  }

  // R-PSC-541, R-PSC-921
  @Test func whatWasSavedForARenamedEntityIsNotLost() {
    let mapping = SchemaMapping(
      from: SchemaDescription(schema("Old")), to: schema("New", formerName: "Old"))
    var record = RedoRecord(save: UUID(), changes: ChangeSet())
    let key = ObjectKey(entity: 0, number: 7)
    record.changes.deletes = [RowDelete(key: key, expectedVersion: nil)]
    record.changes.links = [LinkChange(link: 0, kind: .add, first: key, second: key)]
    let mapped = mapping.map(record)
    #expect(mapped.changes.deletes.map(\.key) == [key])
    #expect(mapped.changes.links.count == 1)
  }

  private static let side = LinkSchema(
    firstEntity: 0, firstName: "friends", secondEntity: 0, secondName: "fans",
    isFirstOrdered: false, isSecondOrdered: false)

  /// An entity with an attribute, a to-one and a relationship to many.
  private func schema(
    _ names: (attribute: String, toOne: String),
    once former: (attribute: String, toOne: String)? = nil,
    link: LinkSchema = SchemaMappingTests.side
  ) -> StoreSchema {
    StoreSchema(
      entities: [
        EntitySchema(
          name: "Person", index: 0, parent: nil, root: 0, subtree: 0..<1, isAbstract: false,
          attributes: [
            AttributeSchema(
              name: names.attribute, type: .string, slot: 0, declaredBy: 0,
              allowsExternalStorage: false, formerName: former?.attribute)
          ],
          toOnes: [
            ToOneSchema(
              name: names.toOne, slot: 1, orderSlot: nil, declaredBy: 0, destination: 0,
              isInverseToMany: false, formerName: former?.toOne)
          ],
          toManys: [], slotCount: 3, constraints: [], indexes: [])
      ],
      links: [link])
  }

  private func record(_ schema: StoreSchema) -> RedoRecord {
    let assembler = RowAssembler(chunkCapacity: 256)
    assembler.begin(entity: 0, slotCount: 3, version: 1)
    assembler.setString("Ann", 0)
    assembler.setReference(number: 9, entity: 0, 1)
    let (key, other) = (ObjectKey(entity: 0, number: 7), ObjectKey(entity: 0, number: 9))
    var record = RedoRecord(save: UUID(), changes: ChangeSet())
    record.changes.updates = [
      RowUpdate(key: key, row: assembler.finish(), changed: schema.slots(of: 0), expectedVersion: 1)
    ]
    record.changes.links = [LinkChange(link: 0, kind: .add, first: key, second: other)]
    return record
  }

  // R-PSC-534, R-PSC-921
  @Test func whatWasSavedForRenamedPropertiesIsNotLost() throws {
    let source = schema(("name", "boss"))
    let destination = schema(("title", "head"), once: ("name", "boss"))
    let mapping = SchemaMapping(from: SchemaDescription(source), to: destination)
    let update = try #require(mapping.map(record(source)).changes.updates.first)
    #expect(update.row.string(0) == "Ann")
    #expect(update.row.reference(1)?.number == 9)
    #expect(update.changed.contains(0))
    #expect(update.changed.contains(1))
  }

  // R-PSC-534: the identifier is the same in all versions.
  @Test func aPropertyThatIsRenamedTwiceIsFound() throws {
    let source = schema(("title", "head"), once: ("name", "boss"))
    let destination = schema(("heading", "chief"), once: ("name", "boss"))
    let mapping = SchemaMapping(from: SchemaDescription(source), to: destination)
    let update = try #require(mapping.map(record(source)).changes.updates.first)
    #expect(update.row.string(0) == "Ann")
  }

  // R-PSC-921: the side that comes first is told by the names.
  @Test func aRelationshipWhoseSidesChangePlacesKeepsItsPairs() throws {
    let source = schema(("name", "boss"))
    let destination = schema(
      ("name", "boss"),
      link: LinkSchema(
        firstEntity: 0, firstName: "fans", secondEntity: 0, secondName: "pals",
        isFirstOrdered: false, isSecondOrdered: false, formerSecondName: "friends"))
    let mapping = SchemaMapping(from: SchemaDescription(source), to: destination)
    let pair = try #require(mapping.map(record(source)).changes.links.first)
    #expect(pair.first.number == 9)
    #expect(pair.second.number == 7)
  }

  // R-PSC-921
  @Test func whatIsNotThereAnyMoreIsLeftOut() {
    let mapping = SchemaMapping(from: SchemaDescription(schema("Old")), to: schema("Other"))
    var record = RedoRecord(save: UUID(), changes: ChangeSet())
    record.changes.deletes = [RowDelete(key: ObjectKey(entity: 0, number: 7), expectedVersion: nil)]
    #expect(mapping.map(record).changes.deletes.isEmpty)
  }
}
