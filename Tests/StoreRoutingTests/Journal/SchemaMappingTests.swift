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

  // R-PSC-921
  @Test func whatIsNotThereAnyMoreIsLeftOut() {
    let mapping = SchemaMapping(from: SchemaDescription(schema("Old")), to: schema("Other"))
    var record = RedoRecord(save: UUID(), changes: ChangeSet())
    record.changes.deletes = [RowDelete(key: ObjectKey(entity: 0, number: 7), expectedVersion: nil)]
    #expect(mapping.map(record).changes.deletes.isEmpty)
  }
}
