// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClassGenerator

/// Makes `#selector` of the comparisons that sort descriptors know a `Selector` of their name.
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
