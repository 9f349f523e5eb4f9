// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import CoreData
import Foundation

/// What the derived attributes of ``BookcaseModel`` ought to be, computed from objects as they are.
package enum BookcaseOracle {
  /// Every derived value that differs from what it ought to be: of all objects that a context finds.
  package static func mistakes(in context: NSManagedObjectContext) throws -> [String] {
    var mistakes: [String] = []
    for name in ["Author", "Book", "Page", "Tag"] {
      for object in try context.all(name) {
        for (key, expected) in values(of: object) {
          let found = object.value(forKey: key)
          guard !isEqual(found, expected) else { continue }
          mistakes.append(
            "\(object.entity.name ?? "").\(key) of \(object.objectID.uriRepresentation().path): "
              + "\(found ?? "nil") instead of \(expected ?? "nil")")
        }
      }
    }
    return mistakes
  }

  private static func isEqual(_ found: Any?, _ expected: Any?) -> Bool {
    switch (found, expected) {
    case (nil, nil): return true
    case (let found as NSNumber, let expected as NSNumber):
      return abs(found.doubleValue - expected.doubleValue) < 1e-6
    case (let found as String, let expected as String): return found == expected
    case (let found as Date, let expected as Date): return found == expected
    default: return false
    }
  }

  private static func values(of object: NSManagedObject) -> [(String, Any?)] {
    switch object.entity.name {
    case "Author": author(object)
    case "Page": page(object)
    case "Tag": [("booksCount", object.objects("books").count), ("pagesTotal", total(object))]
    case "Novel": book(object) + novel(object)
    default: book(object)
    }
  }

  private static func author(_ author: NSManagedObject) -> [(String, Any?)] {
    [
      ("booksCount", author.objects("books").count), ("pagesTotal", total(author)),
      ("shout", author.string("name")?.uppercased()),
    ]
  }

  private static func total(_ owner: NSManagedObject) -> Int {
    owner.objects("books").reduce(0) { $0 + $1.objects("pages").count }
  }

  private static func page(_ page: NSManagedObject) -> [(String, Any?)] {
    let author = (page.value(forKey: "book") as? NSManagedObject)?.value(forKey: "author")
    return [
      ("writer", (author as? NSManagedObject)?.string("name")),
      ("doubled", (page.value(forKey: "words") as? Int).map { $0 * 2 }),
    ]
  }

  private static func novel(_ novel: NSManagedObject) -> [(String, Any?)] {
    [
      ("whisper", novel.string("genre")?.lowercased()), ("genreCopy", novel.string("genre")),
      ("ownPages", novel.objects("pages").count),
    ]
  }

  private static func book(_ book: NSManagedObject) -> [(String, Any?)] {
    let pages = book.objects("pages")
    let words = pages.compactMap { $0.value(forKey: "words") as? Int }
    let author = book.value(forKey: "author") as? NSManagedObject
    return [
      ("pagesCount", pages.count), ("words", words.reduce(0, +)), ("longest", words.max()),
      ("shortest", words.min()),
      ("mean", words.isEmpty ? nil : Double(words.reduce(0, +)) / Double(words.count)),
      ("weight", sum(pages, "weight")), ("price", sum(pages, "price")),
      ("lastPage", pages.compactMap { $0.value(forKey: "writtenAt") as? Date }.max()),
      ("plainTitle", book.string("title")), ("authorName", author?.string("name")),
      ("search", book.string("title").map(canonical)),
      ("authorSearch", author?.string("name").map(canonical)),
      ("authorShout", author?.string("name")?.uppercased()),
      ("tagsCount", book.objects("tags").count), ("tagRanks", sum(book.objects("tags"), "rank")),
      ("sequelsCount", book.objects("sequels").count),
      ("siblings", author.map { $0.objects("books").count } ?? 0),
    ]
  }

  private static func sum(_ objects: Set<NSManagedObject>, _ key: String) -> Double {
    objects.reduce(0) { $0 + (($1.value(forKey: key) as? NSNumber)?.doubleValue ?? 0) }
  }

  private static func canonical(_ text: String) -> String {
    text.folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
  }
}
