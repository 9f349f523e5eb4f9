// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The conditions of compilation that are known without compiling.
package enum PlatformCondition {
  private static let otherSystems: Set<String> = [
    "macOS", "iOS", "tvOS", "watchOS", "visionOS", "OSX", "Windows",
  ]
  /// Modules that only Apple's platforms have, of names that nobody else takes.
  private static let otherModules: Set<String> = [
    "AppKit", "CloudKit", "Cocoa", "Combine", "CoreSpotlight", "Darwin", "OSLog", "ObjectiveC",
    "SwiftUI", "UIKit", "WatchKit", "WidgetKit", "os",
  ]

  /// Returns true if a condition cannot hold on Linux; false when that is not known.
  package static func isFalse(_ condition: String) -> Bool {
    var cursor = TokenCursor(SwiftLexer.tokens(of: condition))
    return disjunction(&cursor) == false
  }

  private static func disjunction(_ cursor: inout TokenCursor) -> Bool? {
    var result = conjunction(&cursor)
    while takeTwice("|", &cursor) {
      let other = conjunction(&cursor)
      result = result == true || other == true ? true : result == nil ? nil : other
    }
    return result
  }

  private static func conjunction(_ cursor: inout TokenCursor) -> Bool? {
    var result = atom(&cursor)
    while takeTwice("&", &cursor) {
      let other = atom(&cursor)
      result = result == false || other == false ? false : result == nil ? nil : other
    }
    return result
  }

  private static func takeTwice(_ mark: String, _ cursor: inout TokenCursor) -> Bool {
    guard cursor.at(mark), cursor.peek()?.is(mark) == true else { return false }
    cursor.advance()
    cursor.advance()
    return true
  }

  private static func atom(_ cursor: inout TokenCursor) -> Bool? {
    if cursor.take("!") { return atom(&cursor).map(!) }
    if cursor.take("(") {
      let result = disjunction(&cursor)
      _ = cursor.take(")")
      return result
    }
    guard let name = cursor.takeName() else { return nil }
    if name == "true" || name == "false" { return name == "true" }
    guard cursor.at("(") else { return nil }
    let argument = cursor.peek()?.text ?? ""
    cursor.skipBracketed()
    switch name {
    case "os": return otherSystems.contains(argument) ? false : argument == "Linux" ? true : nil
    case "canImport": return otherModules.contains(argument) ? false : nil
    default: return nil
    }
  }
}
