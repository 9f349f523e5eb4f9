// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Texts that a regular expression matches, for the common forms: literals, classes, groups,
/// alternatives, counts. What it makes is checked against the model's rule by whoever uses it.
struct PatternMaker: ValueMaker {
  private let root: PatternNode

  /// nil for a pattern of another form.
  /// - Parameter more: how often an open count repeats beyond its least.
  init?(_ pattern: String, more: ClosedRange<Int>) {
    var parser = PatternParser(pattern, more: more)
    guard let root = parser.parse() else { return nil }
    self.root = root
  }

  var domain: Int { root.count }
  var isInjective: Bool { false }

  func value(_ rank: Int) -> Any {
    // Scrambled when that is one to one: a multiplication by a prime that the domain lacks.
    let prime = 1_000_003
    let isScrambled = domain % prime != 0 && domain < Int.max / prime
    var rank = isScrambled ? rank % domain * prime % domain : rank
    return root.text(&rank)
  }
}

/// A part of a pattern, with the number of texts that it stands for.
indirect enum PatternNode {
  case characters([Character])
  case sequence([PatternNode])
  case alternatives([PatternNode])
  case repeated(PatternNode, ClosedRange<Int>)

  /// At most a million million, which nobody counts.
  var count: Int {
    switch self {
    case .characters(let characters): max(1, characters.count)
    case .sequence(let nodes): nodes.reduce(1) { Self.product($0, $1.count) }
    case .alternatives(let nodes): Self.cut(nodes.reduce(0) { Self.cut($0 + $1.count) })
    case .repeated(let node, let times): Self.cut(times.reduce(0) { $0 + node.power($1) })
    }
  }

  /// Returns the text of a rank; takes its share off the rank.
  func text(_ rank: inout Int) -> String {
    switch self {
    case .characters(let characters):
      guard !characters.isEmpty else { return "" }
      defer { rank /= characters.count }
      return String(characters[rank % characters.count])
    case .sequence(let nodes):
      return nodes.reversed().map { $0.text(&rank) }.reversed().joined()
    case .alternatives(let nodes):
      guard !nodes.isEmpty else { return "" }
      let node = nodes[rank % nodes.count]
      rank /= nodes.count
      return node.text(&rank)
    case .repeated(let node, let times):
      let number = times.lowerBound + rank % times.count
      rank /= times.count
      return (0..<number).map { _ in node.text(&rank) }.joined()
    }
  }

  private func power(_ exponent: Int) -> Int {
    (0..<exponent).reduce(1) { power, _ in Self.product(power, count) }
  }

  private static let limit = 1_000_000_000_000

  private static func cut(_ number: Int) -> Int { min(limit, max(1, number)) }

  private static func product(_ left: Int, _ right: Int) -> Int {
    let (product, overflows) = left.multipliedReportingOverflow(by: right)
    return overflows ? limit : cut(product)
  }
}
