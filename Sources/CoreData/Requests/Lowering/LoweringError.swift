// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import StoreInterface

/// The errors of fetches whose predicate or order no store can understand.
enum LoweringError {
  static func unknownKeyPath(_ path: [String], in entity: PropertyLayout) -> CocoaError {
    .make(
      exception: .invalidArgument,
      reason: "keypath \(path.joined(separator: ".")) not found in entity \(entity.schema.name)")
  }

  static func toManyNotAllowed(_ path: [String], in entity: PropertyLayout) -> CocoaError {
    .make(
      exception: .invalidArgument,
      reason: "to-many key not allowed here: \(path.joined(separator: ".")) of entity "
        + "\(entity.schema.name); use ANY, ALL, @count or SUBQUERY")
  }

  static func unboundVariable(_ name: String) -> CocoaError {
    .make(
      exception: .invalidArgument,
      reason: "The variable $\(name) of a fetch request's predicate has no value.")
  }

  static var excessive: CocoaError {
    .make(
      exception: .invalidArgument,
      reason: "The predicate of a fetch request is nested too deeply "
        + "(more than \(TreeDepth.limit) levels).")
  }

  static func notAString(_ operation: String) -> CocoaError {
    .make(
      exception: .invalidArgument,
      reason: "The operator \(operation) needs a string on its left, not a number or date.")
  }

  static var blockPredicate: CocoaError {
    .make(
      exception: .invalidArgument,
      reason: "Problem with subpredicate BLOCKPREDICATE: a SQL store cannot evaluate blocks")
  }

  static func unsupportedSort(_ reason: String) -> CocoaError {
    .make(
      exception: .invalidArgument, reason: "unsupported NSSortDescriptor (\(reason))")
  }
}
