// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClassGenerator

/// Takes the question mark from calls of what is optional in Apple's delegate protocols, as
/// `delegate?.controllerWillChangeContent?(self)`: here every method has a default.
struct OptionalCallRewriting {
  private static let methods: Set<String> = [
    "controller", "controllerDidChangeContent", "controllerWillChangeContent",
  ]

  private(set) var edits: [SourceEdit] = []

  init(_ code: SourceCode) {
    let tokens = code.tokens
    for index in tokens.indices
    where tokens.isMember(index) && tokens.at(index + 1, "?", "(") {
      guard let name = tokens.name(index), Self.methods.contains(name),
        name == "controller" ? isOfDelegate(index, tokens) : !Self.isVariable(name, tokens)
      else { continue }
      edits.append(
        SourceEdit(
          topic: .optionalCall, line: code.line(index),
          range: code.range(index + 1, through: index + 1), replacement: ""))
    }
  }

  /// Returns true if the file has a variable of a name, as for a closure.
  private static func isVariable(_ name: String, _ tokens: CodeTokens) -> Bool {
    tokens.indices.contains { tokens.at($0, "var", name) || tokens.at($0, "let", name) }
  }

  /// Returns true if the arguments of a `controller` are those of a results controller's delegate.
  private func isOfDelegate(_ index: Int, _ tokens: CodeTokens) -> Bool {
    guard let end = tokens.closing(of: index + 2) else { return false }
    let labels: Set<String> = [
      "didChange", "didChangeContentWith", "sectionIndexTitleForSectionName",
    ]
    return (index + 3..<end).contains { place in
      tokens.at(place - 1, ",") && tokens.at(place + 1, ":")
        && tokens.name(place).map(labels.contains) == true
    }
  }
}
