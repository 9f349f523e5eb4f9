// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Reads regular expressions of the common forms; everything else gives nil.
struct PatternParser {
  private var rest: Substring
  /// How often an open count repeats beyond its least.
  private let more: ClosedRange<Int>

  private static let digits = Array("0123456789")
  private static let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")

  init(_ pattern: String, more: ClosedRange<Int>) {
    rest = pattern[...]
    self.more = more
  }

  mutating func parse() -> PatternNode? {
    guard let node = alternatives(), rest.isEmpty else { return nil }
    return node
  }

  private mutating func alternatives() -> PatternNode? {
    var nodes: [PatternNode] = []
    repeat {
      guard let node = sequence() else { return nil }
      nodes.append(node)
    } while take("|")
    return nodes.count == 1 ? nodes[0] : .alternatives(nodes)
  }

  private mutating func sequence() -> PatternNode? {
    var nodes: [PatternNode] = []
    while let next = rest.first, next != "|", next != ")" {
      if take("^") || take("$") { continue }
      guard let atom = atom(), let node = counted(atom) else { return nil }
      nodes.append(node)
    }
    return .sequence(nodes)
  }

  private mutating func atom() -> PatternNode? {
    switch rest.removeFirst() {
    case "(": group()
    case "[": characterClass().map(PatternNode.characters)
    case ".": .characters(Self.letters + Self.digits)
    case "\\": escape().map(PatternNode.characters)
    case let other where "*+?{".contains(other): nil
    case let other: .characters([other])
    }
  }

  private mutating func group() -> PatternNode? {
    if take("?"), !take(":") { return nil }  // looking around, and names
    guard let node = alternatives(), take(")") else { return nil }
    return node
  }

  private mutating func escape() -> [Character]? {
    guard let letter = rest.popFirst() else { return nil }
    switch letter {
    case "d": return Self.digits
    case "w": return Self.letters + Self.digits + ["_"]
    case "s": return [" "]
    case "D", "S", "W": return letter == "W" ? [" ", "-"] : Self.letters
    case "t": return ["\t"]
    case "n": return ["\n"]
    default: return letter.isLetter || letter.isNumber ? nil : [letter]
    }
  }

  private mutating func characterClass() -> [Character]? {
    let isNegated = take("^")
    var members: [Character] = []
    while let next = rest.popFirst() {
      if next == "]", !members.isEmpty { return isNegated ? Self.others(members) : members }
      guard next != "[", next != "&" else { return nil }
      if next == "\\" {
        guard let escaped = escape() else { return nil }
        members += escaped
      } else if rest.first == "-", rest.dropFirst().first != "]" {
        rest.removeFirst()
        guard let last = rest.popFirst(), let range = Self.range(next, last) else { return nil }
        members += range
      } else {
        members.append(next)
      }
    }
    return nil
  }

  private static func range(_ first: Character, _ last: Character) -> [Character]? {
    guard let low = first.asciiValue, let high = last.asciiValue, low <= high else { return nil }
    return (low...high).map { Character(UnicodeScalar($0)) }
  }

  private static func others(_ members: [Character]) -> [Character]? {
    let others = (letters + digits + [" ", "-", "_"]).filter { !members.contains($0) }
    return others.isEmpty ? nil : others
  }

  // MARK: - Counts

  private mutating func counted(_ atom: PatternNode) -> PatternNode? {
    guard let times = count() else { return nil }
    if times != 1...1, !take("?") { _ = take("+") }  // lazy or possessive: the same texts
    return times == 1...1 ? atom : .repeated(atom, times)
  }

  private mutating func count() -> ClosedRange<Int>? {
    if take("?") { return 0...1 }
    if take("*") { return range(0, Int.max) }
    if take("+") { return range(1, Int.max) }
    guard take("{") else { return 1...1 }
    guard let least = number() else { return nil }
    var most = least
    if take(",") { most = number() ?? Int.max }
    guard take("}"), least <= most, least <= 10_000 else { return nil }
    return range(least, most)
  }

  private func range(_ least: Int, _ most: Int) -> ClosedRange<Int> {
    min(most, least + more.lowerBound)...min(most, least + more.upperBound)
  }

  private mutating func number() -> Int? {
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    rest.removeFirst(digits.count)
    return Int(digits)
  }

  private mutating func take(_ character: Character) -> Bool {
    guard rest.first == character else { return false }
    rest.removeFirst()
    return true
  }
}
