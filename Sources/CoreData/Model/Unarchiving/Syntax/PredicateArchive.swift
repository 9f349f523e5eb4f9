// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import KeyedArchives
import PredicateLanguage

/// Predicates in archives (R-MOD-307).
enum PredicateArchive {
  /// Returns the predicate that an object of an archive is.
  ///
  /// - Throws: the reason why it is none, or one that cannot be used here.
  static func predicate(
    of object: ArchivedObject
  ) throws(ArchivedGraph.Damage) -> NSPredicate {
    var syntax = ArchivedSyntax()
    return try syntax.predicate(object, depth: 0).makePredicate()
  }
}

/// Expressions in archives (R-MOD-307).
enum ExpressionArchive {
  /// Returns the expression that was archived.
  ///
  /// - Throws: the reason why the data are no archive of one.
  static func expression(from data: Data) throws(ArchivedGraph.Damage) -> NSExpression {
    guard let root = try ArchivedGraph(reading: data).rootObject else {
      throw ArchivedGraph.Damage("it is no archive of an expression")
    }
    return try expression(of: root)
  }

  /// Returns the expression that an object of an archive is.
  ///
  /// - Throws: the reason why it is none, or one that cannot be used here.
  static func expression(
    of object: ArchivedObject
  ) throws(ArchivedGraph.Damage) -> NSExpression {
    var syntax = ArchivedSyntax()
    let node = try syntax.expression(object, depth: 0)
    if case .fetch = node { return NSFetchRequestExpression(node: node) }
    return NSExpression(node: node)
  }
}
