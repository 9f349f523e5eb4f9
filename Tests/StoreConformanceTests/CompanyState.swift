// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreTestSupport
import Testing

/// A small company, changes of every kind to it, and the question whether it is as it was.
struct CompanyState {
  let session: StoreSession
  let department: ObjectKey
  let employee: ObjectKey
  let tag: ObjectKey
  /// A number that is reserved for an employee to insert.
  let fresh: ObjectKey
  private let metadata: StoreMetadata

  init(_ session: StoreSession) throws {
    self.session = session
    department = try session.insert("Department", ["name": .string("d")])
    employee = try session.insert("Employee", ["name": .string("old")])
    tag = try session.insert("Tag", ["name": .string("t")])
    fresh = try session.reserve("Employee")[0]
    metadata = session.backend.metadata
    try session.link(
      session.schema.linkChange(
        .add, entity: "Employee", name: "tags", owner: employee, member: tag))
  }

  /// A delete, an update, an insert, a link and new metadata.
  func everyKindOfChange() throws -> ChangeSet {
    let schema = session.schema
    var changes = ChangeSet()
    changes.deletes = [RowDelete(key: tag, expectedVersion: 1)]
    changes.updates = [
      schema.update(
        employee, from: schema.row("Employee", ["name": .string("old")]),
        set: ["name": .string("new")])
    ]
    changes.inserts = [
      RowInsert(key: fresh, row: schema.row("Employee", ["department": .reference(department)]))
    ]
    changes.links = [
      schema.linkChange(.remove, entity: "Employee", name: "tags", owner: employee, member: tag)
    ]
    let properties = try PropertyListSerialization.data(
      fromPropertyList: ["new": 1], format: .binary, options: 0)
    changes.metadata = StoreMetadata(identifier: metadata.identifier, properties: properties)
    return changes
  }

  func expectUnchanged(in other: StoreSession? = nil) throws {
    let session = other ?? session
    #expect(try session.keys(session.query("Department")) == [department])
    #expect(try session.keys(session.query("Employee")) == [employee])
    #expect(try session.keys(session.query("Tag")) == [tag])
    #expect(try session.values(employee) == ["name": .string("old")])
    // A client store counts what is linked as changed, which shows once it is read again.
    if other == nil || !session.store.capabilities.contains(.costlyRows) {
      #expect(try session.row(employee)?.version == 1)
    }
    #expect(try session.members(employee, "tags") == [tag])
    #expect(try session.members(tag, "employees") == [employee])
    #expect(try session.members(department, "employees") == [])
    #expect(session.backend.metadata.says(metadata))
  }
}
