// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A tree of elements and text: what pages and plots are made of.
package enum Markup: Sendable {
  case text(String)
  case element(MarkupElement)
  case fragment([Markup])
  /// A style sheet of our own, written as it is: nothing from outside may come here.
  case stylesheet(String)

  /// The tree as text, well-formed as XML and valid as HTML.
  package var written: String {
    var output = ""
    write(into: &output)
    return output
  }

  func write(into output: inout String) {
    switch self {
    case .text(let text): output += Escaping.text(text)
    case .element(let element): element.write(into: &output)
    case .fragment(let parts): for part in parts { part.write(into: &output) }
    case .stylesheet(let text): output += text
    }
  }
}

extension MarkupElement {
  package var written: String { Markup.element(self).written }

  fileprivate func write(into output: inout String) {
    output += "<\(name)"
    for attribute in attributes {
      output += " \(attribute.name)=\"\(Escaping.attribute(attribute.value))\""
    }
    if children.isEmpty && Self.closingThemselves.contains(name) {
      output += "/>"
    } else {
      output += ">"
      for child in children { child.write(into: &output) }
      output += "</\(name)>"
    }
    if Self.endingLines.contains(name) { output += "\n" }
  }

  /// HTML takes `<div/>` for an opening tag, so only these may close themselves.
  private static let closingThemselves: Set = [
    "meta", "br", "hr", "col", "line", "rect", "path", "circle", "polyline",
  ]
  private static let endingLines: Set = [
    "p", "tr", "h1", "h2", "h3", "table", "section", "figure", "svg", "style", "head", "meta",
    "title", "g", "details", "div", "ul", "li", "dl",
  ]
}
