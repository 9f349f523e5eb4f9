// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A run of text with little in it but words.
///
/// Written as a literal, `**strong**`, `*emphasis*` and `` `code` `` are read as in Markdown; text
/// from elsewhere goes through `init(plain:)` and is taken as it is.
public struct Prose: Sendable, ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  package enum Span: Sendable, Equatable {
    case plain(String)
    case strong(String)
    case emphasis(String)
    case code(String)
  }

  package var spans: [Span]

  public init(plain text: String) { spans = text.isEmpty ? [] : [.plain(text)] }

  /// Reads the marks; one without its partner is an ordinary character.
  public init(_ text: String) { spans = Self.read(text[...]) }

  public init(stringLiteral value: String) { self.init(value) }

  public var isEmpty: Bool { spans.isEmpty }

  /// The words without marks.
  public var text: String {
    spans.map {
      switch $0 {
      case .plain(let text), .strong(let text), .emphasis(let text), .code(let text): text
      }
    }.joined()
  }

  private static let marks: [(String, @Sendable (String) -> Span)] = [
    ("**", { .strong($0) }), ("*", { .emphasis($0) }), ("`", { .code($0) }),
  ]

  private static func read(_ text: Substring) -> [Span] {
    var rest = text
    var plain = ""
    var spans: [Span] = []
    while let first = rest.first {
      if let (span, after) = marked(rest) {
        if !plain.isEmpty { spans.append(.plain(plain)) }
        plain = ""
        spans.append(span)
        rest = after
      } else {
        plain.append(first)
        rest = rest.dropFirst()
      }
    }
    return plain.isEmpty ? spans : spans + [.plain(plain)]
  }

  private static func marked(_ text: Substring) -> (Span, Substring)? {
    for (mark, span) in marks where text.hasPrefix(mark) {
      let inner = text.dropFirst(mark.count)
      guard let first = inner.first, first != " ", let end = position(of: mark, in: inner),
        end > inner.startIndex, inner[inner.index(before: end)] != " "
      else { continue }
      return (span(String(inner[..<end])), inner[end...].dropFirst(mark.count))
    }
    return nil
  }

  private static func position(of mark: String, in text: Substring) -> Substring.Index? {
    text.indices.first { text[$0...].hasPrefix(mark) }
  }
}
