// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The conditional compilation around a place in a source.
package struct ConditionStack {
  private var levels: [(refused: [String], current: String)] = []

  package init() {}

  /// The conditions that must all hold.
  package var conditions: [String] {
    levels.flatMap { $0.refused.map { "!(\($0))" } + taken($0.current) }
  }

  /// Enters, goes on in or leaves a conditional block.
  package mutating func handle(_ directive: SwiftToken.Directive, _ condition: String) {
    switch directive {
    case .if: levels.append(([], condition))
    case .elseif, .else:
      guard let last = levels.popLast() else { return }
      levels.append((last.refused + [last.current], directive == .else ? "" : condition))
    case .endif: _ = levels.popLast()
    }
  }

  private func taken(_ condition: String) -> [String] {
    condition.isEmpty ? [] : ["(\(condition))"]
  }
}
