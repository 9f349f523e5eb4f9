// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClassGenerator

/// The findings that a name and its surroundings tell.
extension RemainingCode {
  private var tokens: CodeTokens { code.tokens }

  // MARK: - Symbols

  /// Types by their names, members where something has them.
  mutating func lookForAbsentSymbol(at index: Int) {
    guard let name = tokens.name(index), !types.declares(name) else { return }
    let isMember = tokens.isMember(index)
    let note =
      isMember && !tokens.at(index - 2, "CoreData")
      ? AbsentSymbols.members[name] : AbsentSymbols.types[name]
    guard let note else { return }
    add(.absentSymbol, at: index, "'\(name)' is not there: \(note)")
  }

  // MARK: - Observing by key

  mutating func lookForObservation(at index: Int) {
    guard let name = tokens.name(index) else { return }
    switch name {
    case _ where name.hasPrefix("keyPathsForValuesAffecting"),
      "observe" where tokens.at(index + 1, "(", "\\"),
      "publisher" where tokens.at(index + 1, "(", "for", ":", "\\"),
      "addObserver" where hasLabel("forKeyPath", after: index),
      "removeObserver" where hasLabel("forKeyPath", after: index),
      "observeValue" where hasLabel("forKeyPath", after: index),
      "NSKeyValueObservation", "automaticallyNotifiesObservers":
      add(
        .observing, at: index,
        "there is no key-value observing: use the notifications of the context")
    default: break
    }
  }

  /// Returns true if a call or a function has a parameter of this label.
  private func hasLabel(_ label: String, after index: Int) -> Bool {
    guard tokens.at(index + 1, "("), let end = tokens.closing(of: index + 1) else { return false }
    return (index + 2..<end).contains { tokens.at($0, label) && isLabel($0) }
  }

  private func isLabel(_ index: Int) -> Bool {
    tokens.at(index + 1, ":") || (tokens.name(index + 1) != nil && tokens.at(index + 2, ":"))
  }

  // MARK: - The runtime of Objective-C

  mutating func lookForRuntime(at index: Int) {
    guard let name = tokens.name(index), !types.declares(name) else { return }
    if name == "autoreleasepool", !tokens.isMember(index),
      tokens.at(index + 1, "{") || tokens.at(index + 1, "(")
    {
      return add(
        .autoreleasePool, at: index,
        "there are no autorelease pools: keep what is between the braces")
    }
    guard name.hasPrefix("objc_") || Self.runtime.contains(name) else { return }
    add(.runtime, at: index, "'\(name)' belongs to the runtime of Objective-C, which is not there")
  }

  private static let runtime: Set<String> = [
    "class_addMethod", "class_copyPropertyList", "class_getInstanceMethod",
    "class_replaceMethod", "method_exchangeImplementations", "method_getImplementation",
    "method_setImplementation", "property_getName",
  ]

  // MARK: - Archives

  /// `NSKeyedArchiver.archivedData(withRootObject: model)`, and back.
  mutating func lookForArchive(at index: Int) {
    let calls = [
      "archivedData", "unarchivedObject", "unarchiveObject", "unarchiveTopLevelObjectWithData",
    ]
    guard let name = tokens.name(index), calls.contains(name), tokens.isMember(index),
      tokens.at(index + 1, "("), let end = tokens.closing(of: index + 1)
    else { return }
    for place in index + 2..<end {
      guard let name = tokens.name(place), !isLabel(place), Self.isArchivable(name) else {
        continue
      }
      return add(
        .coding, at: place,
        "models, requests and predicates are not archived here: keep what '\(name)' is made of "
          + "instead, such as a file or a format")
    }
  }

  private static func isArchivable(_ name: String) -> Bool {
    let classes = [
      "NSManagedObjectModel", "NSEntityDescription", "NSFetchRequest", "NSPredicate",
      "NSCompoundPredicate", "NSComparisonPredicate", "NSExpression",
    ]
    let ends = ["model", "Model", "predicate", "Predicate", "fetchRequest", "FetchRequest"]
    return classes.contains(name) || ends.contains { name.hasSuffix($0) }
  }

  // MARK: - Literals

  /// `var tags: NSSet = [a, b]`, `[a, b] as NSSet`
  mutating func lookForSetLiteral(at index: Int) {
    guard let name = tokens.name(index), ["NSSet", "NSMutableSet"].contains(name) else { return }
    let next = tokens.at(index + 1, "?") ? index + 2 : index + 1
    let isAssigned = tokens.at(index - 1, ":") && tokens.at(next, "=", "[")
    guard isAssigned || (tokens.at(index - 1, "as") && isLiteral(endingAt: index - 2)) else {
      return
    }
    add(
      .setLiteral, at: index,
      "'\(name)' is not made from an array literal: write '\(name)(array: […])'")
  }

  /// Returns true if an array literal ends here, not a subscript or a type.
  private func isLiteral(endingAt index: Int) -> Bool {
    guard tokens.at(index, "]"), let start = tokens.opening(of: index) else { return false }
    guard let before = tokens[start - 1] else { return true }
    let isSubscript = before.kind == .quotedWord || [")", "]", "?", "!"].contains { before.is($0) }
    return !isSubscript && (before.kind != .word || ["return", "in", "try"].contains(before.text))
  }
}
