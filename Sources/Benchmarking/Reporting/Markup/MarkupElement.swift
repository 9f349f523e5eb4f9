// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// An element of HTML or SVG; its text is escaped when written, never before.
package struct MarkupElement: Sendable {
  package struct Attribute: Sendable {
    package var name: String
    package var value: String
  }

  package var name: String
  package var attributes: [Attribute]
  package var children: [Markup]

  package init(
    _ name: String, attributes: KeyValuePairs<String, String> = [:], children: [Markup] = []
  ) {
    self.name = name
    self.attributes = attributes.map { Attribute(name: $0.key, value: $0.value) }
    self.children = children
  }

  /// An element around a text.
  package init(_ name: String, attributes: KeyValuePairs<String, String> = [:], text: String) {
    self.init(name, attributes: attributes, children: [.text(text)])
  }

  /// The same with one attribute more.
  package func with(_ attribute: String, _ value: String) -> MarkupElement {
    var copy = self
    copy.attributes.append(Attribute(name: attribute, value: value))
    return copy
  }

  package mutating func append(_ element: MarkupElement) { children.append(.element(element)) }
}
