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
    for type in AttributeType.allCases { builder.attribute("Sample", "\(type)", type) }
    builder.attribute("Sample", "external", .binaryData, isExternal: true)
    builder.entity("Holder", ["title": .string])
    builder.oneToMany("Holder", "samples", "Sample", "holder")
    builder.toOne("Holder", "favorite", "Sample")
    builder.manyToMany("Holder", "watched", "Sample", "watchers")
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
    builder.oneToMany("Party", "accounts", "Account", "owner")
    builder.toOne("Party", "contact", "Party")
    builder.manyToMany("Party", "groups", "Group", "members")
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
    builder.oneToOne("Person", "passport", "Passport", "holder")
    builder.oneToMany("Folder", "files", "File", "folder")
    builder.oneToMany("Playlist", "tracks", "Track", "playlist", isOrdered: true)
    builder.manyToMany("Student", "courses", "Course", "students")
    builder.manyToMany("Queue", "jobs", isOrdered: true, "Job", "queues")
    builder.manyToMany("Shelf", "books", isOrdered: true, "Book", "shelves", isSecondOrdered: true)
    builder.oneToMany("Node", "children", "Node", "parent")
    builder.oneToOne("Node", "spouse", "Node", "spouse")
    builder.manyToMany("Node", "follows", "Node", "followers")
    builder.manyToMany("Node", "friends", "Node", "friends")
    builder.toMany("Node", "bookmarks", "File")
    builder.toMany("Node", "steps", "File", isOrdered: true)
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
    builder.oneToMany("Room", "seats", "Seat", "room")
    builder.constraint("Seat", ["room", "number"])
    builder.entity("Typed")
    for type in AttributeType.allCases {
      builder.attribute("Typed", "\(type)", type)
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
    builder.oneToMany("Box", "items", "Item", "box")
    builder.index("Item", "byA", ["a"])
    builder.index("Item", "byAThenB", ["a", "-b"])
    builder.index("Item", "byCDescending", ["-c"])
    builder.index("Item", "byB", ["b"])
    builder.index("Item", "byBoxThenA", ["box", "a"])
    builder.index("Special", "byE", ["e"])
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
    builder.oneToMany("Department", "employees", "Employee", "department")
    builder.manyToMany("Employee", "tags", "Tag", "employees")
    builder.index("Employee", "byDepartmentAndSalary", ["department", "salary"])
    return builder.build()
  }()
}
