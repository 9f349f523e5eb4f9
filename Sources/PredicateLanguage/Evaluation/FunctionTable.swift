// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Synchronization

/// The functions that `FUNCTION(target, "selector:", …)` may call, and the properties of built-in
/// classes.
///
/// The application's functions are kept for the whole process; the lock is not held in a call.
package enum FunctionTable {
  /// A function of the application: target and arguments to a result.
  package typealias Body = @Sendable (Any?, [Any?]) throws -> Any?

  private static let registered = Mutex<[String: Body]>([:])

  /// Adds or replaces a function.
  package static func register(_ selector: String, _ body: @escaping Body) {
    registered.withLock { $0[selector] = body }
  }

  /// Calls a function by selector: one of the target's own, of the application's, or a built-in one.
  package static func call(
    _ selector: String, on target: Any?, with arguments: [Any?]
  ) throws(EvaluationError) -> Any? {
    if let own = target as? any FunctionAnswering,
      let result = try own.result(ofFunction: selector, arguments: arguments)
    {
      return result
    }
    if let body = registered.withLock({ $0[selector] }) {
      return try run(body, on: target, arguments: arguments)
    }
    let operand = OperandValue(target)
    if operand.isNull { return nil }
    if selector == "valueForKey:" || selector == "valueForKeyPath:" {
      return try valueForKeyPath(of: target, arguments: arguments, selector: selector)
    }
    if arguments.isEmpty, let value = property(selector, of: operand) { return value }
    if let value = method(selector, of: operand, arguments.map { OperandValue($0) }) {
      return value
    }
    throw .unknownFunction(selector)
  }

  private static func run(
    _ body: Body, on target: Any?, arguments: [Any?]
  ) throws(EvaluationError) -> Any? {
    do {
      return try body(target, arguments)
    } catch {
      throw .failed("\(error)")
    }
  }

  private static func valueForKeyPath(
    of target: Any?, arguments: [Any?], selector: String
  ) throws(EvaluationError) -> Any? {
    guard arguments.count == 1, case .string(let path) = OperandValue(arguments[0]) else {
      throw .invalidArgument(function: selector, reason: "the key is not a string")
    }
    return try KeyPathReader.value(at: path.split(separator: ".").map(String.init)[...], of: target)
  }

  // MARK: - Properties

  /// Returns a property of a built-in class, wrapped once more; nil when there is none of that
  /// name.
  static func property(_ name: String, of operand: OperandValue) -> Any?? {
    switch operand {
    case .string(let text): property(name, of: text)
    case .number(let number): property(name, of: number)
    case .date(let date): property(name, of: date)
    case .url(let url): property(name, of: url)
    case .uuid(let uuid): name == "UUIDString" ? .some(uuid.uuidString) : .none
    case .data(let data): name == "length" ? .some(data.count) : .none
    case .collection(let collection): property(name, of: collection)
    default: .none
    }
  }

  private static func property(_ name: String, of text: String) -> Any?? {
    switch name {
    case "length": .some(text.utf16.count)
    case "uppercaseString", "uppercase": .some(text.uppercased())
    case "lowercaseString", "lowercase": .some(text.lowercased())
    case "capitalizedString": .some(text.capitalized)
    case "description": .some(text)
    case "intValue", "integerValue", "longLongValue": .some((text as NSString).integerValue)
    case "doubleValue", "floatValue": .some((text as NSString).doubleValue)
    case "boolValue": .some((text as NSString).boolValue)
    default: .none
    }
  }

  private static func property(_ name: String, of number: Number) -> Any?? {
    switch name {
    case "intValue", "integerValue", "longLongValue", "shortValue": .some(number.truncated)
    case "doubleValue", "floatValue": .some(number.double)
    case "boolValue": .some(number.double != 0)
    case "decimalValue": .some(number.decimal)
    case "stringValue", "description": .some(number.text)
    default: .none
    }
  }

  private static func property(_ name: String, of date: Date) -> Any?? {
    switch name {
    case "timeIntervalSinceReferenceDate": .some(date.timeIntervalSinceReferenceDate)
    case "timeIntervalSince1970": .some(date.timeIntervalSince1970)
    case "timeIntervalSinceNow": .some(date.timeIntervalSinceNow)
    case "description": .some(date.description)
    default: .none
    }
  }

  private static func property(_ name: String, of url: URL) -> Any?? {
    switch name {
    case "absoluteString", "description": .some(url.absoluteString)
    case "path": .some(url.path)
    case "host": .some(url.host)
    case "scheme": .some(url.scheme)
    case "lastPathComponent": .some(url.lastPathComponent)
    case "pathExtension": .some(url.pathExtension)
    default: .none
    }
  }

  private static func property(_ name: String, of collection: OperandCollection) -> Any?? {
    switch name {
    case "count": .some(collection.elements.count)
    case "firstObject": .some(collection.elements.first ?? nil)
    case "lastObject": .some(collection.elements.last ?? nil)
    default: .none
    }
  }

  // MARK: - Methods

  private static func method(
    _ selector: String, of target: OperandValue, _ arguments: [OperandValue]
  ) -> Any?? {
    guard arguments.count == 1, let argument = arguments.first else { return .none }
    switch (selector, target, argument) {
    case ("isEqual:", _, _), ("isEqualToString:", _, _), ("isEqualToNumber:", _, _):
      return .some(OperandComparison.areEqual(target, argument))
    case ("compare:", _, _):
      return .some(OperandComparison.order(target, argument).map { $0.rawValue })
    case ("containsObject:", .collection(let collection), _):
      return .some(
        OperandComparison.contains(collection.elements.map { OperandValue($0) }, argument))
    case ("objectForKey:", .dictionary(let entries), .string(let key)):
      return .some(entries[AnyHashable(key)])
    case ("dateByAddingTimeInterval:", .date(let date), .number(let seconds)):
      return .some(date.addingTimeInterval(seconds.double))
    case ("timeIntervalSinceDate:", .date(let date), .date(let other)):
      return .some(date.timeIntervalSince(other))
    case (_, .string(let text), .string(let other)): return method(selector, of: text, other)
    default: return .none
    }
  }

  private static func method(_ selector: String, of text: String, _ other: String) -> Any?? {
    switch selector {
    // Unlike the operators, true for an empty one.
    case "hasPrefix:": .some(other.isEmpty || StringMatching.begins(text, with: other))
    case "hasSuffix:": .some(other.isEmpty || StringMatching.ends(text, with: other))
    case "containsString:": .some(StringMatching.contains(text, other))
    case "stringByAppendingString:": .some(text + other)
    case "caseInsensitiveCompare:", "localizedCompare:", "localizedStandardCompare:",
      "localizedCaseInsensitiveCompare:":
      .some(StringCollation(rawValue: selector)?.order(text, other).rawValue)
    default: .none
    }
  }
}
