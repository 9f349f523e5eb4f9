// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension Prose {
  /// Returns the text in an element, its marks as elements inside.
  func element(_ name: String, _ style: String? = nil) -> MarkupElement {
    let parts = spans.map { span -> Markup in
      switch span {
      case .plain(let text): .text(text)
      case .strong(let text): .element(MarkupElement("strong", text: text))
      case .emphasis(let text): .element(MarkupElement("em", text: text))
      case .code(let text): .element(MarkupElement("code", text: text))
      }
    }
    let element = MarkupElement(name, children: parts)
    return style.map { element.with("class", $0) } ?? element
  }
}
