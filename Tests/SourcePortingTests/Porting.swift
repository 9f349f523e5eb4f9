// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import SourcePorting

/// One source in a port of its own.
struct Porting {
  let source: PortedSource

  init(_ text: String, besides others: [String] = []) {
    let sources = [("Model/File.swift", text)]
    let more = others.enumerated().map { ("Model/Other\($0.offset).swift", $0.element) }
    source = SourcePort(sources + more).ported()[0]
  }

  var text: String { source.text }

  /// Where something is left, and what: `3 dynamic`.
  var remaining: [String] { source.remainders.map { "\($0.line) \($0.topic.rawValue)" } }

  var reasons: String { source.remainders.map(\.reason).joined(separator: "\n") }

  var topics: [String] { source.edits.map(\.topic.rawValue) }
}
