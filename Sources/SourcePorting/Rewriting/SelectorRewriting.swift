// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClassGenerator

/// Makes `#selector` of the comparisons that sort descriptors know a `Selector` of their name, and the text of a
/// property's getter the property's name.
struct SelectorRewriting {
  private static let comparisons: [String: Set<String>] = [
    "NSString": [
      "compare", "caseInsensitiveCompare", "localizedCompare", "localizedCaseInsensitiveCompare",
      "localizedStandardCompare",
    ],
    "NSNumber": ["compare"], "NSDate": ["compare"], "NSDecimalNumber": ["compare"],
  ]

  private let code: SourceCode
  private(set) var edits: [SourceEdit] = []
  private(set) var remainders: [Remainder] = []

  init(_ code: SourceCode) {
    self.code = code
    for index in code.tokens.indices
    where code.tokens.all[index].kind == .macro && code.tokens.all[index].text == "#selector" {
      rewrite(index)
    }
  }

  private mutating func rewrite(_ index: Int) {
    if let edit = getterText(index) { return edits.append(edit) }
    guard let end = code.tokens.closing(of: index + 1), let name = comparison(index + 2, end) else {
      remainders.append(
        Remainder(
          topic: .selector, line: code.line(index),
          reason: "there are no methods by name: use the API that takes a closure, or call the "
            + "method"))
      return
    }
    edits.append(
      SourceEdit(
        topic: .selector, line: code.line(index), range: code.range(index, through: end),
        replacement: "Selector(\"\(name):\")"))
  }

  /// `"name"` for `NSStringFromSelector(#selector(getter: Person.name))`.
  private func getterText(_ index: Int) -> SourceEdit? {
    let tokens = code.tokens
    guard tokens.at(index - 2, "NSStringFromSelector", "("), !tokens.isMember(index - 2),
      tokens.at(index + 2, "getter", ":"),
      let end = tokens.closing(of: index + 1), tokens.at(end + 1, ")"),
      let name = tokens.name(end - 1)
    else { return nil }
    return SourceEdit(
      topic: .keyPath, line: code.line(index), range: code.range(index - 2, through: end + 1),
      replacement: "\"\(name)\"")
  }

  /// `compare` of `NSString.compare(_:)`, with or without parameters and a type behind it.
  private func comparison(_ index: Int, _ end: Int) -> String? {
    let tokens = code.tokens
    guard let type = tokens.name(index), tokens.at(index + 1, "."),
      let name = tokens.name(index + 2),
      Self.comparisons[type]?.contains(name) == true
    else { return nil }
    let next = tokens.at(index + 3, "(", "_", ":", ")") ? index + 7 : index + 3
    return next == end || tokens.at(next, "as") ? name : nil
  }
}
