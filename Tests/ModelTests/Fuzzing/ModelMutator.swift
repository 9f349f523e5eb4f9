// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreDataTestSupport
import Foundation

/// Makes model files that are wrong in one or a few ways.
struct ModelMutator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// A changed copy.
  mutating func mutated(_ model: String) -> Data {
    var lines = model.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for _ in 0...below(3) { changeStructure(&lines) }
    var bytes = Array(lines.joined(separator: "\n").utf8)
    if below(4) == 0 { changeBytes(&bytes) }
    return Data(bytes)
  }

  // MARK: - Chance

  /// SplitMix64: the same numbers on every machine.
  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  private mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(max(limit, 1))) }

  private mutating func one<Item>(of items: [Item]) -> Item { items[below(items.count)] }

  // MARK: - Elements and attributes

  private mutating func changeStructure(_ lines: inout [String]) {
    guard lines.count > 3 else { return }
    let line = 1 + below(lines.count - 1)
    switch below(9) {
    case 0: lines.remove(at: line)
    case 1: lines.insert(lines[line], at: 1 + below(lines.count - 1))
    case 2: lines.swapAt(line, 1 + below(lines.count - 1))
    case 3: lines[line] = dropping(lines[line])
    case 4: lines[line] = exchanging(lines[line], with: lines[1 + below(lines.count - 1)])
    default: lines[line] = replacing(lines[line])
    }
  }

  private static let pattern = try? NSRegularExpression(pattern: " ([A-Za-z]+)=\"([^\"]*)\"")

  private func attributes(of line: String) -> [(
    all: Range<String.Index>, value: Range<String.Index>
  )] {
    let matches =
      Self.pattern?.matches(in: line, range: NSRange(line.startIndex..., in: line)) ?? []
    return matches.compactMap { match in
      guard let all = Range(match.range, in: line), let value = Range(match.range(at: 2), in: line)
      else { return nil }
      return (all, value)
    }
  }

  private mutating func dropping(_ line: String) -> String {
    let found = attributes(of: line)
    if found.isEmpty { return line }
    return line.replacingCharacters(in: one(of: found).all, with: "")
  }

  /// The line with one attribute more, or another value, of another line.
  private mutating func exchanging(_ line: String, with other: String) -> String {
    let (mine, theirs) = (attributes(of: line), attributes(of: other))
    if mine.isEmpty || theirs.isEmpty { return line }
    let place = one(of: mine)
    let source = one(of: theirs)
    return below(2) == 0
      ? line.replacingCharacters(in: place.value, with: other[source.value])
      : line.replacingCharacters(in: place.all, with: line[place.all] + other[source.all])
  }

  private mutating func replacing(_ line: String) -> String {
    let found = attributes(of: line)
    if found.isEmpty { return line }
    return line.replacingCharacters(in: one(of: found).value, with: one(of: Self.values))
  }

  private static let values = [
    "", "-1", "0", "1", "2", "99999999999999999999", "-9223372036854775808", "1e400", "NaN", "YES",
    "NO", "a b", "é", "1a", "A", "a.b", "self", "description", ".Thing", "NSManagedObject", "$x",
    "nil", "a == = b", "@count", "name.@count", "now()", "sum:(x)", "TRUEPREDICATE", "(((((",
    "&quot;",
    "&#x10FFFF;", "&lt;", "Transformable", "Composite", "Integer 16", "Date", "Binary", "Deny",
    "Cascade", "YES NO", "0x10", "String", "UUID", String(repeating: "x", count: 5000),
  ]

  // MARK: - Bytes

  private mutating func changeBytes(_ bytes: inout [UInt8]) {
    let place = below(bytes.count)
    switch below(5) {
    case 0: bytes[place] = UInt8(truncatingIfNeeded: next())
    case 1: bytes.removeSubrange(place..<min(place + 1 + below(20), bytes.count))
    case 2:
      bytes.insert(
        contentsOf: (0...below(6)).map { _ in UInt8(truncatingIfNeeded: next()) }, at: place)
    case 3: bytes.removeSubrange(place...)
    default: bytes[place] ^= 1 << UInt8(below(8))
    }
  }
}
