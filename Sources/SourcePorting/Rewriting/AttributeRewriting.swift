// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClassGenerator

/// Takes `@objc` and `@objcMembers` away.
///
/// Protocols with optional requirements keep it, since they cannot do without. A class of another
/// name in Objective-C keeps it as a comment: models may call it by that name.
struct AttributeRewriting {
  private static let classBound: Set<String> = [
    "AnyObject", "NSFetchRequestResult", "NSManagedObject", "NSObject", "NSObjectProtocol", "class",
  ]

  private let code: SourceCode
  private(set) var edits: [SourceEdit] = []
  private(set) var remainders: [Remainder] = []

  init(_ code: SourceCode) {
    self.code = code
    var untouched: [Range<Int>] = []
    for (index, declaration) in code.declarations.enumerated() where declaration.kind == .protocol {
      guard isObjectiveC(declaration) else { continue }
      if code.members(of: index).contains(where: { $0.modifiers["optional"] != nil }) {
        untouched.append(declaration.start..<(declaration.end ?? code.tokens.all.count))
        leave(declaration)
      } else {
        bind(declaration)
      }
    }
    for declaration in code.declarations {
      for attribute in declaration.attributes
      where !untouched.contains(where: { $0.contains(attribute) }) {
        take(attribute, of: declaration)
      }
    }
  }

  private func isObjectiveC(_ declaration: Declaration) -> Bool {
    declaration.attributes.contains { code.tokens.at($0, "@", "objc") }
  }

  // MARK: - Protocols

  private mutating func leave(_ declaration: Declaration) {
    remainders.append(
      Remainder(
        topic: .objectiveCProtocol, line: code.line(declaration.keyword),
        reason: "the protocol '\(declaration.name)' has optional requirements: take '@objc' and "
          + "'optional' away, and give them default implementations in an extension"))
  }

  /// Only objects conform to a protocol of Objective-C.
  private mutating func bind(_ declaration: Declaration) {
    guard Self.classBound.isDisjoint(with: declaration.inherited) else { return }
    let start =
      declaration.inheritedIndex.map { code.tokens.all[$0].range.lowerBound }
      ?? code.tokens.all[declaration.nameIndex].range.upperBound
    edits.append(
      SourceEdit(
        topic: .classBound, line: code.line(declaration.nameIndex), range: start..<start,
        replacement: declaration.inheritedIndex == nil ? ": AnyObject" : "AnyObject, "))
  }

  // MARK: - Attributes

  private mutating func take(_ index: Int, of declaration: Declaration) {
    let tokens = code.tokens
    guard tokens.at(index, "@", "objc") || tokens.at(index, "@", "objcMembers") else { return }
    var last = index + 1
    if tokens.at(last, "objc"), tokens.at(last + 1, "("), let end = tokens.closing(of: last + 1) {
      last = end
    }
    let range = code.range(index, through: last)
    let name = otherName(index + 3, last: last, in: declaration)
    let kept = name.map { _ in "@objc" + code.text(range.lowerBound + 5..<range.upperBound) }
    if let name { report(name, declaration) }
    edits.append(
      SourceEdit(
        topic: .attribute, line: code.line(index),
        range: kept == nil ? widened(range) : range,
        replacement: kept.map { "/* \($0) */" } ?? ""))
  }

  /// Returns the name in Objective-C, if it is that of a class and another one than in Swift.
  private func otherName(_ index: Int, last: Int, in declaration: Declaration) -> String? {
    guard declaration.kind == .class, index + 1 == last, let name = code.tokens.name(index),
      name != declaration.name
    else { return nil }
    return name
  }

  private mutating func report(_ name: String, _ declaration: Declaration) {
    remainders.append(
      Remainder(
        topic: .renamedClass, line: code.line(declaration.keyword),
        reason:
          "the class '\(declaration.name)' was '\(name)' in Objective-C: models, archives and "
          + "NSClassFromString that call it so must say '\(declaration.name)'"))
  }

  /// With the blanks behind it; the whole line where nothing else is on it.
  private func widened(_ range: Range<Int>) -> Range<Int> {
    let bytes = code.bytes
    let isBlank: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    var (start, end) = (range.lowerBound, range.upperBound)
    while start > 0, isBlank(bytes[start - 1]) { start -= 1 }
    while end < bytes.count, isBlank(bytes[end]) { end += 1 }
    let isAtStart = start == 0 || bytes[start - 1] == UInt8(ascii: "\n")
    var next = end
    if next < bytes.count, bytes[next] == UInt8(ascii: "\r") { next += 1 }
    let isAtEnd = next == bytes.count || bytes[next] == UInt8(ascii: "\n")
    switch (isAtStart, isAtEnd) {
    case (true, true): return start..<min(next + 1, bytes.count)
    case (false, true): return start..<end
    default: return range.lowerBound..<end
    }
  }
}
