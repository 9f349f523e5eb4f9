// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// An XML element with its children; text between elements carries nothing in a model.
struct Element {
  var name: String
  var attributes: [String: String]
  var children: [Element] = []
  var line: SourceLine

  /// Returns the children of that name, in order.
  func children(named name: String) -> [Element] {
    children.filter { $0.name == name }
  }
}
