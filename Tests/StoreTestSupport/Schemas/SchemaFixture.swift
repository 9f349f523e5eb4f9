// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// The schemas that tests are written over.
package enum SchemaFixture {
  /// Every attribute type on `Sample`, named as the type's case, reached also over a to-one
  /// (`holder.favorite`) and as members of a to-many (`Holder.samples`).
  package static let allTypes: StoreSchema = {
    var builder = SchemaBuilder()
    builder.entity("Sample")
    for type in AttributeType.allCases { builder.attribute("Sample", name: "\(type)", type: type) }
    builder.attribute("Sample", name: "external", type: .binaryData, isExternal: true)
    builder.entity("Holder", ["title": .string])
    builder.oneToMany("Holder", toMany: "samples", "Sample", toOne: "holder")
    builder.toOne("Holder", name: "favorite", to: "Sample")
    builder.manyToMany("Holder", name: "watched", "Sample", name: "watchers")
    return builder.build()
  }()

  /// Three levels below an abstract root, and a to-one that may lead to any of them.
  package static let hierarchy: StoreSchema = {
    var builder = SchemaBuilder()
    builder.entity("Party", isAbstract: true, ["name": .string, "note": .string])
    builder.entity("Company", parent: "Party", ["revenue": .double])
    builder.entity("Person", parent: "Party", ["age": .integer16])
    builder.entity("Employee", parent: "Person", ["salary": .integer64])
    builder.entity("Account", ["title": .string])
    builder.oneToMany("Party", toMany: "accounts", "Account", toOne: "owner")
    builder.toOne("Party", name: "contact", to: "Party")
    builder.manyToMany("Party", name: "groups", "Group", name: "members")
    builder.entity("Group", ["title": .string])
    return builder.build()
  }()

  /// Every shape of relationship.
  package static let relationships: StoreSchema = {
    var builder = SchemaBuilder()
    for name in [
      "Person", "Passport", "Folder", "File", "Playlist", "Track", "Student", "Course", "Queue",
      "Job", "Shelf", "Book", "Node",
    ] { builder.entity(name, ["name": .string]) }
    builder.oneToOne("Person", name: "passport", "Passport", name: "holder")
    builder.oneToMany("Folder", toMany: "files", "File", toOne: "folder")
    builder.oneToMany("Playlist", toMany: "tracks", "Track", toOne: "playlist", isOrdered: true)
    builder.manyToMany("Student", name: "courses", "Course", name: "students")
    builder.manyToMany("Queue", name: "jobs", isOrdered: true, "Job", name: "queues")
    builder.manyToMany(
      "Shelf", name: "books", isOrdered: true, "Book", name: "shelves", isSecondOrdered: true)
    builder.oneToMany("Node", toMany: "children", "Node", toOne: "parent")
    builder.oneToOne("Node", name: "spouse", "Node", name: "spouse")
    builder.manyToMany("Node", name: "follows", "Node", name: "followers")
    builder.manyToMany("Node", name: "friends", "Node", name: "friends")
    builder.toMany("Node", name: "bookmarks", to: "File")
    builder.toMany("Node", name: "steps", to: "File", isOrdered: true)
    return builder.build()
  }()

  /// Constraints: single, compound, over a to-one, on a parent.
  package static let constraints: StoreSchema = {
    var builder = SchemaBuilder()
    builder.entity("Base", ["code": .string, "note": .string])
    builder.constraint("Base", ["code"])
    builder.entity("Derived", parent: "Base", ["low": .integer32, "high": .integer32])
    builder.constraint("Derived", ["low", "high"])
    builder.entity("Other", parent: "Base", ["extra": .string])
    builder.entity("Room", ["title": .string])
    builder.entity("Seat", ["number": .integer32])
    builder.oneToMany("Room", toMany: "seats", "Seat", toOne: "room")
    builder.constraint("Seat", ["room", "number"])
    builder.entity("Typed")
    for type in AttributeType.allCases {
      builder.attribute("Typed", name: "\(type)", type: type)
      builder.constraint("Typed", ["\(type)"])
    }
    return builder.build()
  }()

  /// Fetch indexes of every shape.
  package static let indexes: StoreSchema = {
    var builder = SchemaBuilder()
    builder.entity("Item", ["a": .integer64, "b": .string, "c": .date, "d": .double])
    builder.entity("Special", parent: "Item", ["e": .integer32])
    builder.entity("Box", ["title": .string])
    builder.oneToMany("Box", toMany: "items", "Item", toOne: "box")
    builder.index("Item", name: "byA", columns: ["a"])
    builder.index("Item", name: "byAThenB", columns: ["a", "-b"])
    builder.index("Item", name: "byCDescending", columns: ["-c"])
    builder.index("Item", name: "byB", columns: ["b"])
    builder.index("Item", name: "byBoxThenA", columns: ["box", "a"])
    builder.index("Special", name: "byE", columns: ["e"])
    return builder.build()
  }()

  /// The workload of the benchmarks.
  package static let company: StoreSchema = {
    var builder = SchemaBuilder()
    builder.entity(
      "Employee",
      [
        "name": .string, "email": .string, "salary": .integer64, "hiredAt": .date,
        "isActive": .boolean, "score": .double, "bio": .string,
      ])
    builder.entity("Department", ["name": .string, "budget": .double, "createdAt": .date])
    builder.entity("Tag", ["name": .string])
    builder.oneToMany("Department", toMany: "employees", "Employee", toOne: "department")
    builder.manyToMany("Employee", name: "tags", "Tag", name: "employees")
    builder.index("Employee", name: "byDepartmentAndSalary", columns: ["department", "salary"])
    return builder.build()
  }()
}
