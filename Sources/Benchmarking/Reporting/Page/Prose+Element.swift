// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension Prose {
  /// The text in an element, its marks as elements inside.
  func element(_ name: String, _ style: String? = nil) -> Element {
    let parts = spans.map { span -> Markup in
      switch span {
      case .plain(let text): .text(text)
      case .strong(let text): .element(Element("strong", text: text))
      case .emphasis(let text): .element(Element("em", text: text))
      case .code(let text): .element(Element("code", text: text))
      }
    }
    let element = Element(name, children: parts)
    return style.map { element.with("class", $0) } ?? element
  }
}
