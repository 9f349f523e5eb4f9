// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClassGenerator

/// The tokens of a source that may be compiled on Linux: code under conditions that cannot hold
/// there is not among them, code within strings is.
struct CodeTokens {
  let all: [SwiftToken]

  init(_ source: String) {
    var conditions = ConditionStack()
    var isActive = true
    all = SwiftLexer.tokens(of: source, interpolations: true).filter { token in
      guard case .condition(let directive) = token.kind else { return isActive }
      conditions.handle(directive, token.text)
      isActive = !conditions.conditions.contains(where: PlatformCondition.isFalse)
      return true
    }
  }

  var indices: Range<Int> { all.indices }

  /// The token at an index; nil outside.
  subscript(_ index: Int) -> SwiftToken? { all.indices.contains(index) ? all[index] : nil }

  /// Returns true if the tokens from an index on are these words and marks.
  func at(_ index: Int, _ texts: String...) -> Bool {
    texts.enumerated().allSatisfy { self[index + $0.offset]?.is($0.element) == true }
  }

  /// Returns the text of a name or keyword; nil for anything else.
  func name(_ index: Int) -> String? { self[index].flatMap { $0.isName ? $0.text : nil } }

  /// Returns true if a name follows a dot, as a member of something.
  func isMember(_ index: Int) -> Bool { at(index - 1, ".") }

  /// Returns the index of the bracket that closes the one at an index; nil if none does.
  func closing(of index: Int) -> Int? {
    var depth = 0
    for place in index..<max(index, all.count) where all[place].kind == .mark {
      if "([{".contains(all[place].text) { depth += 1 }
      if ")]}".contains(all[place].text) { depth -= 1 }
      if depth == 0 { return place }
    }
    return nil
  }

  /// Returns the index of the bracket that opens what the one at an index closes; nil if none does.
  func opening(of index: Int) -> Int? {
    var depth = 0
    for place in (0...index).reversed() where all[place].kind == .mark {
      if ")]}".contains(all[place].text) { depth += 1 }
      if "([{".contains(all[place].text) { depth -= 1 }
      if depth == 0 { return place }
    }
    return nil
  }

  /// Returns the index behind generic parameters or arguments, if they begin at an index; else the
  /// index.
  func afterAngles(_ index: Int) -> Int {
    var depth = 0
    var place = index
    while let token = self[place] {
      if token.is("<") { depth += 1 }
      if token.is(">"), !at(place - 1, "-") { depth -= 1 }
      if depth == 0 { return token.is(">") ? place + 1 : place }
      place += 1
    }
    return index
  }
}
