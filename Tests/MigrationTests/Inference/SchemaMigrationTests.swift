// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

@testable import CoreData
import CoreDataTestSupport
import Foundation
import StoreInterface
import Testing

@Suite struct SchemaMigrationTests {
  private func migration(_ former: String, _ present: String) throws -> SchemaMigration {
    let inference = MappingInference(
      from: ModelText(former).model(), to: ModelText(present).model())
    try inference.requireInferable()
    return SchemaMigrationCompiler(inference).migration()
  }

  private func origin(_ entity: String, _ migration: SchemaMigration) throws -> EntityOrigin {
    let index = try #require(migration.destination.entity(named: entity)?.index)
    return try #require(migration.entities[index])
  }

  // R-PSC-535
  @Test func attributesHaveOriginsAndDefaults() throws {
    let migration = try migration(
      "Car\n  a String\n  b Int16\n  c Bool!", "Car\n  a String! = none\n  b Int16!\n  d Int32! = 7"
    )
    let origin = try origin("Car", migration)
    #expect(
      origin.attributes == [
        AttributeOrigin(attribute: 0, fallback: .string("none")),
        AttributeOrigin(attribute: 1, isRequired: true),
        AttributeOrigin(attribute: nil, fallback: .integer(7)),
      ])
  }

  // R-PSC-535
  @Test func entitiesComeAndGo() throws {
    let migration = try migration(
      "A\n  x String\nB\n  x String", "B2 was B\n  x String\nC\n  x String")
    #expect(migration.entities.map { $0?.source } == [1, nil])
    #expect(migration.successors == [nil, 0])
  }

  // R-PSC-535: to-one → to-many, of each kind of inverse.
  @Test func aToOneThatBecomesToManyKeepsItsPairs() throws {
    let people = "Person\n  name String\n  cars >> Car.owner\n"
    let many = try migration(
      people + "Car\n  owner > Person.cars",
      "Person\n  name String\n  cars >> Car.owners\nCar\n  owners >> Person.cars was owner")
    #expect(many.links == [[.toOne(entity: 0, toOne: 0, side: .first, keepsOrder: false)]])
    let alone = try migration("A\n  b > B\nB\n  x String", "A\n  b >> B\nB\n  x String")
    #expect(alone.links == [[.toOne(entity: 0, toOne: 0, side: .first, keepsOrder: false)]])
    let pair = try migration(
      "A\n  b > B.a\nB\n  a > A.b", "A\n  b >> B.a\nB\n  a > A.b")
    #expect(try origin("B", pair).toOnes == [ToOneOrigin(.toOne(0))])
  }

  // R-PSC-535
  @Test func aNewInverseFindsItsPairs() throws {
    let toOne = try migration("A\n  b > B\nB\n  x String", "A\n  b > B.a\nB\n  x String\n  a > A.b")
    #expect(try origin("B", toOne).toOnes == [ToOneOrigin(.inverse(entity: 0, toOne: 0))])
    let toMany = try migration(
      "A\n  bs >> B\nB\n  x String", "A\n  bs >> B.a\nB\n  x String\n  a > A.bs")
    #expect(try origin("B", toMany).toOnes == [ToOneOrigin(.link(0, side: .second))])
  }

  // R-PSC-535
  @Test func relationshipsMoveUpWithTheirPairs() throws {
    let migration = try migration(
      "P abstract\nA: P\n  tags >> Tag.as\nB: P\n  tags >> Tag.bs\nTag\n  as >> A.tags\n  bs >> B.tags",
      "P abstract\n  tags >> Tag.ps\nA: P\nB: P\nTag\n  ps >> P.tags")
    #expect(migration.links.map(\.count) == [2])
  }

  // R-PSC-535
  @Test func orderComesAlongWhereThereWasOne() throws {
    let ordered = "A\n  bs >>> B.a\nB\n  a > A.bs"
    let unordered = "A\n  bs >> B.a\nB\n  a > A.bs"
    #expect(
      try origin("B", migration(ordered, ordered)).toOnes == [
        ToOneOrigin(.toOne(0), keepsOrder: true)
      ])
    #expect(try origin("B", migration(unordered, ordered)).toOnes == [ToOneOrigin(.toOne(0))])
  }
}
