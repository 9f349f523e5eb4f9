// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClassGenerator

/// Makes lists of arguments of C style, from which formats take theirs, arrays: there is no
/// `getVaList` on Linux.
struct ArgumentListRewriting {
  private let code: SourceCode
  private(set) var edits: [SourceEdit] = []

  init(_ code: SourceCode) {
    self.code = code
    for index in code.tokens.indices {
      rewriteArgument(index)
      rewriteClosure(index)
    }
  }

  /// `arguments: getVaList(list)` as `argumentArray: list`.
  private mutating func rewriteArgument(_ index: Int) {
    let tokens = code.tokens
    guard tokens.at(index, "arguments", ":", "getVaList", "("),
      let end = tokens.closing(of: index + 3), tokens.at(end + 1, ")"),
      let start = tokens.opening(of: end + 1),
      tokens.at(start - 1, "NSPredicate") || tokens.at(start - 1, "NSExpression")
    else { return }
    replace(index, through: index + 3, by: "argumentArray: ")
    replace(end, through: end, by: "")
  }

  /// `withVaList(list) { NSPredicate(format: text, arguments: $0) }` without the closure.
  private mutating func rewriteClosure(_ index: Int) {
    let tokens = code.tokens
    guard tokens.at(index, "withVaList", "("), !tokens.isMember(index),
      let list = tokens.closing(of: index + 1), isPlain(index + 2..<list),
      tokens.at(list + 1, "{"), let end = tokens.closing(of: list + 1),
      case let body = body(after: list + 1),
      tokens.at(body.first, "NSPredicate", "(") || tokens.at(body.first, "NSExpression", "("),
      tokens.closing(of: body.first + 1) == end - 1,
      tokens.at(end - 4, "arguments", ":"), tokens[end - 2]?.text == body.list
    else { return }
    replace(index, before: body.first)
    let text = code.text(code.range(index + 2, through: list - 1))
    replace(end - 4, through: end - 2, by: "argumentArray: \(text)")
    let close = tokens.all[end - 1].range.upperBound..<tokens.all[end].range.upperBound
    append(end, close, text: "")
  }

  /// Returns the first token of a closure's only expression, and the name of the closure's argument.
  private func body(after brace: Int) -> (first: Int, list: String) {
    let tokens = code.tokens
    var first = brace + 1
    var list = "$0"
    if tokens.at(first + 1, "in"), let name = tokens.name(first) {
      (first, list) = (first + 2, name)
    }
    if tokens.at(first, "return") { first += 1 }
    return (first, list)
  }

  /// Returns true for a name, or a member of one: nothing in it is a port's business.
  private func isPlain(_ range: Range<Int>) -> Bool {
    !range.isEmpty && range.allSatisfy { code.tokens.name($0) != nil || code.tokens.at($0, ".") }
  }

  private mutating func replace(_ first: Int, before next: Int) {
    let start = code.tokens.all[first].range.lowerBound
    append(first, start..<code.tokens.all[next].range.lowerBound, text: "")
  }

  private mutating func replace(_ first: Int, through last: Int, by text: String) {
    append(first, code.range(first, through: last), text: text)
  }

  private mutating func append(_ index: Int, _ range: Range<Int>, text: String) {
    edits.append(
      SourceEdit(topic: .argumentList, line: code.line(index), range: range, replacement: text))
  }
}
