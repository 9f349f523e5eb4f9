// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A compiled `LIKE` pattern: `*` is any run, `?` one Unicode scalar, a backslash quotes the next.
///
/// Immutable. Matching costs O(text), with a pattern of several stars O(text × pattern) at worst.
package struct WildcardPattern: Sendable {
  private enum Element: Sendable {
    case byte(UInt8)
    case one
    case many
  }

  private let elements: [Element]
  private let options: ComparisonOptions

  package init(_ pattern: String, _ options: ComparisonOptions = []) {
    self.options = options
    elements = Self.elements(of: pattern, options)
  }

  private static func elements(of pattern: String, _ options: ComparisonOptions) -> [Element] {
    var elements: [Element] = []
    var isQuoted = false
    var run = ""
    // Whole runs are folded, since a letter and its accent may be two scalars.
    func flush() {
      elements += StringFolding.fold(run, options).utf8.map { .byte($0) }
      run = ""
    }
    for scalar in pattern.unicodeScalars {
      switch scalar {
      case "\\" where !isQuoted:
        isQuoted = true
        continue
      case "*" where !isQuoted:
        flush()
        elements.append(.many)
      case "?" where !isQuoted:
        flush()
        elements.append(.one)
      default: run.unicodeScalars.append(scalar)
      }
      isQuoted = false
    }
    if isQuoted { run.append("\\") }
    flush()
    return elements
  }

  /// Returns true if the whole text fits.
  package func matches(_ text: String) -> Bool {
    var folded = StringFolding.fold(text, options)
    return folded.withUTF8 { matches(prepared: $0) }
  }

  /// Returns true if UTF-8 fits that needs no folding, as all text without options.
  package func matches(prepared text: UnsafeBufferPointer<UInt8>) -> Bool {
    var position = 0
    var element = 0
    var star: (element: Int, position: Int)?
    while position < text.count {
      if element < elements.count, let width = width(of: elements[element], in: text, at: position)
      {
        position += width
        element += 1
      } else if element < elements.count, case .many = elements[element] {
        star = (element, position)
        element += 1
      } else if let last = star {
        let next = last.position + Self.scalarWidth(text, at: last.position)
        star = (last.element, next)
        position = next
        element = last.element + 1
      } else {
        return false
      }
    }
    return elements[element...].allSatisfy { if case .many = $0 { true } else { false } }
  }

  private func width(
    of element: Element, in text: UnsafeBufferPointer<UInt8>, at position: Int
  ) -> Int? {
    switch element {
    case .byte(let byte): text[position] == byte ? 1 : nil
    case .one: Self.scalarWidth(text, at: position)
    case .many: nil
    }
  }

  private static func scalarWidth(_ text: UnsafeBufferPointer<UInt8>, at position: Int) -> Int {
    var end = position + 1
    while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
    return end - position
  }
}
