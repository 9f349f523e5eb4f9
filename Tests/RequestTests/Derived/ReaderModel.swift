// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport

/// The model of a store made by Apple's framework, with a derived attribute: books count their pages.
enum ReaderModel {
  static func make() -> NSManagedObjectModel {
    let writer = GarageModel.entity(
      "Writer", [GarageModel.attribute("age", .integer16, optional: false)])
    writer.isAbstract = true
    let author = GarageModel.entity(
      "Author", [GarageModel.attribute("alias", .string, optional: false)])
    author.uniquenessConstraints = [["alias"]]
    let feedback = GarageModel.entity(
      "Feedback",
      [
        GarageModel.attribute("authorAlias", .string, optional: false),
        GarageModel.attribute("bookID", .uuid, optional: false),
        GarageModel.attribute("comment", .string),
        GarageModel.attribute("rating", .double, optional: false),
      ])
    let book = GarageModel.entity("Book", bookAttributes)
    book.uniquenessConstraints = [["uniqueID"]]
    let novel = GarageModel.entity(
      "GraphicNovel", [GarageModel.attribute("isBlackAndWhite", .boolean, optional: false)])
    let page = GarageModel.entity(
      "Page",
      [
        GarageModel.attribute("content", .transformable, optional: false),
        GarageModel.attribute("isBookmarked", .boolean, optional: false),
        GarageModel.attribute("number", .integer32, optional: false),
      ])
    writer.subentities = [author]
    book.subentities = [novel]
    for attribute in [book.attributesByName["frontCover"], page.attributesByName["content"]] {
      attribute?.valueTransformerName = VerbatimTransformer.name
    }
    VerbatimTransformer.register()
    relate(author, "books", book, "author", maxCount: .max, minCount: 0, isOptional: true)
    relate(book, "pages", page, "book", maxCount: 10_000, minCount: 1, isOptional: false)
    let model = NSManagedObjectModel()
    model.entities = [writer, author, feedback, book, novel, page]
    return model
  }

  private static var bookAttributes: [NSPropertyDescription] {
    let cover = GarageModel.attribute("frontCover", .transformable, optional: false)
    return [
      cover, BookcaseModel.derived("pagesCount", .integer64, "pages.@count"),
      GarageModel.attribute("price", .decimal, optional: false),
      GarageModel.attribute("publishedAt", .date, optional: false),
      GarageModel.attribute("title", .string, optional: false),
      GarageModel.attribute("uniqueID", .uuid, optional: false),
    ]
  }

  private static func relate(
    _ owner: NSEntityDescription, _ name: String, _ member: NSEntityDescription, _ inverse: String,
    maxCount: Int, minCount: Int, isOptional: Bool
  ) {
    let many = NSRelationshipDescription()
    many.name = name
    many.destinationEntity = member
    (many.maxCount, many.minCount, many.isOptional) = (maxCount, minCount, isOptional)
    many.deleteRule = .cascadeDeleteRule
    let one = NSRelationshipDescription()
    one.name = inverse
    one.destinationEntity = owner
    (one.maxCount, one.minCount, one.isOptional) = (1, 1, false)
    one.deleteRule = .nullifyDeleteRule
    many.inverseRelationship = one
    one.inverseRelationship = many
    owner.properties.append(many)
    member.properties.append(one)
  }
}

/// Takes what the framework's transformers have made for bytes.
// Sendable: it has no state.
final class VerbatimTransformer: ValueTransformer, @unchecked Sendable {
  static let name = "VerbatimTransformer"

  static func register() {
    setValueTransformer(VerbatimTransformer(), forName: NSValueTransformerName(name))
  }

  override func transformedValue(_ value: Any?) -> Any? { value }
  override func reverseTransformedValue(_ value: Any?) -> Any? { value }
}
