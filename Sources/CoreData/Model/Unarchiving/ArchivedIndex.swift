// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import KeyedArchives
import class PredicateLanguage.NSExpression

/// An index of an entity of an archive.
struct ArchivedIndex {
  private let object: ArchivedObject
  private let place: String

  init(_ object: ArchivedObject, entity: String) {
    self.object = object
    place = "\(entity), index \(object.text("NSIndexName") ?? "")"
  }

  func description() throws(ArchivedGraph.Damage) -> NSFetchIndexDescription {
    var elements: [NSFetchIndexElementDescription] = []
    for archived in object.members("NSIndexElements") { elements.append(try element(archived)) }
    let index = NSFetchIndexDescription(
      name: object.text("NSIndexName") ?? "", elements: elements)
    if let predicate = object.object("NSPartialIndexPredicate") {
      index.partialIndexPredicate = try ArchivedSyntax.naming(place) {
        () throws(ArchivedGraph.Damage) in try PredicateArchive.predicate(of: predicate)
      }
    }
    return index
  }

  private func element(
    _ archived: ArchivedObject
  ) throws(ArchivedGraph.Damage) -> NSFetchIndexElementDescription {
    let number = UInt(clamping: archived.integer("NSFetchIndexElementType") ?? 0)
    guard let type = NSFetchIndexElementType(rawValue: number) else {
      throw ArchivedGraph.Damage("\(place) has an element of an unknown kind")
    }
    let isAscending = archived.isTrue("NSAscending")
    if let column = archived.object("OCDProperty"), column.has("NSExpression") {
      let element = NSFetchIndexElementDescription(
        property: try ArchivedColumn.description(column, place: place), collationType: type)
      element.isAscending = isAscending
      return element
    }
    guard
      let name = archived.text("NSPropertyName")
        ?? archived.object("OCDProperty")?.text("NSPropertyName")
    else { throw ArchivedGraph.Damage("\(place) has an element without a property") }
    return NSFetchIndexElementDescription(
      propertyName: name, collationType: type, isAscending: isAscending)
  }
}

/// A computed column of an archive: of a fetch, or of an index.
enum ArchivedColumn {
  static func description(
    _ object: ArchivedObject, place: String
  ) throws(ArchivedGraph.Damage) -> NSExpressionDescription {
    let column = NSExpressionDescription()
    column.name = object.text("NSPropertyName") ?? ""
    if let expression = object.object("NSExpression") {
      column.expression = try ArchivedSyntax.naming(place) { () throws(ArchivedGraph.Damage) in
        try ExpressionArchive.expression(of: expression)
      }
    }
    let number = UInt(clamping: object.integer("NSExpressionResultType") ?? 0)
    column.resultType = NSAttributeDescription.AttributeType(
      NSAttributeType(rawValue: number) ?? .undefinedAttributeType)
    return column
  }
}
