// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import CoreData

/// A model with a derived attribute of every kind: authors, their books with pages, novels among the
/// books, and tags of books.
package enum BookcaseModel {
  package static func make() -> NSManagedObjectModel {
    let author = GarageModel.entity(
      "Author",
      [
        GarageModel.attribute("name", .string), derived("booksCount", .integer64, "books.@count"),
        derived("pagesTotal", .integer64, "books.pagesCount.@sum"),
        derived("shout", .string, "uppercase:(name)"),
      ])
    let book = GarageModel.entity("Book", bookAttributes)
    let novel = GarageModel.entity(
      "Novel",
      [
        GarageModel.attribute("genre", .string), derived("whisper", .string, "lowercase:(genre)"),
        derived("ownPages", .integer32, "pages.@count"),
        derived("genreCopy", .string, "genre"),
      ])
    let page = GarageModel.entity(
      "Page",
      [
        GarageModel.attribute("words", .integer32), GarageModel.attribute("weight", .double),
        GarageModel.attribute("writtenAt", .date), GarageModel.attribute("price", .decimal),
        derived("writer", .string, "book.author.name"),
        derived("doubled", .integer64, "words * 2"),
      ])
    let tag = GarageModel.entity(
      "Tag",
      [
        GarageModel.attribute("label", .string), GarageModel.attribute("rank", .integer16),
        derived("booksCount", .integer32, "books.@count"),
        derived("pagesTotal", .integer64, "books.@sum.pagesCount"),
      ])
    book.subentities = [novel]
    GarageModel.relate(
      author, name: "books", many: true, rule: .nullifyDeleteRule, to: book,
      inverseName: "author", many: false)
    GarageModel.relate(
      book, name: "pages", many: true, rule: .cascadeDeleteRule, to: page, inverseName: "book",
      many: false)
    GarageModel.relate(
      book, name: "tags", many: true, rule: .nullifyDeleteRule, to: tag, inverseName: "books",
      many: true)
    GarageModel.relate(
      book, name: "sequels", many: true, rule: .nullifyDeleteRule, to: book,
      inverseName: "prequel", many: false)
    let model = NSManagedObjectModel()
    model.entities = [author, book, novel, page, tag]
    return model
  }

  /// The same with ordinary attributes in the place of derived ones.
  package static func plain() -> NSManagedObjectModel {
    let model = make()
    for entity in model.entities {
      entity.properties = entity.properties.map { property in
        guard let derived = property as? NSDerivedAttributeDescription else { return property }
        return GarageModel.attribute(derived.name, derived.type)
      }
    }
    return model
  }

  private static var bookAttributes: [NSPropertyDescription] {
    [
      GarageModel.attribute("title", .string), derived("pagesCount", .integer64, "pages.@count"),
      derived("words", .integer64, "pages.words.@sum"),
      derived("longest", .integer32, "pages.@max.words"),
      derived("shortest", .integer32, "pages.words.@min"),
      derived("mean", .double, "pages.@avg.words"), derived("weight", .double, "@sum.pages.weight"),
      derived("price", .decimal, "sum:(pages.price)"),
      derived("lastPage", .date, "max:(pages.writtenAt)"),
      derived("plainTitle", .string, "title"), derived("authorName", .string, "author.name"),
      derived("search", .string, "canonical:(title)"),
      derived("authorSearch", .string, "canonical:(author.name)"),
      derived("authorShout", .string, "author.shout"),
      derived("tagsCount", .integer64, "count:(tags)"),
      derived("tagRanks", .integer64, "tags.@sum.rank"),
      derived("sequelsCount", .integer64, "sequels.@count"),
      derived("siblings", .integer64, "author.books.@count"),
      derived("savedAt", .date, "now()"),
    ]
  }

  package static func derived(
    _ name: String, _ type: NSAttributeDescription.AttributeType, _ expression: String
  ) -> NSDerivedAttributeDescription {
    let attribute = NSDerivedAttributeDescription()
    attribute.name = name
    attribute.type = type
    attribute.derivationExpression = NSExpression(format: expression)
    return attribute
  }
}
