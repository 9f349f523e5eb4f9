// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import StoreInterface

/// Texts under the options of a comparison: each is folded once, and so is one that is looked for.
///
/// A locale tells only the order of two texts: those are sorted by it and searched by halves.
struct TextSet: Sendable {
  /// A text by its bytes: a `String` also equals others that look alike.
  private struct Bytes: Hashable {
    let text: String

    static func == (a: Bytes, b: Bytes) -> Bool {
      StringMatching.areEqual(a.text, b.text)
    }

    func hash(into hasher: inout Hasher) {
      var text = text
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }

  private let options: ComparisonOptions
  private let folded: Set<Bytes>
  /// Only under a locale.
  private let ordered: [String]

  init(_ texts: [String], options: StringOptions) {
    let language = options.language
    self.options = language
    if TextSet.needsOrder(language) {
      folded = Set(texts.map(Bytes.init))
      ordered = texts.sorted { StringMatching.order($0, $1, options: language).rawValue < 0 }
    } else {
      folded = Set(texts.map { Bytes(text: StringFolding.fold($0, language)) })
      ordered = []
    }
  }

  private static func needsOrder(_ options: ComparisonOptions) -> Bool {
    options.contains(.localeSensitive) && !options.isLiteral
  }

  func contains(_ text: String) -> Bool {
    guard !folded.isEmpty else { return false }
    guard TextSet.needsOrder(options) else {
      return folded.contains(Bytes(text: StringFolding.fold(text, options)))
    }
    if folded.contains(Bytes(text: text)) { return true }
    let index = ordered.firstIndex(partitionedBy: {
      StringMatching.order($0, text, options: options).rawValue >= 0
    })
    return index < ordered.count
      && StringMatching.areEqual(ordered[index], text, options: options)
  }
}
