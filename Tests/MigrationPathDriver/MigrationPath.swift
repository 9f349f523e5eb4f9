// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport

/// A version of the model, and how its people are called.
struct Version {
  let text: String
  let people: String
  let nameKey: String

  init(_ text: String, people: String = "Person", nameKey: String = "name") {
    self.text = text
    self.people = people
    self.nameKey = nameKey
  }

  var model: NSManagedObjectModel { ModelText(text).model() }

  func has(_ property: String) -> Bool { text.contains("  \(property) ") }

  static let former = Version(
    """
    Person
      name String!
      photo Data external
      team > Team.members
      friends >> Person.fans
      fans >> Person.friends
    Pilot: Person
      hours Int32
    Team
      title String
      members >> Person.team
    """)

  /// With what a program can compute.
  static let labelled = Version(former.text(adding: "label String"))
  static let required = Version(former.text(adding: "label String!", "checked Bool"))

  /// Everything is called otherwise.
  static let present = Version(
    former.text(adding: "rank Int16! = 3")
      .replacing("Person", with: "Human")
      .replacing("Human\n", with: "Human was Person\n", maxReplacements: 1)
      .replacing("name String!", with: "label String! was name"), people: "Human",
    nameKey: "label")

  /// The stages end with it.
  static let staged = Version(
    former.text(adding: "label String!", "checked Bool", "rank Int16! = 3")
      .replacing("Person", with: "Human")
      .replacing("Human\n", with: "Human was Person\n", maxReplacements: 1), people: "Human")

  /// The chain goes on with it.
  static let latest = Version(
    present.text.replacing(" was Person", with: "").replacing(" was name", with: "")
      .replacing("title String", with: "title String\n  place String = home"),
    people: "Human", nameKey: "label")

  private func text(adding lines: String...) -> String {
    text.replacing(
      "  photo", with: lines.map { "  \($0)\n" }.joined() + "  photo", maxReplacements: 1)
  }
}

/// A way from one version to another.
enum MigrationPath: String {
  /// By the store itself, when it is added.
  case inferred
  /// Through a mapping model, when it is added.
  case mapped
  /// Through stages with code, when it is added.
  case staged
  /// By a program that goes from version to version.
  case chained
  /// As one of several, which are migrated all or none.
  case together

  /// The versions in their order; a store may be left with any of them.
  var versions: [Version] {
    switch self {
    case .inferred, .mapped, .together: [.former, .present]
    case .staged: [.former, .labelled, .required, .staged]
    case .chained: [.former, .present, .latest]
    }
  }

  /// True if the store stays what it is for others: its UUID, its metadata.
  var keepsMetadata: Bool { self != .chained }

  /// True if the history goes on.
  var keepsHistory: Bool { self != .mapped && self != .chained }
}
