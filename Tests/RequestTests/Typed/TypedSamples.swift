// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// Forced unwrapping and casts are operators of predicates, which run nowhere.
// swift-format-ignore-file: NeverForceUnwrap

import CoreData
import Foundation

/// Typed predicates with every operator.
struct TypedSample {
  let name: String
  let predicate: Predicate<Book>
  /// True if it holds for all objects, or for none.
  let isTrivial: Bool
  /// True if stores cannot evaluate all of it.
  let needsObjects: Bool

  init(
    _ name: String, isTrivial: Bool = false, needsObjects: Bool = false,
    _ predicate: Predicate<Book>
  ) {
    self.name = name
    self.predicate = predicate
    self.isTrivial = isTrivial
    self.needsObjects = needsObjects
  }

  /// Swift refuses to unwrap nil by force; a store finds no such object.
  func holds(for book: Book) -> Bool { (try? predicate.evaluate(book)) ?? false }
}

enum TypedSamples {
  static var all: [TypedSample] { plain + texts + optionals + relationships + types }

  private static var plain: [TypedSample] {
    let (least, date, code) = (40, Library.date + 5, Library.code)
    let (numbers, codes) = ([10, 30, 990], [Library.code])
    let (closed, half, from, through, upTo) = (20...50, 20..<50, 30..., ...60, ..<60)
    return [
      TypedSample("equal", #Predicate { $0.pages == 40 }),
      TypedSample("not equal", #Predicate { $0.pages != least }),
      TypedSample("less", #Predicate { $0.pages < least }),
      TypedSample("less or equal", #Predicate { $0.price <= 6 }),
      TypedSample("greater", #Predicate { $0.price > 7.5 }),
      TypedSample("greater or equal", #Predicate { $0.pages >= least }),
      TypedSample("and", #Predicate { $0.pages > 20 && $0.isLent }),
      TypedSample("or", #Predicate { $0.pages > 90 || $0.isLent }),
      TypedSample("not", #Predicate { !$0.isLent }),
      TypedSample("true", isTrivial: true, #Predicate { _ in true }),
      TypedSample("false", isTrivial: true, #Predicate { _ in false }),
      TypedSample("sum", #Predicate { $0.pages + 5 > 60 }),
      TypedSample("difference", #Predicate { $0.pages - 5 > least }),
      TypedSample("product", #Predicate { $0.pages * 2 == 80 }),
      TypedSample("quotient", #Predicate { $0.price / 2 > 4.1 }),
      TypedSample("whole quotient", #Predicate { $0.pages / 30 == 2 }),
      TypedSample("remainder", #Predicate { $0.pages % 30 == 10 }),
      TypedSample("minus", #Predicate { -$0.pages < -60 }),
      TypedSample("date", #Predicate { $0.added! > date }),
      TypedSample("UUID", #Predicate { $0.code == code }),
      TypedSample("in", #Predicate { numbers.contains($0.pages) }),
      TypedSample("in UUIDs", #Predicate { codes.contains($0.code!) }),
      TypedSample("closed range", #Predicate { closed.contains($0.pages) }),
      TypedSample("half-open range", #Predicate { half.contains($0.pages) }),
      TypedSample("from", #Predicate { from.contains($0.pages) }),
      TypedSample("through", #Predicate { through.contains($0.pages) }),
      TypedSample("up to", #Predicate { upTo.contains($0.pages) }),
      TypedSample("range of expressions", #Predicate { ($0.price * 4...90).contains(40) }),
      TypedSample("conditional", #Predicate { ($0.isLent ? $0.pages : 1) > 30 }),
      TypedSample("conditional test", #Predicate { $0.isLent ? $0.pages > 30 : $0.pages < 30 }),
    ]
  }

  private static var texts: [TypedSample] {
    let (same, before) = (ComparisonResult.orderedSame, ComparisonResult.orderedAscending)
    return [
      TypedSample("text", #Predicate { $0.title == "Emma" }),
      TypedSample("text order", #Predicate { $0.isbn > "978-5" }),
      TypedSample("count", #Predicate { $0.isbn.count > 5 }),
      TypedSample("empty", #Predicate { ($0.title ?? "").isEmpty }),
      TypedSample("contains", #Predicate { $0.isbn.contains("-1") }),
      TypedSample("starts with", #Predicate { $0.isbn.starts(with: "978-1") }),
      TypedSample("starts with nothing", isTrivial: true, #Predicate { $0.isbn.starts(with: "") }),
      TypedSample(
        "starts with a property", #Predicate { $0.isbn.starts(with: $0.title ?? "") }),
      TypedSample("regex", #Predicate { $0.isbn.contains(#/-[2-4]/#) }),
      TypedSample("regex with alternatives", #Predicate { $0.isbn.contains(#/-2|-3$/#) }),
      TypedSample("standard", #Predicate { $0.title?.localizedStandardContains("EMI") ?? false }),
      TypedSample(
        "without case", #Predicate { ($0.title ?? "").caseInsensitiveCompare("EMMA") == same }),
      TypedSample("by locale", #Predicate { ($0.title ?? "").localizedCompare("e") == before }),
    ]
  }

  private static var optionals: [TypedSample] {
    let none: Int? = nil
    return [
      TypedSample("nil", #Predicate { $0.stars == nil }),
      TypedSample("captured nil", #Predicate { $0.stars == none }),
      TypedSample("not nil", #Predicate { $0.stars != nil }),
      TypedSample("coalesced", #Predicate { ($0.stars ?? 3) > 4 }),
      TypedSample("unwrapped", #Predicate { $0.stars! > 4 }),
      TypedSample("bound", #Predicate { if let stars = $0.stars { stars > 4 } else { false } }),
      TypedSample("bound otherwise", #Predicate { if let s = $0.stars { s > 4 } else { true } }),
      TypedSample("flat map", #Predicate { $0.stars.flatMap { $0 + 1 } == 6 }),
      TypedSample("chained", #Predicate { $0.title?.starts(with: "d") == true }),
      TypedSample("chained count", #Predicate { ($0.title?.count ?? -1) > 4 }),
      TypedSample("negated chain", #Predicate { !($0.title?.starts(with: "d") ?? false) }),
      TypedSample("coalesced text", #Predicate { ($0.title ?? "x") == "x" }),
    ]
  }

  private static var relationships: [TypedSample] {
    let id = Library.code
    return [
      TypedSample("to-one", #Predicate { $0.reader?.name == "Ada" }),
      TypedSample("to-one twice", #Predicate { $0.reader?.friend?.name == "Émile" }),
      TypedSample("to-one, unwrapped", #Predicate { $0.reader!.friend!.age == 20 }),
      TypedSample("to-one, coalesced", #Predicate { ($0.reader?.age ?? 0) > 30 }),
      TypedSample(
        "to-one, bound", #Predicate { if let r = $0.reader { r.age > 30 } else { true } }),
      TypedSample("any", #Predicate { $0.labels.contains { $0.weight == 2 } }),
      TypedSample("all", #Predicate { $0.labels.allSatisfy { $0.weight < 3 } }),
      TypedSample("filter", #Predicate { $0.labels.filter { $0.weight > 1 }.count == 1 }),
      TypedSample("filter empty", #Predicate { $0.labels.filter { $0.weight > 1 }.isEmpty }),
      TypedSample("number", #Predicate { $0.labels.count > 1 }),
      TypedSample("none", #Predicate { $0.labels.isEmpty }),
      TypedSample("number of a set", #Predicate { $0.labelSet!.count == 2 }),
      TypedSample("number of a set, coalesced", #Predicate { ($0.labelSet?.count ?? 0) == 2 }),
      TypedSample(
        "any of a set",
        #Predicate { $0.labelSet!.contains { ($0 as! Label).weight == 2 } }),
      TypedSample(
        "any of an optional set",
        #Predicate { ($0.labelSet as? Set<Label>)?.contains { $0.weight == 2 } ?? false }),
      TypedSample(
        "any of a cast set",
        #Predicate { ($0.labelSet as! Set<Label>).contains { $0.weight == 2 } }),
      TypedSample("through a to-one", #Predicate { $0.reader!.books.contains { $0.pages > 90 } }),
      TypedSample(
        "nested", #Predicate { $0.labels.contains { $0.books.contains { $0.code == id } } }),
      TypedSample(
        "outer object", needsObjects: true,
        #Predicate { book in book.labels.contains { $0.weight * 10 == book.pages } }),
    ]
  }

  private static var types: [TypedSample] {
    [
      TypedSample("type", #Predicate { $0 is Novel }),
      TypedSample("not of a type", #Predicate { !($0 is Novel) }),
      TypedSample("cast", #Predicate { ($0 as? Novel)?.pages == 50 }),
      TypedSample("cast to nothing", #Predicate { ($0 as? Novel) == nil }),
      TypedSample("own property", #Predicate { ($0 as? Novel)?.genre == "love" }),
    ]
  }
}
